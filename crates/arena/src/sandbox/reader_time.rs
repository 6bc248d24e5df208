//! The processor time of a thread that reads what a program writes. A program that writes much makes it
//! work; this is no work for others.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The processor time of one thread, for others to read.
#[derive(Debug, Default)]
pub(super) struct ReaderTime(AtomicU64);

impl ReaderTime {
    /// Notes the processor time of the calling thread.
    #[cfg(target_os = "linux")]
    pub fn update(&self) {
        use rustix::time::{ClockId, clock_gettime};
        let used = Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default();
        let nanos = u64::try_from(used.as_nanos()).unwrap_or(u64::MAX);
        self.0.store(nanos, Ordering::Relaxed);
    }

    /// Other systems do not measure it.
    #[cfg(not(target_os = "linux"))]
    pub fn update(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// The time that was noted last.
    #[cfg(target_os = "linux")]
    pub fn get(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}
