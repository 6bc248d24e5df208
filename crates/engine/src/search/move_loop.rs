//! Move loop: the moves of a node one after the other, or shared with idle threads.

use super::node::{Best, Move, NodeType, Task};
use super::ybwc::Worker;
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::transposition::Entry;

/// The least depth of a split point in a search to the end of the game.
const SPLIT_MIN_EMPTIES: u32 = 13;
/// The least depth of a split point in other searches.
const SPLIT_MIN_DEPTH: u32 = 6;

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// Searches the legal moves of a node until a beta cutoff: the move of the transposition table, and
    /// only if that is no cutoff the others, which have to be put in order before.
    pub(super) fn search_node(
        &mut self,
        task: &Task<E::State>,
        mut moves: u64,
        entry: Option<&Entry>,
        alpha: i32,
    ) -> Best {
        let mut best = Best::NONE;
        if !self.can_split_at_once(task)
            && let Some(square) = entry.and_then(|entry| entry.best)
            && moves >> square.index() & 1 != 0
        {
            let candidate = Move {
                square,
                flips: task.node.board.flips_unchecked(square),
                ordering_score: 0,
            };
            let score = self.search_move(task, &candidate, alpha, true);
            if self.is_cancelled() {
                return best;
            }
            best = Best {
                score,
                square: Some(square),
            };
            moves ^= 1 << square.index();
            if score >= task.beta || moves == 0 {
                return best;
            }
        }
        let ordered = self.ordered(&task.node, moves, task.depth, entry);
        self.search_moves(task, &ordered, alpha, best)
    }

    /// Searches moves in the given order until a beta cutoff. `best` is the best of the moves searched
    /// before. After the first move of a node the rest may be shared with idle threads.
    pub(crate) fn search_moves(
        &mut self,
        task: &Task<E::State>,
        moves: &[Move],
        alpha: i32,
        mut best: Best,
    ) -> Best {
        let worth_splitting = is_worth_splitting(task);
        for (place, candidate) in moves.iter().enumerate() {
            let first = best.square.is_none();
            if (!first || task.node_type == NodeType::All)
                && worth_splitting
                && place + 1 < moves.len()
                && self.shared.pool.has_helper(self.split.as_deref())
            {
                return self.split(task, &moves[place..], alpha.max(best.score), best);
            }
            let score = self.search_move(task, candidate, alpha.max(best.score), first);
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

    /// Whether a node is expected to need all of its moves searched, and a thread is idle.
    fn can_split_at_once(&self, task: &Task<E::State>) -> bool {
        task.node_type == NodeType::All
            && is_worth_splitting(task)
            && self.shared.pool.has_helper(self.split.as_deref())
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
            let node_type = task.node_type.child(first);
            let score = -self.null_window(&node, depth, -alpha - 1, selectivity, node_type);
            if score <= alpha || score >= task.beta || self.is_cancelled() {
                return score;
            }
        }
        -self.principal(&node, depth, -task.beta, -alpha, selectivity)
    }
}

/// Whether a search is long enough to be shared between threads.
fn is_worth_splitting<S>(task: &Task<S>) -> bool {
    let to_the_end = task.depth == task.node.empties;
    let least = if to_the_end {
        SPLIT_MIN_EMPTIES
    } else {
        SPLIT_MIN_DEPTH
    };
    task.depth >= least
}
