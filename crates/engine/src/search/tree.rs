//! The search: principal variation search with a shared table, probability cuts and many threads.
//!
//! One search serves the middle game and the end. A search as deep as there are empty squares goes
//! to the end of the game, and its results are exact unless it is selective; near the end it hands
//! over to the [endgame](super::endgame) solver. Scores are in units of a 128th of a disc.

use std::sync::Arc;

use super::budget::Budget;
use super::endgame::{Endgame, HIGHEST, final_score};
use super::field::Field;
use super::glance::GLANCE;
use super::node::{Move, Node};
use super::pool::Pool;
use super::split::{Best, Split, Task};
use crate::eval::Evaluator;
use crate::probcut::Selectivity;
use crate::score::Score;
use crate::stability::best_possible;
use crate::table::{Entry, Finding, Table, hash};

/// More than any score.
pub(crate) const WIDEST: i32 = 65 * Score::DISC;

/// From this many moves before the end (or the horizon) on, threads share the work.
const SPLIT_TO_THE_END: u32 = 13;
const SPLIT: u32 = 6;

/// From this depth on a shallow search may stand for a deep one. Measured on five positions of the
/// middle game with sums of weights, 16 moves ahead: from 5 on it took 2.8 times as many positions, for one best move in
/// a hundred more on hard-30, 12 moves ahead.
const PROBCUT: u32 = 3;

/// From this many empties on the table is asked about every move before any is searched.
const ENHANCED: u32 = 14;

/// After this many positions the limits are looked at: some tens of microseconds.
const UNREPORTED: u64 = 1_000;

/// What all threads of a search share.
pub(crate) struct Shared<'a, E: Evaluator> {
    pub(crate) evaluator: &'a E,
    pub(crate) table: &'a Table,
    pub(crate) budget: Budget<'a>,
    pub(crate) pool: Pool<E::State>,
}

/// One thread of a search.
pub(crate) struct Worker<'a, E: Evaluator, F: Field> {
    pub(crate) shared: &'a Shared<'a, E>,
    endgame: Endgame<F>,
    pub(super) nodes: u64,
    reported: u64,
    pub(super) split: Option<Arc<Split<E::State>>>,
}

