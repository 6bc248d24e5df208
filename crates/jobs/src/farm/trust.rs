//! What a client knows of the workers of its batch: who is there, who is proven, who is quarantined.

use std::collections::HashMap;

/// A worker is quarantined when this many of its answers were refused.
const MOST_STRIKES: u32 = 3;

/// The workers of a batch.
#[derive(Default)]
pub struct Trust {
    /// The workers that are there; unknown before they were counted.
    present: Option<Vec<String>>,
    standings: HashMap<String, Standing>,
}

/// What is known of a worker.
#[derive(Default)]
struct Standing {
    /// Another worker has given the same answer as this one.
    is_proven: bool,
    /// Answers that were refused.
    strikes: u32,
    is_quarantined: bool,
}

/// The workers that can check an answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Others<'a> {
    /// The workers have not been counted yet.
    Unknown,
    /// These; perhaps none.
    Known(Vec<&'a str>),
}

impl Others<'_> {
    /// How many they are, if that is known.
    pub fn len(&self) -> Option<usize> {
        match self {
            Others::Unknown => None,
            Others::Known(others) => Some(others.len()),
        }
    }
}

impl Trust {
    /// Nothing is known, except that these workers are quarantined since an earlier run.
    pub fn new(quarantined: &[String]) -> Trust {
        let mut trust = Trust::default();
        for worker in quarantined {
            trust.quarantine(worker);
        }
        trust
    }

    /// Takes a new list of the workers that are there; returns whether it differs.
    pub fn count(&mut self, mut present: Vec<String>) -> bool {
        present.sort();
        present.dedup();
        let is_new = self.present.as_ref() != Some(&present);
        self.present = Some(present);
        is_new
    }

    /// The workers other than this one that are there and not quarantined.
    pub fn others(&self, worker: &str) -> Others<'_> {
        let Some(present) = &self.present else {
            return Others::Unknown;
        };
        let fits = |other: &&str| *other != worker && !self.is_quarantined(other);
        Others::Known(present.iter().map(String::as_str).filter(fits).collect())
    }

    /// Whether a worker is there and not quarantined.
    pub fn is_there(&self, worker: &str) -> bool {
        let present = self.present.iter().flatten();
        present.into_iter().any(|other| other == worker) && !self.is_quarantined(worker)
    }

    /// Whether another worker has given the same answer as this one.
    pub fn is_proven(&self, worker: &str) -> bool {
        let standing = self.standings.get(worker);
        standing.is_some_and(|standing| standing.is_proven)
    }

    /// Sets whether a worker is proven.
    pub fn prove(&mut self, worker: &str, is_proven: bool) {
        self.standing(worker).is_proven = is_proven;
    }

    /// Counts a refused answer; returns whether there were too many.
    pub fn strike(&mut self, worker: &str) -> bool {
        let standing = self.standing(worker);
        standing.strikes += 1;
        standing.strikes >= MOST_STRIKES
    }

    /// Quarantines a worker; returns whether it was not so before.
    pub fn quarantine(&mut self, worker: &str) -> bool {
        let standing = self.standing(worker);
        !std::mem::replace(&mut standing.is_quarantined, true)
    }

    /// Whether the answers of a worker are refused.
    pub fn is_quarantined(&self, worker: &str) -> bool {
        let standing = self.standings.get(worker);
        standing.is_some_and(|standing| standing.is_quarantined)
    }

    fn standing(&mut self, worker: &str) -> &mut Standing {
        self.standings.entry(worker.to_string()).or_default()
    }
}
