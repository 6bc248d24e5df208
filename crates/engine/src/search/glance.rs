//! The shallowest searches, and the judgement at their ends.

use rules::{Bitboard, Board};

use super::endgame::final_score;
use super::field::Field;
use super::node::Node;
use super::tree::{WIDEST, Worker};
use crate::eval::Evaluator;
use crate::score::Score;

/// Searches this shallow only evaluate; they neither remember nor order much.
pub(super) const GLANCE: u32 = 2;

/// How much further to look where a side is nearly wiped out.
const RESCUE: u32 = 4;

/// Judgements are rounded to half a disc: finer ones only make the search look twice at moves that
/// are as good as each other. Measured with sums of weights on five positions of the middle game: a
/// quarter less time 24 moves ahead, a twentieth less 20 moves ahead.
const GRAIN: i32 = Score::DISC / 2;

impl<E: Evaluator, F: Field> Worker<'_, E, F> {
    /// What the evaluator says.
    #[inline]
    pub(super) fn judgement(&self, node: &Node<E::State>) -> i32 {
        let units = self.shared.evaluator.evaluate(&node.state, node.board);
        (units + GRAIN / 2).div_euclid(GRAIN) * GRAIN
    }

    /// A shallow search without memory.
    pub(crate) fn glance(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.glance_on(node, (depth, RESCUE), alpha, beta)
    }

    /// The same; where a side is nearly wiped out, the second depth is looked further.
    fn glance_on(
        &mut self,
        node: &Node<E::State>,
        (depth, rescue): (u32, u32),
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        let left = match (depth, rescue) {
            (0, rescue) if rescue > 0 && is_precarious(node.board) => (0, rescue - 1),
            (0, _) => return self.judgement(node),
            (depth, rescue) => (depth - 1, rescue),
        };
        let moves = node.moves::<F>();
        if moves == 0 {
            let passed = node.pass(self.shared.evaluator);
            if passed.moves::<F>() == 0 {
                return final_score::<F>(node.board) * Score::DISC;
            }
            return -self.glance_on(&passed, (depth, rescue), -beta, -alpha);
        }
        let mut best = -WIDEST;
        for square in Bitboard(moves) {
            let flips = node.board.flips_unchecked(square);
            let next = node.play(self.shared.evaluator, square, flips);
            let score = -self.glance_on(&next, left, -beta, -alpha.max(best));
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

/// Whether a side has so few discs that it may lose them all, which no evaluation foresees: they
/// like few discs.
#[inline]
fn is_precarious(board: Board) -> bool {
    let (own, opponent) = (board.own().len(), board.opponent().len());
    8 * own.min(opponent) <= own + opponent
}
