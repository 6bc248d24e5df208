//! Search limits: stop flag, deadline and node count, shared by all threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The limits all threads of a search share.
pub(crate) struct Budget<'a> {
    /// Set by the caller to stop the search.
    stop: &'a AtomicBool,
    /// Set by the first thread that notices that a limit is reached.
    spent: AtomicBool,
    deadline: Option<Instant>,
    nodes: u64,
    /// Nodes visited by all threads, updated at intervals.
    visited: CachePadded<AtomicU64>,
}

/// A value in a cache line of its own, so that writing it does not slow down threads that read
/// adjacent fields at every node.
#[repr(align(128))]
pub(super) struct CachePadded<T>(pub(super) T);

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
            visited: CachePadded(AtomicU64::new(0)),
        }
    }

    /// True once a limit is reached. It stays true even if `stop` is cleared again: otherwise an
    /// unfinished search could pass for a finished one.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        if self.stop.load(Relaxed) {
            self.spent.store(true, Relaxed);
        }
        self.spent.load(Relaxed)
    }

    /// Cancels the search for all threads.
    pub(super) fn cancel(&self) {
        self.spent.store(true, Relaxed);
    }

    /// Adds nodes visited since the last call and checks the limits.
    pub(crate) fn spend(&self, nodes: u64) {
        let visited = self.visited.0.fetch_add(nodes, Relaxed) + nodes;
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        if visited >= self.nodes || late() {
            self.spent.store(true, Relaxed);
        }
    }

    /// The time left, if there is a limit.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.deadline.map(left)
    }

    /// Nodes visited so far.
    pub(crate) fn visited(&self) -> u64 {
        self.visited.0.load(Relaxed)
    }
}
