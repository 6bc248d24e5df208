//! How threads share the work: moves of a position that others may search.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::budget::Budget;
use super::field::Field;
use super::node::Move;
use super::split::{Best, Split, Task};
use super::tree::{Shared, Worker};
use crate::eval::Evaluator;

impl<E: Evaluator, F: Field> Worker<'_, E, F> {
    /// Shares moves out to idle threads and takes part.
    pub(super) fn share(
        &mut self,
        task: &Task<E::State>,
        moves: &[Move],
        alpha: i32,
        best: Best,
    ) -> Best {
        let parent = self.split.take();
        let split = Arc::new(Split::new(
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

    /// Searches moves of a split until none is left.
    fn work(&mut self, split: &Split<E::State>) {
        while let Some(candidate) = split.take() {
            let alpha = split.alpha.load(Ordering::Relaxed);
            let score = self.search_move(&split.task, &candidate, alpha, false);
            if self.is_called_off() {
                return;
            }
            split.report(candidate.square, score);
        }
    }

    /// Works for a split of another thread, then leaves it.
    pub(crate) fn help(&mut self, split: &Arc<Split<E::State>>) {
        let _leaving = Leaving {
            split,
            budget: &self.shared.budget,
        };
        let own = self.split.replace(Arc::clone(split));
        self.work(split);
        self.report();
        self.split = own;
    }

    /// Serves the other threads until the search is over.
    pub(crate) fn serve(&mut self) {
        while let Some(split) = self.shared.pool.wait() {
            self.help(&split);
        }
    }
}

/// Leaves a split when it is dropped: after a panic as well, or its owner would wait for ever.
struct Leaving<'a, S: Copy> {
    split: &'a Split<S>,
    budget: &'a Budget<'a>,
}

impl<S: Copy> Drop for Leaving<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.budget.call_off();
        }
        self.split.leave();
    }
}

/// Sends all threads of a search home when it is dropped. After a panic what they are at is called
/// off, so that nobody remembers half a search as a whole one.
pub(crate) struct Ending<'a, E: Evaluator>(pub(crate) &'a Shared<'a, E>);

impl<E: Evaluator> Drop for Ending<'_, E> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.budget.call_off();
        }
        self.0.pool.close();
    }
}