impl<'a, E: Evaluator, F: Field> Worker<'a, E, F> {
    pub(crate) fn new(shared: &'a Shared<'a, E>) -> Worker<'a, E, F> {
        Worker {
            shared,
            endgame: Endgame::new(),
            nodes: 0,
            reported: 0,
            split: None,
        }
    }

    /// Whether what is being searched does not matter any more: results are meaningless then.
    #[inline]
    pub(crate) fn is_called_off(&self) -> bool {
        self.shared.budget.is_spent() || self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Tells the budget what was visited.
    pub(crate) fn report(&mut self) {
        let visited = self.nodes + self.endgame.nodes;
        self.shared.budget.spend(visited - self.reported);
        self.reported = visited;
    }

    fn report_now_and_then(&mut self) {
        if self.nodes + self.endgame.nodes - self.reported >= UNREPORTED {
            self.report();
        }
    }

    fn visit(&mut self) {
        self.nodes += 1;
        self.report_now_and_then();
    }

    /// Whether the score is above `alpha`: a lower bound above it or an upper bound not above it.
    pub(crate) fn null_window(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        selectivity: Selectivity,
    ) -> i32 {
        // Step 1. Near the end, solve; near the horizon, evaluate.
        let depth = depth.min(node.empties);
        let to_the_end = depth == node.empties;
        if to_the_end && node.empties <= HIGHEST {
            // The least whole number of discs above alpha, less one.
            let discs = alpha.div_euclid(Score::DISC);
            let score = self.endgame.solve(node.board, discs) * Score::DISC;
            self.report_now_and_then();
            return score;
        }
        if depth <= GLANCE {
            return self.glance(node, depth, alpha, alpha + 1);
        }
        self.visit();
        if self.is_called_off() {
            return alpha;
        }
        // Step 2. What stable discs already settle.
        if to_the_end && alpha >= (2 * node.empties as i32 - 2) * Score::DISC {
            let discs = alpha.div_euclid(Score::DISC);
            if let Some(bound) = best_possible::<F>(node.board, discs) {
                return bound * Score::DISC;
            }
        }
        // Step 3. What is remembered.
        let key = hash(node.board);
        let entry = self.shared.table.get(key);
        if let Some(entry) = &entry
            && serves(entry, depth, selectivity)
        {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        // Step 4. Moves, or a pass, or the end.
        let moves = node.moves::<F>();
        if moves == 0 {
            let passed = node.pass(self.shared.evaluator);
            if passed.moves::<F>() == 0 {
                return final_score::<F>(node.board) * Score::DISC;
            }
            return -self.null_window(&passed, depth, -alpha - 1, selectivity);
        }
        // Step 5. What is remembered of the positions after each move.
        if depth >= ENHANCED
            && let Some(bound) = self.enhanced_cut(node, moves, depth, alpha, selectivity)
        {
            return bound;
        }
        // Step 6. What a shallow search makes almost certain.
        if depth >= PROBCUT
            && let Some(bound) = self.probability_cut(node, depth, alpha, selectivity)
        {
            return bound;
        }
        // Step 7. Search the moves, the most promising first.
        let moves = self.ordered(node, moves, depth, entry.as_ref());
        let task = Task {
            node: *node,
            depth,
            selectivity,
            beta: alpha + 1,
        };
        let best = self.search_moves(&task, &moves, alpha);
        // Step 8. Remember.
        if !self.is_called_off() {
            self.remember(key, &task, alpha, best);
        }
        best.score
    }

    /// The score, if it is between `alpha` and `beta`; otherwise a bound on that side.
    pub(crate) fn principal(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        beta: i32,
        selectivity: Selectivity,
    ) -> i32 {
        let depth = depth.min(node.empties);
        let to_the_end = depth == node.empties;
        if !to_the_end && depth <= GLANCE {
            return self.glance(node, depth, alpha, beta);
        }
        self.visit();
        if self.is_called_off() {
            return alpha;
        }
        let key = hash(node.board);
        let entry = self.shared.table.get(key);
        if let Some(entry) = &entry
            && serves(entry, depth, selectivity)
        {
            if entry.lower >= beta || entry.lower == entry.upper {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        let moves = node.moves::<F>();
        if moves == 0 {
            let passed = node.pass(self.shared.evaluator);
            if passed.moves::<F>() == 0 {
                return final_score::<F>(node.board) * Score::DISC;
            }
            return -self.principal(&passed, depth, -beta, -alpha, selectivity);
        }
        let moves = self.ordered(node, moves, depth, entry.as_ref());
        let task = Task {
            node: *node,
            depth,
            selectivity,
            beta,
        };
        let best = self.search_moves(&task, &moves, alpha);
        if !self.is_called_off() {
            self.remember(key, &task, alpha, best);
        }
        best.score
    }

    fn remember(&self, key: u64, task: &Task<E::State>, alpha: i32, best: Best) {
        let finding = Finding {
            depth: task.depth,
            selectivity: task.selectivity.0,
            alpha,
            beta: task.beta,
            score: best.score,
            best: best.square,
        };
        self.shared.table.put(key, &finding);
    }

    /// Searches moves in the order given until one reaches the upper end of the window.
    pub(crate) fn search_moves(
        &mut self,
        task: &Task<E::State>,
        moves: &[Move],
        alpha: i32,
    ) -> Best {
        let mut best = Best {
            score: -WIDEST,
            square: None,
        };
        let to_the_end = task.depth == task.node.empties;
        let worth_splitting = task.depth >= if to_the_end { SPLIT_TO_THE_END } else { SPLIT };
        for (place, candidate) in moves.iter().enumerate() {
            if place > 0
                && worth_splitting
                && place + 1 < moves.len()
                && self.shared.pool.has_helper(self.split.as_deref())
            {
                return self.share(task, &moves[place..], alpha.max(best.score), best);
            }
            let score = self.search_move(task, candidate, alpha.max(best.score), place == 0);
            if self.is_called_off() {
                return best;
            }
            if score > best.score {
                best = Best {
                    score,
                    square: Some(candidate.square),
                };
                if score >= task.beta {
                    break;
                }
            }
        }
        best
    }

    pub(super) fn search_move(
        &mut self,
        task: &Task<E::State>,
        candidate: &Move,
        alpha: i32,
        first: bool,
    ) -> i32 {
        let node = task
            .node
            .play(self.shared.evaluator, candidate.square, candidate.flips);
        let depth = task.depth - 1;
        let selectivity = task.selectivity;
        if !first || task.beta - alpha == 1 {
            let score = -self.null_window(&node, depth, -alpha - 1, selectivity);
            if score <= alpha || score >= task.beta || self.is_called_off() {
                return score;
            }
        }
        -self.principal(&node, depth, -task.beta, -alpha, selectivity)
    }
}

/// Whether an entry answers a search this deep and this sure.
#[inline]
pub(super) fn serves(entry: &Entry, depth: u32, selectivity: Selectivity) -> bool {
    entry.depth >= depth && entry.selectivity >= selectivity.0
}
