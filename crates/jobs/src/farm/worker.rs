//! A worker: what it is configured with, and what it reports.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::kinds::JobKind;
use super::link::Link;
use super::names::Queue;

/// A worker of a farm: it takes jobs from the server, runs them and sends back the answers.
pub struct Worker {
    /// The address of the farm.
    pub link: Link,
    /// Its name; without one, that of its key, or one that no other worker has.
    pub name: Option<String>,
    /// The queue that it takes jobs from: its weights and its build.
    pub queue: Queue,
    /// How many jobs it runs at once.
    pub threads: usize,
    /// The kinds of jobs that it can run.
    pub kinds: Vec<JobKind>,
    /// Set when no more jobs are to be taken; those begun are finished.
    pub finish: Arc<AtomicBool>,
    /// Set when everything is to be handed back.
    pub leave: Arc<AtomicBool>,
}

/// What a worker reports to its user.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It is ready for jobs.
    Ready,
    /// The server is away.
    Away,
    /// The server is back.
    Back,
    /// It has done a job. Whether the server keeps the answer is told by [`Kept`](Event::Kept).
    Answered {
        /// The batch of the job.
        batch: String,
        /// The kind of the job.
        kind: String,
        /// The time it took.
        seconds: f64,
    },
    /// It could not run a job.
    Failed {
        /// The batch of the job.
        batch: String,
        /// The reason.
        reason: String,
        /// Whether no worker will try again.
        given_up: bool,
    },
    /// The server has stored an answer.
    Kept,
    /// The server does not store answers, and why: no more jobs are taken until it does.
    NoRoom(String),
    /// The server stores answers again.
    RoomAgain,
    /// There are jobs that it leaves to other workers.
    Refused {
        /// The workers that these jobs need.
        needs: String,
        /// The number of such jobs.
        waiting: u64,
    },
    /// It takes no more jobs.
    Finishing {
        /// The number of jobs that it still runs.
        left: usize,
    },
}

/// What a worker has done in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Jobs done.
    pub done: u64,
    /// Jobs whose answers the server has stored.
    pub kept: u64,
    /// Jobs that could not be run.
    pub failed: u64,
    /// Jobs handed back.
    pub handed_back: u64,
}
