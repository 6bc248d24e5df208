//! Notices of a client to its user: each change is reported once.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::link::Connection;
use super::names::Weights;
use crate::batch::Batch;
use crate::job::Job;

/// How long no worker may be there before the user is told.
const LONELY: Duration = Duration::from_secs(4);

/// Tells the user what happens, each thing once.
pub struct Notices<'a> {
    weights: &'a Weights,
    worker_command: &'a str,
    tell: &'a mut dyn FnMut(&str),
    since: Instant,
    capacity: Option<usize>,
    is_away: bool,
    is_lonely: bool,
}

impl<'a> Notices<'a> {
    /// Nothing has been reported yet.
    pub fn new(
        weights: &'a Weights,
        worker_command: &'a str,
        tell: &'a mut dyn FnMut(&str),
    ) -> Notices<'a> {
        Notices {
            weights,
            worker_command,
            tell,
            since: Instant::now(),
            capacity: None,
            is_away: false,
            is_lonely: false,
        }
    }

    /// Tells the user something.
    pub fn tell(&mut self, text: &str) {
        (self.tell)(text);
    }

    /// Tells the batch how many jobs can run at once.
    pub fn capacity<J: Job>(&mut self, threads: usize, batch: &mut dyn Batch<J>) {
        if self.capacity != Some(threads) {
            self.capacity = Some(threads);
            batch.capacity(threads.max(1));
        }
    }

    /// Tells when the server goes and comes.
    pub fn server(&mut self, connection: &Connection) {
        let is_away = !connection.is_there.load(Ordering::SeqCst);
        if is_away != self.is_away {
            self.is_away = is_away;
            self.tell(if is_away {
                "the server is away; waiting until it is back"
            } else {
                "the server is back"
            });
        }
    }

    /// Tells when there is no worker.
    pub fn workers(&mut self, threads: usize, done: u64) {
        if threads > 0 {
            self.is_lonely = false;
            self.since = Instant::now();
        } else if !self.is_lonely && self.since.elapsed() > LONELY && !self.is_away {
            self.is_lonely = true;
            let so_far = if done > 0 { "any more" } else { "yet" };
            let (weights, command) = (self.weights, self.worker_command);
            self.tell(&format!(
                "no worker with weights {weights} is there {so_far}: `{command} --farm URL` starts \
                 one; waiting"
            ));
        }
    }
}
