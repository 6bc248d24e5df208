//! The games of a schedule as a batch of jobs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use jobs::{Batch, Next};
use play::TimeControl;

use super::entrant::Entrant;
use super::gaming::GameJob;
use super::portable::NotPortable;
use super::schedule::{Pairing, Schedule};
use super::sheet::GameSheet;

/// The minimum number of games that may be given out at once.
const FEW: usize = 4;

/// Turns the pairings of a schedule into jobs, and their answers into results.
pub struct Games<'a> {
    schedule: &'a mut dyn Schedule,
    entrants: Vec<String>,
    seed: u64,
    time: TimeControl,
    /// Games that were given out and have not come back, by number.
    running: BTreeMap<usize, Pairing>,
    capacity: usize,
    /// Whether only few more games are given out than can be played at once.
    is_short: bool,
    failure: Option<String>,
}

impl<'a> Games<'a> {
    /// The games of a schedule between these entrants. The seed is that of
    /// [`Seats`](super::Seats).
    ///
    /// # Errors
    /// When an entrant can play on this machine only.
    pub fn new(
        schedule: &'a mut dyn Schedule,
        entrants: &[Entrant],
        seed: u64,
        time: TimeControl,
    ) -> Result<Games<'a>, NotPortable> {
        let entrants = entrants.iter().map(Entrant::portable);
        Ok(Games {
            schedule,
            entrants: entrants.collect::<Result<_, _>>()?,
            seed,
            time,
            running: BTreeMap::new(),
            capacity: 1,
            is_short: false,
            failure: None,
        })
    }

    /// The same, but only about twice as many games are given out as can be played at once: for
    /// contests that may end early.
    #[must_use]
    pub fn not_far_ahead(mut self) -> Games<'a> {
        self.is_short = true;
        self
    }

    /// The error that stopped the contest, if any.
    #[must_use]
    pub fn failure(self) -> Option<String> {
        self.failure
    }

    fn most(&self) -> usize {
        if self.is_short {
            self.capacity.saturating_mul(2).max(FEW)
        } else {
            usize::MAX
        }
    }
}

impl Batch<GameJob> for Games<'_> {
    fn next(&mut self) -> Next<GameJob> {
        if self.failure.is_some() || self.schedule.is_settled() {
            return Next::Done;
        }
        if self.running.len() >= self.most() {
            return Next::Wait;
        }
        match self.schedule.next() {
            Next::Job(number, pairing) => {
                self.schedule.begun(&pairing);
                let job = GameJob::new(&pairing, &self.entrants, self.seed, self.time);
                self.running.insert(number, pairing);
                Next::Job(number, job)
            }
            // No game can end any more, so none can begin.
            Next::Wait if self.running.is_empty() => Next::Done,
            Next::Wait => Next::Wait,
            Next::Done => Next::Done,
        }
    }

    fn answered(&mut self, number: usize, answer: Result<GameSheet, String>) -> ControlFlow<()> {
        let Some(pairing) = self.running.remove(&number) else {
            return ControlFlow::Continue(());
        };
        match answer.and_then(GameSheet::played) {
            Ok(played) => self.schedule.ended(&pairing, played),
            Err(reason) => self.failure = Some(format!("game {number}: {reason}")),
        }
        if self.failure.is_some() || self.schedule.is_settled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn capacity(&mut self, count: usize) {
        self.capacity = count;
    }
}
