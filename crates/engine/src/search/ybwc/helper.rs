//! YBWC helpers: splitting a node, helping at split points of other threads, and the end of a search.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::split_point::SplitPoint;
use super::worker::{Shared, Worker};
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::search::budget::Budget;
use crate::search::node::{Best, Move, Task};

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// Searches moves together with idle threads: opens a split point, works at it, and waits for its
    /// helpers.
    pub(in crate::search) fn split(
        &mut self,
        task: &Task<E::State>,
        moves: &[Move],
        alpha: i32,
        best: Best,
    ) -> Best {
        let parent = self.split.take();
        let split = Arc::new(SplitPoint::new(
            *task,
            moves.to_vec(),
            alpha,
            best,
            parent.clone(),
        ));
        self.shared.pool.offer(&split);
        self.split = Some(Arc::clone(&split));
        self.work(&split);
        self.shared.pool.withdraw(&split);
        while let Some(below) = self.shared.pool.wait_below(&split) {
            self.help(&below);
        }
        self.split = parent;
        split.best()
    }

    /// Searches moves of a split point until none is left.
    fn work(&mut self, split: &SplitPoint<E::State>) {
        while let Some(candidate) = split.take() {
            let alpha = split.alpha.load(Ordering::Relaxed);
            let score = self.search_move(&split.task, &candidate, alpha, false);
            if self.is_cancelled() {
                return;
            }
            split.report(candidate.square, score);
        }
    }

    /// Works at a split point of another thread, then leaves it.
    pub(crate) fn help(&mut self, split: &Arc<SplitPoint<E::State>>) {
        let _leave = LeaveGuard {
            split,
            budget: &self.shared.budget,
        };
        let own = self.split.replace(Arc::clone(split));
        self.work(split);
        self.report();
        self.split = own;
    }

    /// Helps other threads until the search is over.
    pub(crate) fn serve(&mut self) {
        while let Some(split) = self.shared.pool.wait() {
            self.help(&split);
        }
    }
}

/// Leaves a split point when dropped, after a panic as well: its owner would wait forever otherwise.
struct LeaveGuard<'a, S: Copy> {
    split: &'a SplitPoint<S>,
    budget: &'a Budget<'a>,
}

impl<S: Copy> Drop for LeaveGuard<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.budget.cancel();
        }
        self.split.leave();
    }
}

/// Ends the search for all threads when dropped. After a panic the search is cancelled, so that no
/// thread stores an unfinished result.
pub(crate) struct EndOfSearch<'a, E: Evaluator>(pub(crate) &'a Shared<'a, E>);

impl<E: Evaluator> Drop for EndOfSearch<'_, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.budget.cancel();
        }
        self.0.pool.close();
    }
}
