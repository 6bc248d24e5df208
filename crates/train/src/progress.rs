//! Progress of a block.

use std::time::{Duration, Instant};

use jobs::Control;

/// The time between two reports.
const INTERVAL: Duration = Duration::from_secs(1);

/// Counts what is done and reports it from time to time; short blocks report nothing.
pub struct Progress {
    things: &'static str,
    count: usize,
    done: usize,
    told: Instant,
}

impl Progress {
    /// No progress yet, of `count` things.
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
    pub fn one_more(&mut self, control: &mut Control<'_>) {
        self.done += 1;
        if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            (control.progress)(&format!("{} of {} {}", self.done, self.count, self.things));
        }
    }
}
