//! When a search must stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The limits all threads of a search share.
pub(crate) struct Budget<'a> {
    /// Raised from outside.
    stop: &'a AtomicBool,
    /// Raised by the first thread that notices that a limit is passed.
    spent: AtomicBool,
    deadline: Option<Instant>,
    nodes: u64,
    /// Positions visited by all threads, brought up to date now and then.
    visited: Apart<AtomicU64>,
}

/// A value in a cache line of its own, so that changing it does not disturb the threads that read
/// its neighbours at every position.
#[repr(align(128))]
pub(super) struct Apart<T>(pub(super) T);

impl<'a> Budget<'a> {
    pub(crate) fn new(
        stop: &'a AtomicBool,
        deadline: Option<Instant>,
        nodes: Option<u64>,
    ) -> Budget<'a> {
        Budget {
            stop,
            spent: AtomicBool::new(false),
            deadline,
            nodes: nodes.unwrap_or(u64::MAX),
            visited: Apart(AtomicU64::new(0)),
        }
    }

    /// Whether to return at once. Once it is so it stays so, even if `stop` is lowered again:
    /// otherwise half a search could pass for a whole one.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        if self.stop.load(Relaxed) {
            self.spent.store(true, Relaxed);
        }
        self.spent.load(Relaxed)
    }

    /// Lets all threads return at once.
    pub(super) fn call_off(&self) {
        self.spent.store(true, Relaxed);
    }

    /// Adds positions visited since the last time and looks at the clock.
    pub(crate) fn spend(&self, nodes: u64) {
        let visited = self.visited.0.fetch_add(nodes, Relaxed) + nodes;
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        if visited >= self.nodes || late() {
            self.spent.store(true, Relaxed);
        }
    }

    /// Positions visited so far.
    pub(crate) fn visited(&self) -> u64 {
        self.visited.0.load(Relaxed)
    }
}
