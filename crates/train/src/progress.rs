//! How far a block has come.

use std::time::{Duration, Instant};

use jobs::batch::Pulse;

/// How often it is told.
const OFTEN: Duration = Duration::from_secs(1);

/// Counts what is done and tells it now and then, but not of blocks that take no time.
pub struct Progress {
    things: &'static str,
    count: usize,
    done: usize,
    told: Instant,
}

impl Progress {
    /// Nothing is done of so many things.
    #[must_use]
    pub fn new(things: &'static str, count: usize) -> Progress {
        Progress {
            things,
            count,
            done: 0,
            told: Instant::now(),
        }
    }

    /// One more is done.
    pub fn one_more(&mut self, pulse: &mut Pulse<'_>) {
        self.done += 1;
        if self.told.elapsed() >= OFTEN {
            self.told = Instant::now();
            (pulse.say)(&format!("{} of {} {}", self.done, self.count, self.things));
        }
    }
}
