//! What need not be searched: what is remembered of the next positions, or almost certain.

use rules::Bitboard;

use super::field::Field;
use super::node::Node;
use super::tree::{WIDEST, Worker, serves};
use crate::eval::Evaluator;
use crate::probcut::{self, Selectivity};
use crate::table::hash;

impl<E: Evaluator, F: Field> Worker<'_, E, F> {
    /// A bound above `alpha` that is remembered of a position after a move.
    pub(super) fn enhanced_cut(
        &mut self,
        node: &Node<E::State>,
        moves: u64,
        depth: u32,
        alpha: i32,
        selectivity: Selectivity,
    ) -> Option<i32> {
        Bitboard(moves).into_iter().find_map(|square| {
            let next = node.board.play_unchecked(square);
            let entry = self.shared.table.get(hash(next))?;
            let cuts = serves(&entry, depth - 1, selectivity) && -entry.upper > alpha;
            cuts.then_some(-entry.upper)
        })
    }

    /// The side of `alpha` on which a shallow search puts the result almost certainly.
    pub(super) fn probability_cut(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        selectivity: Selectivity,
    ) -> Option<i32> {
        let spreads = selectivity.spreads()?;
        let shallow = probcut::probe_depth(depth, depth == node.empties);
        let margin = (spreads * probcut::spread(node.empties, shallow, depth)) as i32;
        let first = self.judgement(node);
        let beta = alpha + 1;
        if first >= beta {
            let high = beta + margin;
            if high < WIDEST && self.null_window(node, shallow, high - 1, selectivity) >= high {
                return Some(beta);
            }
        } else {
            let low = alpha - margin;
            if low > -WIDEST && self.null_window(node, shallow, low, selectivity) <= low {
                return Some(alpha);
            }
        }
        None
    }
}
