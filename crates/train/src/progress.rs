//! Progress of a block.

use std::time::{Duration, Instant};

use jobs::Control;

/// The time between two reports.
const INTERVAL: Duration = Duration::from_secs(1);

/// Counts finished items and reports the count from time to time; short blocks report nothing.
pub struct Progress {
    things: &'static str,
    count: usize,
    done: usize,
    told: Instant,
}

impl Progress {
    /// Progress of `count` items, none finished.
    #[must_use]
    pub fn new(things: &'static str, count: usize) -> Progress {
        Progress {
            things,
            count,
            done: 0,
            told: Instant::now(),
        }
    }

    /// Counts one finished item.
    pub fn one_more(&mut self, control: &mut Control<'_>) {
        self.done += 1;
        if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            (control.progress)(&format!("{} of {} {}", self.done, self.count, self.things));
        }
    }
}
