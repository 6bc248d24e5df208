//! YBWC worker: one search thread, and what all threads of a search share.

use std::sync::Arc;

use super::pool::Pool;
use super::split_point::SplitPoint;
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::search::budget::Budget;
use crate::search::endgame::Endgame;
use crate::transposition::TranspositionTable;

/// The limits are checked after this many nodes: every few tens of microseconds.
const REPORT_INTERVAL: u64 = 1_000;

/// What all threads of a search share: evaluator, transposition table, limits and split points.
pub(crate) struct Shared<'a, E: Evaluator> {
    pub(crate) evaluator: &'a E,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) budget: Budget<'a>,
    pub(crate) pool: Pool<E::State>,
    /// The number of threads.
    pub(crate) threads: usize,
}

/// One thread of a search.
pub(crate) struct Worker<'a, E: Evaluator, G: Geometry> {
    pub(crate) shared: &'a Shared<'a, E>,
    pub(in crate::search) endgame: Endgame<G>,
    pub(in crate::search) nodes: u64,
    reported: u64,
    pub(in crate::search) split: Option<Arc<SplitPoint<E::State>>>,
}

impl<'a, E: Evaluator, G: Geometry> Worker<'a, E, G> {
    pub(crate) fn new(shared: &'a Shared<'a, E>) -> Worker<'a, E, G> {
        Worker {
            shared,
            endgame: Endgame::new(),
            nodes: 0,
            reported: 0,
            split: None,
        }
    }

    /// True once this search was cancelled; its results must be discarded.
    #[inline]
    pub(crate) fn is_cancelled(&self) -> bool {
        self.shared.budget.is_spent() || self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Adds the nodes visited since the last report to the shared budget.
    pub(crate) fn report(&mut self) {
        let visited = self.nodes + self.endgame.nodes;
        self.shared.budget.spend(visited - self.reported);
        self.reported = visited;
    }

    pub(in crate::search) fn report_now_and_then(&mut self) {
        if self.nodes + self.endgame.nodes - self.reported >= REPORT_INTERVAL {
            self.report();
        }
    }

    pub(in crate::search) fn visit(&mut self) {
        self.nodes += 1;
        self.report_now_and_then();
    }
}
