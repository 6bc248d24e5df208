//! Which move to try first.

use rules::{Bitboard, Square};

use super::field::{Field, NEIGHBOURS};
use super::node::{Move, Node};
use super::tree::{WIDEST, Worker};
use crate::eval::Evaluator;
use crate::table::Entry;

/// What makes a move dear besides what it looks worth, in units.
#[derive(Clone, Copy)]
struct Costs {
    /// An answer of the opponent; twice that in a corner.
    answer: i32,
    /// An empty square beside it.
    room: i32,
}

impl Costs {
    /// In a search to the end of the game short lines are cheap to refute, so a move that leaves few
    /// answers is worth trying even if it looks worse; the nearer the end, the more. Measured on FFO
    /// #43–#49: the same 450 everywhere took 7 % more positions than this, 250 17 % more, 800 10 % more.
    /// Room costs for the same reason: 2 % fewer positions on FFO #40–51, half of that with half as much.
    fn to_the_end(empties: u32) -> Costs {
        Costs {
            answer: (1450 - 50 * empties as i32).max(100),
            room: 120,
        }
    }

    /// In a search that ends earlier.
    const SHORT_OF_IT: Costs = Costs {
        answer: 30,
        room: 0,
    };
}

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
        let costs = if to_the_end {
            Costs::to_the_end(node.empties)
        } else {
            Costs::SHORT_OF_IT
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
                self.promise(node, square, flips, costs, further)
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

    /// What the move looks worth, so many moves after it, less its costs.
    fn promise(
        &mut self,
        node: &Node<E::State>,
        square: Square,
        flips: Bitboard,
        costs: Costs,
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
        let room = NEIGHBOURS[square.index()] & next.board.empty().0 & F::SQUARES;
        -worth - costs.answer * mobility as i32 - costs.room * room.count_ones() as i32
    }
}
