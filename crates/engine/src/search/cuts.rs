//! Cutoffs before the move loop: enhanced transposition cutoff (ETC) and multi-probcut.

use arrayvec::ArrayVec;
use reversi_rules::Bitboard;

use super::node::{Node, NodeType, WIDEST};
use super::ybwc::Worker;
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
        let keys = Bitboard(moves).into_iter().map(|square| {
            let key = hash(node.board.play_unchecked(square));
            self.shared.table.prefetch(key);
            key
        });
        let keys: ArrayVec<u64, 64> = keys.collect();
        keys.into_iter().find_map(|key| {
            let entry = self.shared.table.probe(key)?;
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
            let cuts = NodeType::Cut;
            if high < WIDEST && self.null_window(node, shallow, high - 1, selectivity, cuts) >= high
            {
                return Some(beta);
            }
        } else {
            let low = alpha - margin;
            let all = NodeType::All;
            if low > -WIDEST && self.null_window(node, shallow, low, selectivity, all) <= low {
                return Some(alpha);
            }
        }
        None
    }
}
