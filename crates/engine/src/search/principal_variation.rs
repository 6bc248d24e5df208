//! Principal variation: the moves of a line after its first, found once the search is done.

use reversi_rules::{Bitboard, Point, Square};

use super::node::{Node, NodeType, WIDEST};
use super::ybwc::Worker;
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::probcut::Selectivity;
use crate::transposition::hash;

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// A line of perfect play to the end of the game, from a position whose exact score is known. It
    /// is shorter only when the search is cancelled.
    pub(crate) fn perfect_line(
        &mut self,
        node: &Node<E::State>,
        score: i32,
        moves: &mut Vec<Option<Point>>,
    ) {
        let (mut node, mut score) = (*node, score);
        loop {
            if node.moves::<G>() == 0 {
                node = node.pass(self.shared.evaluator);
                score = -score;
                if node.moves::<G>() == 0 {
                    return;
                }
                moves.push(None);
            }
            let Some(square) = self.move_that_keeps(&node, score) else {
                return;
            };
            let flips = node.board.flips_unchecked(square);
            node = node.play(self.shared.evaluator, square, flips);
            score = -score;
            moves.push(Some(square.into()));
        }
    }

    /// A move that keeps the exact score.
    fn move_that_keeps(&mut self, node: &Node<E::State>, score: i32) -> Option<Square> {
        let entry = self.shared.table.probe(hash(node.board));
        let legal = node.moves::<G>();
        let candidates = self.ordered(node, legal, node.empties, entry.as_ref());
        for candidate in candidates {
            let next = node.play(self.shared.evaluator, candidate.square, candidate.flips);
            let (depth, exact) = (next.empties, Selectivity::EXACT);
            let answer = self.null_window(&next, depth, -score, exact, NodeType::All);
            if self.is_cancelled() {
                return None;
            }
            if answer <= -score {
                return Some(candidate.square);
            }
        }
        None
    }

    /// The line that a search of `depth` expects; it is that long unless the game ends before.
    pub(crate) fn expected_line(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        selectivity: Selectivity,
        moves: &mut Vec<Option<Point>>,
    ) {
        let mut node = *node;
        for left in (1..=depth.min(node.empties)).rev() {
            if node.moves::<G>() == 0 {
                node = node.pass(self.shared.evaluator);
                if node.moves::<G>() == 0 {
                    return;
                }
                moves.push(None);
            }
            let Some(square) = self.expected_move(&node, left, selectivity) else {
                return;
            };
            let flips = node.board.flips_unchecked(square);
            node = node.play(self.shared.evaluator, square, flips);
            moves.push(Some(square.into()));
        }
    }

    /// The line as far as the transposition table has it; nothing is searched.
    pub(crate) fn table_line(&self, node: &Node<E::State>, moves: &mut Vec<Option<Point>>) {
        let mut node = *node;
        loop {
            let mut passed = false;
            if node.moves::<G>() == 0 {
                node = node.pass(self.shared.evaluator);
                passed = true;
            }
            let Some(square) = self.table_move(&node, 0) else {
                return;
            };
            if passed {
                moves.push(None);
            }
            let flips = node.board.flips_unchecked(square);
            node = node.play(self.shared.evaluator, square, flips);
            moves.push(Some(square.into()));
        }
    }

    /// The best move of the transposition table, if it is from a search of at least this depth.
    fn table_move(&self, node: &Node<E::State>, depth: u32) -> Option<Square> {
        let legal = node.moves::<G>();
        let entry = self.shared.table.probe(hash(node.board))?;
        let best = entry.best.filter(|best| legal >> best.index() & 1 != 0)?;
        (entry.depth >= depth).then_some(best)
    }

    fn expected_move(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        selectivity: Selectivity,
    ) -> Option<Square> {
        if let Some(best) = self.table_move(node, depth) {
            return Some(best);
        }
        if self.is_cancelled() {
            return None;
        }
        let best = Bitboard(node.moves::<G>())
            .into_iter()
            .max_by_key(|square| {
                let flips = node.board.flips_unchecked(*square);
                let next = node.play(self.shared.evaluator, *square, flips);
                -self.principal(&next, depth - 1, -WIDEST, WIDEST, selectivity)
            });
        best.filter(|_| !self.is_cancelled())
    }
}
