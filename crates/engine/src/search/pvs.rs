//! Principal variation search (PVS): transposition table, ETC, multi-probcut and YBWC parallelism.
//!
//! One search serves middle game and endgame. A search whose depth is the number of empty squares
//! goes to the end of the game, and its result is exact unless it is selective; near the end it
//! calls the [endgame](super::endgame) solver. Scores are in units of a 128th of a disc.

use super::endgame::{MAX_EMPTIES, final_score};
use super::leaf::LEAF_DEPTH;
use super::node::{Best, Node, NodeType, Task};
use super::ybwc::Worker;
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::probcut::Selectivity;
use crate::score::Score;
use crate::stability::best_possible;
use crate::transposition::{SearchResult, hash};

/// The least depth for multi-probcut. Measured on five middle-game positions with pattern weights at
/// depth 16: with 5 the search took 2.8 times as many nodes, and found one best move in a hundred
/// more on hard-30 at depth 12.
const PROBCUT_MIN_DEPTH: u32 = 3;

/// The least depth for the enhanced transposition cutoff (ETC).
const ETC_MIN_DEPTH: u32 = 13;

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// Null window search: a lower bound if the score is above `alpha`, else an upper bound.
    pub(crate) fn null_window(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        selectivity: Selectivity,
        node_type: NodeType,
    ) -> i32 {
        // Step 1. Endgame solver near the end of the game; shallow search near the leaves.
        let depth = depth.min(node.empties);
        let to_the_end = depth == node.empties;
        if to_the_end && node.empties <= MAX_EMPTIES {
            return self.solve(node, alpha);
        }
        if depth <= LEAF_DEPTH {
            return self.shallow(node, depth, alpha, alpha + 1);
        }
        self.visit();
        if self.is_cancelled() {
            return alpha;
        }
        // Step 2. Move generation and stability cutoff, while the processor loads the entry.
        let key = hash(node.board);
        self.shared.table.prefetch(key);
        let moves = node.moves::<G>();
        if to_the_end && alpha >= (2 * node.empties as i32 - 2) * Score::DISC {
            let discs = alpha.div_euclid(Score::DISC);
            if let Some(bound) = best_possible::<G>(node.board, discs) {
                return bound * Score::DISC;
            }
        }
        // Step 3. Transposition table lookup.
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
        // Step 4. A pass, or the end of the game.
        if moves == 0 {
            let passed = node.pass(self.shared.evaluator);
            if passed.moves::<G>() == 0 {
                return final_score::<G>(node.board) * Score::DISC;
            }
            return -self.null_window(
                &passed,
                depth,
                -alpha - 1,
                selectivity,
                node_type.child(true),
            );
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
        // Step 7. Search of the moves.
        let task = Task {
            node: *node,
            depth,
            selectivity,
            beta: alpha + 1,
            node_type,
        };
        let best = self.search_node(&task, moves, entry.as_ref(), alpha);
        // Step 8. Transposition table store.
        if !self.is_cancelled() {
            self.store(key, &task, alpha, best);
        }
        best.score
    }

    /// The same with so few empty squares that the endgame solver takes over. Its results are shared
    /// between threads, and between the passes of a search.
    fn solve(&mut self, node: &Node<E::State>, alpha: i32) -> i32 {
        // The least whole number of discs above alpha, less one.
        let discs = alpha.div_euclid(Score::DISC);
        let key = hash(node.board);
        if let Some(entry) = self.shared.table.probe(key)
            && entry.serves(node.empties, Selectivity::EXACT.0)
        {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        let score = self.endgame.solve(node.board, discs) * Score::DISC;
        self.report_now_and_then();
        let result = SearchResult {
            depth: node.empties,
            selectivity: Selectivity::EXACT.0,
            alpha,
            beta: alpha + 1,
            score,
            best: None,
        };
        self.shared.table.store(key, &result);
        score
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
        // Step 4. Search of the moves.
        let task = Task {
            node: *node,
            depth,
            selectivity,
            beta,
            node_type: NodeType::Pv,
        };
        let best = self.search_node(&task, moves, entry.as_ref(), alpha);
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
}
