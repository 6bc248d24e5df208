//! YBWC split points: nodes whose remaining moves several threads search (young brothers wait).
//!
//! After the first move of a node has been searched, the other moves can be searched in parallel.
//! The owner of the node publishes a split point; idle threads take moves from it and may split
//! again below. A beta cutoff at a split point cancels all work below it.

use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed},
};
use std::sync::{Arc, Mutex, PoisonError};

use reversi_rules::Square;

use crate::search::budget::CachePadded;
use crate::search::node::{Best, Move, NodeType, Task};

/// The largest number of helpers at a cut-node: its second or third move may still be a cutoff, and
/// then the work of all helpers was in vain.
const CUT_NODE_HELPERS: usize = 1;

/// A node whose moves are searched by several threads.
pub(crate) struct SplitPoint<S> {
    pub(crate) task: Task<S>,
    moves: Vec<Move>,
    taken: AtomicUsize,
    pub(crate) alpha: AtomicI32,
    best: Mutex<Best>,
    helpers: AtomicUsize,
    flags: CachePadded<Flags<S>>,
}

/// What every thread below reads at each node, in a cache line apart from what changes with each move.
struct Flags<S> {
    parent: Option<Arc<SplitPoint<S>>>,
    /// A beta cutoff happened: work below is cancelled.
    cut: AtomicBool,
    /// The owner is idle and may help below.
    awaited: AtomicBool,
}

impl<S: Copy> SplitPoint<S> {
    pub(crate) fn new(
        task: Task<S>,
        moves: Vec<Move>,
        alpha: i32,
        best: Best,
        parent: Option<Arc<SplitPoint<S>>>,
    ) -> SplitPoint<S> {
        SplitPoint {
            task,
            moves,
            taken: AtomicUsize::new(0),
            alpha: AtomicI32::new(alpha),
            best: Mutex::new(best),
            helpers: AtomicUsize::new(0),
            flags: CachePadded(Flags {
                parent,
                cut: AtomicBool::new(false),
                awaited: AtomicBool::new(false),
            }),
        }
    }

    /// The next move that no thread has taken.
    pub(crate) fn take(&self) -> Option<Move> {
        if self.flags.0.cut.load(Relaxed) {
            return None;
        }
        self.moves.get(self.taken.fetch_add(1, Relaxed)).copied()
    }

    pub(super) fn has_work(&self) -> bool {
        !self.flags.0.cut.load(Relaxed) && self.moves_left() > 0 && self.helpers_wanted() > 0
    }

    /// How many more threads may help here.
    pub(super) fn helpers_wanted(&self) -> usize {
        let limit = match self.task.node_type {
            NodeType::Cut => CUT_NODE_HELPERS,
            NodeType::Pv | NodeType::All => usize::MAX,
        };
        limit.saturating_sub(self.helpers.load(Relaxed))
    }

    /// The number of moves that no thread has taken.
    pub(super) fn moves_left(&self) -> usize {
        let taken = self.taken.load(Relaxed);
        self.moves.len().saturating_sub(taken)
    }

    /// This split point and those above it.
    fn chain(&self) -> impl Iterator<Item = &SplitPoint<S>> {
        std::iter::successors(Some(self), |split| split.flags.0.parent.as_deref())
    }

    /// True once this split point or one above it is cut off.
    pub(crate) fn is_cut(&self) -> bool {
        self.chain().any(|split| split.flags.0.cut.load(Relaxed))
    }

    /// Whether the owner of this split point or of one above it is idle.
    pub(super) fn is_awaited(&self) -> bool {
        self.chain()
            .any(|split| split.flags.0.awaited.load(Relaxed))
    }

    pub(super) fn is_below(&self, ancestor: &SplitPoint<S>) -> bool {
        let mut above = self.chain().skip(1);
        above.any(|split| std::ptr::eq(split, ancestor))
    }

    /// Marks the owner as idle or busy.
    pub(super) fn await_help(&self, awaited: bool) {
        self.flags.0.awaited.store(awaited, Relaxed);
    }

    /// Records the score of a move.
    pub(crate) fn report(&self, square: Square, score: i32) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if score > best.score {
            *best = Best {
                score,
                square: Some(square),
            };
            self.alpha.fetch_max(score, Relaxed);
            if score >= self.task.beta {
                self.flags.0.cut.store(true, Relaxed);
            }
        }
    }

    pub(crate) fn best(&self) -> Best {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.helpers.load(Acquire) > 0
    }

    /// Counts a helper that starts here.
    pub(super) fn join(&self) {
        self.helpers.fetch_add(1, AcqRel);
    }

    /// Counts a helper that is done here.
    pub(crate) fn leave(&self) {
        self.helpers.fetch_sub(1, AcqRel);
    }
}
