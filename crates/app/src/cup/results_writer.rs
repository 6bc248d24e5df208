//! Who writes results down while a cup is played.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::live::Live;
use arena::results;

/// How often the keeper looks for games that have ended.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Writes the results of a cup after every game: beside the games, so that none waits for it, and
/// seldom enough to spend little time on it when there are thousands.
pub struct ResultsWriter;

impl ResultsWriter {
    /// Keeps the results up to date while something is done, and says what went wrong last.
    pub fn during(live: &Mutex<Live>, folder: &Path, task: impl FnOnce()) -> Result<()> {
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let keeper = scope.spawn(|| keep(live, folder, &done));
            // Also when the task panics: the scope waits for the keeper.
            let leave = Leave(&done);
            task();
            drop(leave);
            keeper.join().unwrap_or(Ok(()))
        })
    }
}

struct Leave<'a>(&'a AtomicBool);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn keep(live: &Mutex<Live>, folder: &Path, done: &AtomicBool) -> Result<()> {
    let mut written = Ok(());
    let mut rest_until = Instant::now();
    while !done.load(Ordering::SeqCst) {
        thread::sleep(POLL_INTERVAL);
        if Instant::now() < rest_until {
            continue;
        }
        let begun = Instant::now();
        let news = live.lock().unwrap_or_else(PoisonError::into_inner).news();
        if let Some(event) = news {
            written = results::write(&event, folder).map(|_| ());
            rest_until = Instant::now() + 9 * begun.elapsed();
        }
    }
    written
}
