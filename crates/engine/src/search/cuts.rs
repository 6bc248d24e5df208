//! Cutoffs before the move loop: enhanced transposition cutoff (ETC) and multi-probcut.

use reversi_rules::Bitboard;

use super::node::Node;
use super::ybwc::{WIDEST, Worker};
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::probcut::{self, Selectivity};
use crate::transposition::hash;

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// ETC: a lower bound above `alpha` from the transposition table entry of a child node.
    pub(super) fn etc_cutoff(
        &mut self,
        node: &Node<E::State>,
        moves: u64,
        depth: u32,
        alpha: i32,
        selectivity: Selectivity,
    ) -> Option<i32> {
        Bitboard(moves).into_iter().find_map(|square| {
            let next = node.board.play_unchecked(square);
            let entry = self.shared.table.probe(hash(next))?;
            let cuts = entry.serves(depth - 1, selectivity.0) && -entry.upper > alpha;
            cuts.then_some(-entry.upper)
        })
    }

    /// Multi-probcut: the bound that a shallow search with a margin makes almost certain.
    pub(super) fn probcut(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        alpha: i32,
        selectivity: Selectivity,
    ) -> Option<i32> {
        let deviations = selectivity.deviations()?;
        let shallow = probcut::probe_depth(depth, depth == node.empties);
        let margin = (deviations * probcut::deviation(node.empties, shallow, depth)) as i32;
        let estimate = self.static_eval(node);
        let beta = alpha + 1;
        if estimate >= beta {
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
