//! A thread that writes the results of a cup while its games are played.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::cup::Event;

/// How often the thread asks for new results.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// After a write the thread rests this many times as long as the write took: at most a tenth of one
/// processor core goes into results, however many games there are.
const REST_FACTOR: u32 = 9;

/// Runs a task and meanwhile writes the results into a folder whenever `news` has any. Games do not
/// wait for the files.
///
/// # Errors
/// When the last write failed.
pub fn write_during(
    news: impl Fn() -> Option<Arc<Event>> + Sync,
    folder: &Path,
    task: impl FnOnce(),
) -> Result<()> {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let writer = scope.spawn(|| write_news(&news, folder, &done));
        // Dropped also when the task panics: the scope waits for the writer.
        let finish = Finish(&done);
        task();
        drop(finish);
        writer.join().unwrap_or(Ok(()))
    })
}

/// Sets the flag when it is dropped.
struct Finish<'a>(&'a AtomicBool);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

fn write_news(
    news: &impl Fn() -> Option<Arc<Event>>,
    folder: &Path,
    done: &AtomicBool,
) -> Result<()> {
    let mut written = Ok(());
    let mut rest_until = Instant::now();
    while !done.load(Ordering::SeqCst) {
        thread::sleep(POLL_INTERVAL);
        if Instant::now() < rest_until {
            continue;
        }
        let begun = Instant::now();
        if let Some(event) = news() {
            written = super::write(&event, folder).map(|_| ());
            rest_until = Instant::now() + REST_FACTOR * begun.elapsed();
        }
    }
    written
}
