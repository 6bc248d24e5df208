//! Principal variation search (PVS): transposition table, ETC, multi-probcut and YBWC parallelism.
//!
//! One search serves middle game and endgame. A search whose depth is the number of empty squares
//! goes to the end of the game, and its result is exact unless it is selective; near the end it
//! calls the [endgame](super::endgame) solver. Scores are in units of a 128th of a disc.

use super::endgame::{MAX_EMPTIES, final_score};
use super::leaf::LEAF_DEPTH;
use super::node::{Best, Move, Node, Task};
use super::ybwc::{WIDEST, Worker};
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::probcut::Selectivity;
use crate::score::Score;
use crate::stability::best_possible;
use crate::transposition::{SearchResult, hash};

/// The least depth of a split point in a search to the end of the game.
const SPLIT_MIN_EMPTIES: u32 = 13;
/// The least depth of a split point in other searches.
const SPLIT_MIN_DEPTH: u32 = 6;

/// The least depth for multi-probcut. Measured on five middle-game positions with pattern weights at
/// depth 16: with 5 the search took 2.8 times as many nodes, and found one best move in a hundred
/// more on hard-30 at depth 12.
const PROBCUT_MIN_DEPTH: u32 = 3;

/// The least depth for the enhanced transposition cutoff (ETC).
const ETC_MIN_DEPTH: u32 = 14;

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// Null window search: a lower bound if the score is above `alpha`, else an upper bound.
    pub(crate) fn null_window(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        selectivity: Selectivity,
    ) -> i32 {
        // Step 1. Endgame solver near the end of the game; shallow search near the leaves.
        let depth = depth.min(node.empties);
        let to_the_end = depth == node.empties;
        if to_the_end && node.empties <= MAX_EMPTIES {
            // The least whole number of discs above alpha, less one.
            let discs = alpha.div_euclid(Score::DISC);
            let score = self.endgame.solve(node.board, discs) * Score::DISC;
            self.report_now_and_then();
            return score;
        }
        if depth <= LEAF_DEPTH {
            return self.shallow(node, depth, alpha, alpha + 1);
        }
        self.visit();
        if self.is_cancelled() {
            return alpha;
        }
        // Step 2. Stability cutoff.
        if to_the_end && alpha >= (2 * node.empties as i32 - 2) * Score::DISC {
            let discs = alpha.div_euclid(Score::DISC);
            if let Some(bound) = best_possible::<G>(node.board, discs) {
                return bound * Score::DISC;
            }
        }
        // Step 3. Transposition table lookup.
        let key = hash(node.board);
        let entry = self.shared.table.probe(key);
        if let Some(entry) = &entry
            && entry.serves(depth, selectivity.0)
        {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        // Step 4. Move generation; pass or end of the game.
        let moves = node.moves::<G>();
        if moves == 0 {
            let passed = node.pass(self.shared.evaluator);
            if passed.moves::<G>() == 0 {
                return final_score::<G>(node.board) * Score::DISC;
            }
            return -self.null_window(&passed, depth, -alpha - 1, selectivity);
        }
        // Step 5. Enhanced transposition cutoff (ETC).
        if depth >= ETC_MIN_DEPTH
            && let Some(bound) = self.etc_cutoff(node, moves, depth, alpha, selectivity)
        {
            return bound;
        }
        // Step 6. Multi-probcut.
        if depth >= PROBCUT_MIN_DEPTH
            && let Some(bound) = self.probcut(node, depth, alpha, selectivity)
        {
            return bound;
        }
        // Step 7. Move ordering and search of the moves.
        let moves = self.ordered(node, moves, depth, entry.as_ref());
        let task = Task {
            node: *node,
            depth,
            selectivity,
            beta: alpha + 1,
        };
        let best = self.search_moves(&task, &moves, alpha);
        // Step 8. Transposition table store.
        if !self.is_cancelled() {
            self.store(key, &task, alpha, best);
        }
        best.score
    }

    /// Principal variation search: the score if it lies between `alpha` and `beta`, else a bound on
    /// that side.
    pub(crate) fn principal(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        beta: i32,
        selectivity: Selectivity,
    ) -> i32 {
        // Step 1. Shallow search near the leaves.
        let depth = depth.min(node.empties);
        let to_the_end = depth == node.empties;
        if !to_the_end && depth <= LEAF_DEPTH {
            return self.shallow(node, depth, alpha, beta);
        }
        self.visit();
        if self.is_cancelled() {
            return alpha;
        }
        // Step 2. Transposition table lookup.
        let key = hash(node.board);
        let entry = self.shared.table.probe(key);
        if let Some(entry) = &entry
            && entry.serves(depth, selectivity.0)
        {
            if entry.lower >= beta || entry.lower == entry.upper {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        // Step 3. Move generation; pass or end of the game.
        let moves = node.moves::<G>();
        if moves == 0 {
            let passed = node.pass(self.shared.evaluator);
            if passed.moves::<G>() == 0 {
                return final_score::<G>(node.board) * Score::DISC;
            }
            return -self.principal(&passed, depth, -beta, -alpha, selectivity);
        }
        // Step 4. Move ordering and search of the moves.
        let moves = self.ordered(node, moves, depth, entry.as_ref());
        let task = Task {
            node: *node,
            depth,
            selectivity,
            beta,
        };
        let best = self.search_moves(&task, &moves, alpha);
        // Step 5. Transposition table store.
        if !self.is_cancelled() {
            self.store(key, &task, alpha, best);
        }
        best.score
    }

    fn store(&self, key: u64, task: &Task<E::State>, alpha: i32, best: Best) {
        let result = SearchResult {
            depth: task.depth,
            selectivity: task.selectivity.0,
            alpha,
            beta: task.beta,
            score: best.score,
            best: best.square,
        };
        self.shared.table.store(key, &result);
    }

    /// Searches moves in the given order until a beta cutoff. After the first move the rest may be
    /// shared with idle threads.
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
        let worth_splitting = task.depth
            >= if to_the_end {
                SPLIT_MIN_EMPTIES
            } else {
                SPLIT_MIN_DEPTH
            };
        for (place, candidate) in moves.iter().enumerate() {
            if place > 0
                && worth_splitting
                && place + 1 < moves.len()
                && self.shared.pool.has_helper(self.split.as_deref())
            {
                return self.split(task, &moves[place..], alpha.max(best.score), best);
            }
            let score = self.search_move(task, candidate, alpha.max(best.score), place == 0);
            if self.is_cancelled() {
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

    /// Searches one move: with a null window first unless it is the first move of a PV node.
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
            if score <= alpha || score >= task.beta || self.is_cancelled() {
                return score;
            }
        }
        -self.principal(&node, depth, -task.beta, -alpha, selectivity)
    }
}
