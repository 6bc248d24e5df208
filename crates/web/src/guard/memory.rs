//! The memory bound: new work is refused before the program has used up its memory.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::time;

use crate::problem::Problem;

/// How often the memory in use is measured.
const INTERVAL: Duration = Duration::from_millis(200);

/// New work is refused from this part of the bound on, and accepted again below the other.
const SHORT: f64 = 0.85;
const ENOUGH: f64 = 0.80;

/// The least and the usual bound, in megabytes.
pub const LEAST_MB: usize = 256;
const USUAL_MB: usize = 1024;

const MEGABYTE: u64 = 1 << 20;

/// The memory that the program uses, and its bound.
#[derive(Debug)]
pub struct Memory {
    bound: u64,
    used: AtomicU64,
    is_short: AtomicBool,
}

impl Memory {
    /// A bound in megabytes; by default a quarter of the computer's memory, but not too little.
    pub fn new(megabytes: Option<usize>) -> Arc<Memory> {
        let megabytes = megabytes.unwrap_or_else(usual);
        Arc::new(Memory {
            bound: megabytes as u64 * MEGABYTE,
            used: AtomicU64::new(resident().unwrap_or(0)),
            is_short: AtomicBool::new(false),
        })
    }

    /// The bound in megabytes.
    pub fn megabytes(&self) -> usize {
        usize::try_from(self.bound / MEGABYTE).unwrap_or(usize::MAX)
    }

    /// The bound in bytes.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// The bytes that were in use when they were last measured; `None` where the system does not tell.
    pub fn used(&self) -> Option<u64> {
        let used = self.used.load(Ordering::Relaxed);
        (used > 0).then_some(used)
    }

    /// Measures for as long as the program runs. Where the system does not tell, only the quotas of
    /// the visitors bound the memory.
    pub async fn measure(self: Arc<Self>) {
        let mut ticks = time::interval(INTERVAL);
        while let Some(used) = resident() {
            self.note(used);
            ticks.tick().await;
        }
    }

    fn note(&self, used: u64) {
        self.used.store(used, Ordering::Relaxed);
        let was_short = self.is_short.load(Ordering::Relaxed);
        let part = if was_short { ENOUGH } else { SHORT };
        let is_short = used as f64 > self.bound as f64 * part;
        self.is_short.store(is_short, Ordering::Relaxed);
        let (used, bound) = (used / MEGABYTE, self.bound / MEGABYTE);
        match (was_short, is_short) {
            (false, true) => tracing::warn!(used, bound, "memory is short: new work is refused"),
            (true, false) => tracing::info!(used, bound, "there is enough memory again"),
            _ => {}
        }
    }

    /// Checks that there is memory for new work: a connection, a game, an analysis, a file.
    ///
    /// # Errors
    /// When the bound is near.
    pub fn check(&self) -> Result<(), Problem> {
        if self.is_short.load(Ordering::Relaxed) {
            return Err(Problem::no_memory(
                "the server has no memory for more just now; games that are on can go on",
            ));
        }
        Ok(())
    }
}

/// A quarter of the memory of this computer, or of the container that the program runs in.
fn usual() -> usize {
    let of_computer = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(kilobytes * 1024)
    });
    let of_container = fs::read_to_string("/sys/fs/cgroup/memory.max");
    let of_container = of_container.ok().and_then(|text| text.trim().parse().ok());
    let most = of_computer.into_iter().chain(of_container).min();
    let quarter = most.map_or(0, |bytes: u64| bytes / 4 / MEGABYTE);
    let quarter = usize::try_from(quarter).unwrap_or(usize::MAX);
    match most {
        // All of a small container, less what the system needs.
        Some(bytes) if bytes < USUAL_MB as u64 * MEGABYTE => (quarter * 3).max(LEAST_MB),
        _ => quarter.max(USUAL_MB),
    }
}

/// The resident memory of this process in bytes; `None` where the system does not tell.
fn resident() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let text = fs::read_to_string("/proc/self/statm").ok()?;
        let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
        Some(pages * rustix::param::page_size() as u64)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_work_is_refused_near_the_bound_and_accepted_again_below() {
        let memory = Memory::new(Some(1000));
        assert_eq!(memory.megabytes(), 1000);
        for (megabytes, is_enough) in [
            (100, true),
            (840, true),
            (860, false),
            (820, false),
            (790, true),
            (840, true),
        ] {
            memory.note(megabytes * MEGABYTE);
            assert_eq!(memory.check().is_ok(), is_enough, "{megabytes} MB");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_measured() {
        let before = resident().unwrap();
        let more = std::hint::black_box(vec![1_u8; 64 << 20]);
        assert!(resident().unwrap() > before + (32 << 20));
        drop(more);
        assert!(usual() >= LEAST_MB);
    }
}
