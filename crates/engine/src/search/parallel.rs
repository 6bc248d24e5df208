//! Many threads on one tree: young brothers wait.
//!
//! Once the first move of a position has been searched, the others can be shared out. The thread
//! that does so publishes a split; idle threads take moves from it, and may split again below.
//! A move that proves the rest useless cuts the split, and everybody working under it returns.
//! While the owner waits for its last helpers it helps them in turn, but nobody else: whatever it
//! does then is below its own split, so it is never late for its own result.

use std::sync::atomic::{
    AtomicBool, AtomicI32, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

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
    cut: AtomicBool,
    helpers: AtomicUsize,
    parent: Option<Arc<Split<S>>>,
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
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            parent,
        }
    }

    /// The next move nobody has taken yet.
    pub(crate) fn take(&self) -> Option<Move> {
        if self.cut.load(Relaxed) {
            return None;
        }
        self.moves.get(self.taken.fetch_add(1, Relaxed)).copied()
    }

    fn has_work(&self) -> bool {
        !self.cut.load(Relaxed) && self.taken.load(Relaxed) < self.moves.len()
    }

    /// Whether nothing below this split matters any more.
    pub(crate) fn is_cut(&self) -> bool {
        let mut split = self;
        loop {
            if split.cut.load(Relaxed) {
                return true;
            }
            match &split.parent {
                Some(parent) => split = parent,
                None => return false,
            }
        }
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
                self.cut.store(true, Relaxed);
            }
        }
    }

    pub(crate) fn best(&self) -> Best {
        *self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.helpers.load(Acquire) > 0
    }

    /// A helper is done here.
    pub(crate) fn leave(&self) {
        self.helpers.fetch_sub(1, AcqRel);
    }

    fn is_below(&self, ancestor: &Split<S>) -> bool {
        let mut parent = self.parent.as_deref();
        while let Some(split) = parent {
            if std::ptr::eq(split, ancestor) {
                return true;
            }
            parent = split.parent.as_deref();
        }
        false
    }
}

/// Where splits are offered and idle threads wait.
pub(crate) struct Pool<S> {
    splits: Apart<Mutex<Vec<Arc<Split<S>>>>>,
    wake: Condvar,
    idle: Apart<AtomicUsize>,
    offers: Apart<AtomicUsize>,
    closed: AtomicBool,
}

/// How often an idle thread looks for work before it sleeps: some tens of microseconds.
const LOOKS: u32 = 2_000;

impl<S: Copy> Pool<S> {
    pub(crate) fn new() -> Pool<S> {
        Pool {
            splits: Apart(Mutex::new(Vec::new())),
            wake: Condvar::new(),
            idle: Apart(AtomicUsize::new(0)),
            offers: Apart(AtomicUsize::new(0)),
            closed: AtomicBool::new(false),
        }
    }

    /// Whether a thread has nothing to do.
    #[inline]
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.0.load(Relaxed) > 0
    }

    pub(crate) fn offer(&self, split: Arc<Split<S>>) {
        let mut splits = self.lock();
        splits.push(split);
        // Under the lock: a thread about to sleep has either seen it or is not asleep yet.
        self.offers.0.fetch_add(1, Release);
        drop(splits);
        self.wake.notify_all();
    }

    /// No thread joins the split from now on.
    pub(crate) fn withdraw(&self, split: &Arc<Split<S>>) {
        self.lock().retain(|offered| !Arc::ptr_eq(offered, split));
    }

    /// Waits for work; `None` when there will be no more.
    pub(crate) fn wait(&self) -> Option<Arc<Split<S>>> {
        self.idle.0.fetch_add(1, Relaxed);
        let found = self.look_then_sleep();
        self.idle.0.fetch_sub(1, Relaxed);
        found
    }

    fn look_then_sleep(&self) -> Option<Arc<Split<S>>> {
        loop {
            let seen = self.offers.0.load(Acquire);
            if let Some(split) = self.join(None) {
                return Some(split);
            }
            for _ in 0..LOOKS {
                if self.closed.load(Acquire) {
                    return None;
                }
                if self.offers.0.load(Acquire) != seen {
                    break;
                }
                std::hint::spin_loop();
            }
            let splits = self.lock();
            if self.closed.load(Acquire) {
                return None;
            }
            if self.offers.0.load(Acquire) == seen {
                drop(self.wake.wait(splits));
            }
        }
    }

    /// Waits for the helpers of a split of one's own: work below it to take part in, or `None` when
    /// all of them are done. Whoever waits here counts as idle, so that the helpers share what
    /// they still have to do.
    pub(crate) fn wait_below(&self, own: &Split<S>) -> Option<Arc<Split<S>>> {
        self.idle.0.fetch_add(1, Relaxed);
        let found = self.look_below(own);
        self.idle.0.fetch_sub(1, Relaxed);
        found
    }

    fn look_below(&self, own: &Split<S>) -> Option<Arc<Split<S>>> {
        loop {
            let seen = self.offers.0.load(Acquire);
            if let Some(split) = self.join(Some(own)) {
                return Some(split);
            }
            let mut looks = 0;
            while self.offers.0.load(Acquire) == seen {
                if !own.is_busy() {
                    return None;
                }
                looks += 1;
                if looks % LOOKS == 0 {
                    std::thread::yield_now();
                } else {
                    std::hint::spin_loop();
                }
            }
        }
    }

    /// Joins the deepest split that has moves left, below `ancestor` if there is one.
    pub(crate) fn join(&self, ancestor: Option<&Split<S>>) -> Option<Arc<Split<S>>> {
        let splits = self.lock();
        let open = splits.iter().filter(|split| {
            split.has_work() && ancestor.is_none_or(|ancestor| split.is_below(ancestor))
        });
        let split = open.max_by_key(|split| split.task.depth)?;
        split.helpers.fetch_add(1, AcqRel);
        Some(Arc::clone(split))
    }

    /// Sends idle threads home when what it returns is dropped, in a panic as well.
    pub(crate) fn close_at_end(&self) -> Closing<'_, S> {
        Closing(self)
    }

    fn close(&self) {
        let splits = self.lock();
        self.closed.store(true, Release);
        drop(splits);
        self.wake.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Split<S>>>> {
        self.splits.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Closes a pool when it is dropped.
pub(crate) struct Closing<'a, S: Copy>(&'a Pool<S>);

impl<S: Copy> Drop for Closing<'_, S> {
    fn drop(&mut self) {
        self.0.close();
    }
}
