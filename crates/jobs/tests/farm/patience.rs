//! Waiting for what has to happen, however busy the machine is.

use std::thread;
use std::time::{Duration, Instant};

use jobs::{Link, Status, Watcher};

/// Waits until the status of a farm is as wanted, for two minutes at most.
#[track_caller]
pub fn wait_until(link: &Link, wanted: impl Fn(&Status) -> bool) {
    let watcher = Watcher::new(link).unwrap();
    let start = Instant::now();
    loop {
        let status = watcher.look().unwrap();
        if wanted(&status) {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "{status:?}");
        thread::sleep(Duration::from_millis(20));
    }
}
