//! The moves of a line after its first, worked out once the search is done.

use rules::{Bitboard, Square};

use super::field::Field;
use super::node::Node;
use super::tree::{WIDEST, Worker};
use crate::eval::Evaluator;
use crate::probcut::Selectivity;
use crate::table::hash;

impl<E: Evaluator, F: Field> Worker<'_, E, F> {
    /// A line of perfect play from a position whose exact score is known, to the end of the game.
    /// Shorter only when the search is called off.
    pub(crate) fn perfect_line(
        &mut self,
        node: &Node<E::State>,
        score: i32,
        moves: &mut Vec<Option<Square>>,
    ) {
        let (mut node, mut score) = (*node, score);
        loop {
            if node.moves::<F>() == 0 {
                node = node.pass(self.shared.evaluator);
                score = -score;
                if node.moves::<F>() == 0 {
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
            moves.push(Some(square));
        }
    }

    /// A move after which the exact score is still what it was.
    fn move_that_keeps(&mut self, node: &Node<E::State>, score: i32) -> Option<Square> {
        let entry = self.shared.table.get(hash(node.board));
        let legal = node.moves::<F>();
        let candidates = self.ordered(node, legal, node.empties, entry.as_ref());
        for candidate in candidates {
            let next = node.play(self.shared.evaluator, candidate.square, candidate.flips);
            let answer = self.null_window(&next, next.empties, -score, Selectivity::EXACT);
            if self.is_called_off() {
                return None;
            }
            if answer <= -score {
                return Some(candidate.square);
            }
        }
        None
    }

    /// The line that a search of `depth` expects, that long unless the game ends before.
    pub(crate) fn expected_line(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        selectivity: Selectivity,
        moves: &mut Vec<Option<Square>>,
    ) {
        let mut node = *node;
        for left in (1..=depth.min(node.empties)).rev() {
            if node.moves::<F>() == 0 {
                node = node.pass(self.shared.evaluator);
                if node.moves::<F>() == 0 {
                    return;
                }
                moves.push(None);
            }
            let Some(square) = self.expected_move(&node, left, selectivity) else {
                return;
            };
            let flips = node.board.flips_unchecked(square);
            node = node.play(self.shared.evaluator, square, flips);
            moves.push(Some(square));
        }
    }

    /// The line as far as the table remembers it: nothing is searched.
    pub(crate) fn remembered_line(&self, node: &Node<E::State>, moves: &mut Vec<Option<Square>>) {
        let mut node = *node;
        loop {
            let mut passed = false;
            if node.moves::<F>() == 0 {
                node = node.pass(self.shared.evaluator);
                passed = true;
            }
            let Some(square) = self.remembered_move(&node, 0) else {
                return;
            };
            if passed {
                moves.push(None);
            }
            let flips = node.board.flips_unchecked(square);
            node = node.play(self.shared.evaluator, square, flips);
            moves.push(Some(square));
        }
    }

    /// The best move by a search of at least this depth, if the table remembers one.
    fn remembered_move(&self, node: &Node<E::State>, depth: u32) -> Option<Square> {
        let legal = node.moves::<F>();
        let entry = self.shared.table.get(hash(node.board))?;
        let best = entry.best.filter(|best| legal >> best.index() & 1 != 0)?;
        (entry.depth >= depth).then_some(best)
    }

    fn expected_move(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        selectivity: Selectivity,
    ) -> Option<Square> {
        if let Some(best) = self.remembered_move(node, depth) {
            return Some(best);
        }
        if self.is_called_off() {
            return None;
        }
        let best = Bitboard(node.moves::<F>())
            .into_iter()
            .max_by_key(|square| {
                let flips = node.board.flips_unchecked(*square);
                let next = node.play(self.shared.evaluator, *square, flips);
                -self.principal(&next, depth - 1, -WIDEST, WIDEST, selectivity)
            });
        best.filter(|_| !self.is_called_off())
    }
}
