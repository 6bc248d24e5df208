//! The jobs that a worker holds: delivered by the server, and not acknowledged yet.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use async_nats::jetstream::message::Acker;

use super::names::BatchName;
use super::presence::CurrentJob;

/// A job that a worker holds.
pub struct Delivery {
    /// Its batch.
    pub batch: BatchName,
    /// Its name.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Acknowledges it to the server; none for a check, which no queue holds.
    pub acker: Option<Arc<Acker>>,
    /// How often it has been delivered, including this time.
    pub tries: i64,
    /// Ends it when it is set.
    pub stop: Arc<AtomicBool>,
    /// When a thread began to run it.
    pub begun: Option<Instant>,
    /// Its progress.
    pub note: String,
    /// Whether its client cancelled it.
    pub cancelled: bool,
    /// The message, for the dead letter if it has to be given up.
    pub message: Vec<u8>,
}

/// All jobs that a worker holds.
#[derive(Default)]
pub struct InFlight {
    jobs: HashMap<u64, Delivery>,
    next: u64,
}

impl InFlight {
    /// The number of jobs.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Adds a job; returns its ticket.
    pub fn add(&mut self, job: Delivery) -> u64 {
        self.next += 1;
        self.jobs.insert(self.next, job);
        self.next
    }

    /// A job by its ticket.
    pub fn get_mut(&mut self, ticket: u64) -> Option<&mut Delivery> {
        self.jobs.get_mut(&ticket)
    }

    /// Takes a job out.
    pub fn remove(&mut self, ticket: u64) -> Option<Delivery> {
        self.jobs.remove(&ticket)
    }

    /// A job by its batch and name.
    pub fn find(&mut self, batch: &BatchName, id: &str) -> Option<&mut Delivery> {
        let mut jobs = self.jobs.values_mut();
        jobs.find(|job| job.batch == *batch && job.id == id)
    }

    /// What acknowledges them.
    pub fn ackers(&self) -> Vec<Arc<Acker>> {
        let jobs = self.jobs.values();
        jobs.filter_map(|job| job.acker.clone()).collect()
    }

    /// Stops cancelled jobs: those of a batch that are named, or all of it.
    pub fn cancel(&mut self, batch: &BatchName, ids: Option<&[String]>) {
        for job in self.jobs.values_mut() {
            if job.batch == *batch && ids.is_none_or(|ids| ids.contains(&job.id)) {
                job.cancelled = true;
                job.stop.store(true, Ordering::SeqCst);
            }
        }
    }

    /// Stops all jobs, or only those that have not begun.
    pub fn stop(&mut self, begun_too: bool) {
        for job in self.jobs.values() {
            if begun_too || job.begun.is_none() {
                job.stop.store(true, Ordering::SeqCst);
            }
        }
    }

    /// The jobs that have begun, the longest first.
    pub fn current(&self) -> Vec<CurrentJob> {
        let jobs = self.jobs.values();
        let begun = jobs.filter_map(|job| Some((job, job.begun?.elapsed().as_secs_f64())));
        let mut current: Vec<CurrentJob> = begun
            .map(|(job, seconds)| CurrentJob {
                batch: job.batch.to_string(),
                seconds,
                note: job.note.clone(),
            })
            .collect();
        current.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        current
    }
}
