//! Leaf search: shallow search near the leaves and static evaluation.

use reversi_rules::{Bitboard, Board};

use super::endgame::final_score;
use super::node::{Node, WIDEST};
use super::ybwc::Worker;
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::score::Score;

/// Searches up to this depth use neither the transposition table nor move ordering.
pub(super) const LEAF_DEPTH: u32 = 2;

/// The depth extension where a side is nearly wiped out.
const WIPEOUT_EXTENSION: u32 = 4;

/// Evaluations are rounded to half a disc: finer ones only cause re-searches of moves that are
/// equally good. Measured with pattern weights on five middle-game positions: a quarter less time at
/// depth 24, a twentieth less at depth 20.
const EVAL_GRAIN: i32 = Score::DISC / 2;

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// Static evaluation, rounded.
    #[inline]
    pub(super) fn static_eval(&self, node: &Node<E::State>) -> i32 {
        rounded(self.shared.evaluator.evaluate(&node.state, node.board))
    }

    /// Shallow alpha-beta search without transposition table.
    pub(crate) fn shallow(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.shallow_extended(node, (depth, WIPEOUT_EXTENSION), alpha, beta)
    }

    /// The same with the remaining extension: where a side is nearly wiped out, the search goes that
    /// much deeper.
    fn shallow_extended(
        &mut self,
        node: &Node<E::State>,
        (depth, extension): (u32, u32),
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        let left = match (depth, extension) {
            (0, extension) if extension > 0 && is_nearly_wiped_out(node.board) => {
                (0, extension - 1)
            }
            (0, _) => return self.static_eval(node),
            (depth, extension) => (depth - 1, extension),
        };
        let moves = node.moves::<G>();
        if moves == 0 {
            let passed = node.pass(self.shared.evaluator);
            if passed.moves::<G>() == 0 {
                return final_score::<G>(node.board) * Score::DISC;
            }
            return -self.shallow_extended(&passed, (depth, extension), -beta, -alpha);
        }
        let mut best = -WIDEST;
        for square in Bitboard(moves) {
            let flips = node.board.flips_unchecked(square);
            let next = node.board.after(square, flips);
            let is_leaf = left.0 == 0 && (left.1 == 0 || !is_nearly_wiped_out(next));
            let score = if is_leaf {
                self.nodes += 1;
                let evaluator = self.shared.evaluator;
                -rounded(evaluator.evaluate_move(&node.state, square, flips, next))
            } else {
                let next = node.play(self.shared.evaluator, square, flips);
                -self.shallow_extended(&next, left, -beta, -alpha.max(best))
            };
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// An evaluation, rounded.
#[inline]
fn rounded(units: i32) -> i32 {
    (units + EVAL_GRAIN / 2).div_euclid(EVAL_GRAIN) * EVAL_GRAIN
}

/// Whether a side has so few discs that it may lose all of them. Evaluations prefer few discs and do
/// not see a wipe-out coming.
#[inline]
fn is_nearly_wiped_out(board: Board) -> bool {
    let (own, opponent) = (board.own().len(), board.opponent().len());
    8 * own.min(opponent) <= own + opponent
}
