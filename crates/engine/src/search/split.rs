//! A position whose moves many threads search: young brothers wait.
//!
//! Once the first move of a position has been searched, the others can be shared out. The thread
//! that does so publishes a split; idle threads take moves from it, and may split again below.
//! A move that proves the rest useless cuts the split, and everybody working under it returns.

use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed},
};
use std::sync::{Arc, Mutex, PoisonError};

use super::budget::Apart;
use super::node::{Move, Node};
use crate::probcut::Selectivity;
use rules::Square;

/// What is searched: a position, how deep, how surely, and up to which score.
#[derive(Clone, Copy)]
pub(crate) struct Task<S> {
    pub(crate) node: Node<S>,
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
    pub(crate) beta: i32,
}

/// The best score so far and the move that got it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) score: i32,
    pub(crate) square: Option<Square>,
}

impl Best {
    /// Becomes the other if that is better.
    #[inline]
    pub(crate) fn take_in(&mut self, other: Best) {
        if other.score > self.score {
            *self = other;
        }
    }
}

/// A position whose moves are shared out.
pub(crate) struct Split<S> {
    pub(crate) task: Task<S>,
    moves: Vec<Move>,
    taken: AtomicUsize,
    pub(crate) alpha: AtomicI32,
    best: Mutex<Best>,
    helpers: AtomicUsize,
    signs: Apart<Signs<S>>,
}

/// What every thread below looks at again and again, apart from what changes with every move.
struct Signs<S> {
    parent: Option<Arc<Split<S>>>,
    /// Nothing below matters any more.
    cut: AtomicBool,
    /// The owner has nothing to do but to help below.
    awaited: AtomicBool,
}

impl<S: Copy> Split<S> {
    pub(crate) fn new(
        task: Task<S>,
        moves: Vec<Move>,
        alpha: i32,
        best: Best,
        parent: Option<Arc<Split<S>>>,
    ) -> Split<S> {
        Split {
            task,
            moves,
            taken: AtomicUsize::new(0),
            alpha: AtomicI32::new(alpha),
            best: Mutex::new(best),
            helpers: AtomicUsize::new(0),
            signs: Apart(Signs {
                parent,
                cut: AtomicBool::new(false),
                awaited: AtomicBool::new(false),
            }),
        }
    }

    /// The next move nobody has taken yet.
    pub(crate) fn take(&self) -> Option<Move> {
        if self.signs.0.cut.load(Relaxed) {
            return None;
        }
        self.moves.get(self.taken.fetch_add(1, Relaxed)).copied()
    }

    pub(super) fn has_work(&self) -> bool {
        !self.signs.0.cut.load(Relaxed) && self.moves_left() > 0
    }

    /// How many moves nobody has taken yet.
    pub(super) fn moves_left(&self) -> usize {
        let taken = self.taken.load(Relaxed);
        self.moves.len().saturating_sub(taken)
    }

    /// This split and those above it.
    fn chain(&self) -> impl Iterator<Item = &Split<S>> {
        std::iter::successors(Some(self), |split| split.signs.0.parent.as_deref())
    }

    /// Whether nothing below this split matters any more.
    pub(crate) fn is_cut(&self) -> bool {
        self.chain().any(|split| split.signs.0.cut.load(Relaxed))
    }

    /// Whether the owner of this split or of one above it waits for work below its own.
    pub(super) fn is_awaited(&self) -> bool {
        self.chain()
            .any(|split| split.signs.0.awaited.load(Relaxed))
    }

    pub(super) fn is_below(&self, ancestor: &Split<S>) -> bool {
        let mut above = self.chain().skip(1);
        above.any(|split| std::ptr::eq(split, ancestor))
    }

    /// The owner begins or ends to wait for work below.
    pub(super) fn await_help(&self, awaited: bool) {
        self.signs.0.awaited.store(awaited, Relaxed);
    }

    /// Takes in the score of a move.
    pub(crate) fn report(&self, square: Square, score: i32) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if score > best.score {
            *best = Best {
                score,
                square: Some(square),
            };
            self.alpha.fetch_max(score, Relaxed);
            if score >= self.task.beta {
                self.signs.0.cut.store(true, Relaxed);
            }
        }
    }

    pub(crate) fn best(&self) -> Best {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.helpers.load(Acquire) > 0
    }

    /// A helper begins here.
    pub(super) fn join(&self) {
        self.helpers.fetch_add(1, AcqRel);
    }

    /// A helper is done here.
    pub(crate) fn leave(&self) {
        self.helpers.fetch_sub(1, AcqRel);
    }
}
