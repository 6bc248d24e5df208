//! The jobs that a worker holds.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use async_nats::jetstream::message::Acker;

use crate::names::BatchName;
use crate::roll::Doing;

/// A job that a worker holds.
pub struct Held {
    /// Of which batch.
    pub batch: BatchName,
    /// Which one.
    pub id: String,
    /// Of which kind.
    pub kind: String,
    /// Tells the server what becomes of it.
    pub acker: Arc<Acker>,
    /// How often it has been taken up, with this time.
    pub tries: i64,
    /// Ends it when it is set.
    pub stop: Arc<AtomicBool>,
    /// Since when somebody is at it.
    pub begun: Option<Instant>,
    /// How far it has come.
    pub note: String,
    /// Whether nobody wants it any more.
    pub unwanted: bool,
    /// The message, in case it has to be given up.
    pub message: Vec<u8>,
}

/// All that a worker holds.
#[derive(Default)]
pub struct Holdings {
    held: HashMap<u64, Held>,
    next: u64,
}

impl Holdings {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// Adds a job; returns its ticket.
    pub fn add(&mut self, held: Held) -> u64 {
        self.next += 1;
        self.held.insert(self.next, held);
        self.next
    }

    /// A job by its ticket.
    pub fn get_mut(&mut self, ticket: u64) -> Option<&mut Held> {
        self.held.get_mut(&ticket)
    }

    /// Takes a job out.
    pub fn remove(&mut self, ticket: u64) -> Option<Held> {
        self.held.remove(&ticket)
    }

    /// A job by what it is called.
    pub fn find(&mut self, batch: &BatchName, id: &str) -> Option<&mut Held> {
        let mut held = self.held.values_mut();
        held.find(|held| held.batch == *batch && held.id == id)
    }

    /// What tells the server that we are still at them.
    pub fn ackers(&self) -> Vec<Arc<Acker>> {
        let held = self.held.values();
        held.map(|held| Arc::clone(&held.acker)).collect()
    }

    /// Ends what nobody wants any more: the jobs of a batch that are named, or all.
    pub fn cancel(&mut self, batch: &BatchName, ids: Option<&[String]>) {
        for held in self.held.values_mut() {
            if held.batch == *batch && ids.is_none_or(|ids| ids.contains(&held.id)) {
                held.unwanted = true;
                held.stop.store(true, Ordering::SeqCst);
            }
        }
    }

    /// Ends everything, or only what nobody has begun.
    pub fn stop(&mut self, begun_too: bool) {
        for held in self.held.values() {
            if begun_too || held.begun.is_none() {
                held.stop.store(true, Ordering::SeqCst);
            }
        }
    }

    /// What is being done.
    pub fn doing(&self) -> Vec<Doing> {
        let begun = self.held.values();
        let begun = begun.filter_map(|held| Some((held, held.begun?.elapsed().as_secs_f64())));
        let mut doing: Vec<Doing> = begun
            .map(|(held, seconds)| Doing {
                batch: held.batch.to_string(),
                seconds,
                note: held.note.clone(),
            })
            .collect();
        doing.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        doing
    }
}
