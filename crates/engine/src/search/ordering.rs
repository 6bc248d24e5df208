//! Which move to try first.

use rules::{Bitboard, Square};

use super::field::Field;
use super::node::{Move, Node};
use super::tree::{WIDEST, Worker};
use crate::eval::Evaluator;
use crate::table::Entry;

/// What an answer of the opponent costs a move, in units, when the search goes to the end of the
/// game: short lines are cheap to refute, so a move that leaves few is worth trying even if it
/// looks worse; the nearer the end, the more. Measured on FFO #43–#49: the same 450 everywhere took
/// 7 % more positions than this, 250 17 % more, 800 10 % more.
fn answer_to_the_end(empties: u32) -> i32 {
    (1450 - 50 * empties as i32).max(100)
}
/// The same in a search that ends earlier.
const ANSWER: i32 = 30;

/// From this many empty squares on, a search to the end looks at every answer to a move before it
/// is tried. Measured on FFO #50, #57 and #58: 9, 32 and 19 % fewer positions. From 16 on, or two
/// moves further from 22 on, it was no better.
const ANSWERS_SEEN: u32 = 18;

/// Promise of moves that were best before: first and second.
const REMEMBERED: [i32; 2] = [1 << 28, 1 << 27];
/// Promise of a move after which the opponent has no disc.
const WINS_ALL: i32 = 1 << 29;

impl<E: Evaluator, F: Field> Worker<'_, E, F> {
    /// The legal moves in the order they should be tried.
    pub(crate) fn ordered(
        &mut self,
        node: &Node<E::State>,
        moves: u64,
        depth: u32,
        entry: Option<&Entry>,
    ) -> Vec<Move> {
        let to_the_end = depth >= node.empties;
        let cost = if to_the_end {
            answer_to_the_end(node.empties)
        } else {
            ANSWER
        };
        let further = u32::from(to_the_end && node.empties >= ANSWERS_SEEN);
        let remembered = entry.map_or([None, None], |entry| [entry.best, entry.second]);
        let mut ordered: Vec<Move> = Vec::with_capacity(moves.count_ones() as usize);
        for square in Bitboard(moves) {
            let flips = node.board.flips_unchecked(square);
            let promise = if flips == node.board.opponent() {
                WINS_ALL
            } else if let Some(place) = remembered.iter().position(|best| *best == Some(square)) {
                REMEMBERED[place]
            } else {
                self.promise(node, square, flips, cost, further)
            };
            ordered.push(Move {
                square,
                flips,
                promise,
            });
        }
        ordered.sort_by_key(|candidate| std::cmp::Reverse(candidate.promise));
        ordered
    }

    /// What the move looks worth, so many moves after it, less what the answers to it cost.
    fn promise(
        &mut self,
        node: &Node<E::State>,
        square: Square,
        flips: Bitboard,
        cost: i32,
        further: u32,
    ) -> i32 {
        let evaluator = self.shared.evaluator;
        let next = node.play(evaluator, square, flips);
        let answers = next.moves::<F>();
        let mobility = answers.count_ones() + (answers & F::CORNERS).count_ones();
        let worth = match further {
            0 => evaluator.evaluate(&next.state, next.board),
            _ => self.glance(&next, further, -WIDEST, WIDEST),
        };
        -worth - cost * mobility as i32
    }
}
