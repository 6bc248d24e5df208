//! Notices of a client to its user: each change is reported once.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::link::Connection;
use super::names::Queue;
use super::roll::Roll;
use super::wire;
use crate::batch::Batch;
use crate::job::Job;

/// How long no worker may be there before the user is told.
const LONELY: Duration = Duration::from_secs(4);

/// Tells the user what happens, each thing once.
pub struct Notices<'a> {
    queue: &'a Queue,
    worker_command: &'a str,
    tell: &'a mut dyn FnMut(&str),
    since: Instant,
    capacity: Option<usize>,
    is_away: bool,
    is_lonely: bool,
    is_unchecked: bool,
    is_short: bool,
    /// Workers of other builds that were named.
    builds: HashSet<String>,
}

impl<'a> Notices<'a> {
    /// Nothing has been reported yet.
    pub fn new(
        queue: &'a Queue,
        worker_command: &'a str,
        tell: &'a mut dyn FnMut(&str),
    ) -> Notices<'a> {
        Notices {
            queue,
            worker_command,
            tell,
            since: Instant::now(),
            capacity: None,
            is_away: false,
            is_lonely: false,
            is_unchecked: false,
            is_short: false,
            builds: HashSet::new(),
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
            let (Queue { weights, build }, command) = (self.queue, self.worker_command);
            self.tell(&format!(
                "no worker with weights {weights} and build {build} is there {so_far}: `{command} \
                 --farm URL` starts one; waiting"
            ));
        }
    }

    /// Tells which workers are of another build of the program.
    pub fn other_builds(&mut self, roll: &Roll) {
        for worker in &roll.others {
            if self.builds.insert(worker.worker.clone()) {
                let (ours, theirs) = (&self.queue.build, worker.build_text());
                let told = format!(
                    "worker {} is build {theirs}; this command is build {ours}: it gets no jobs",
                    worker.worker
                );
                self.tell(&wire::short(&told));
            }
        }
    }

    /// Tells that answers were used which no other worker could check.
    pub fn unchecked(&mut self, has_unchecked: bool) {
        if has_unchecked && !self.is_unchecked {
            self.is_unchecked = true;
            self.tell(
                "no second worker is there to check answers: they are verified as far as the rules \
                 tell, and otherwise believed",
            );
        }
    }

    /// Tells that answers are removed to make room.
    pub fn short_of_room(&mut self) {
        if !self.is_short {
            self.is_short = true;
            self.tell(
                "the server is short of room for answers: those that were used are removed. A client \
                 that is started again has them done once more",
            );
        }
    }
}
