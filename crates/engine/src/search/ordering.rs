//! Move ordering: transposition table moves first, then by shallow search and opponent mobility.

use reversi_rules::{Bitboard, Square};

use super::node::{Move, Node};
use super::ybwc::{WIDEST, Worker};
use crate::eval::Evaluator;
use crate::geometry::{Geometry, NEIGHBOURS};
use crate::transposition::Entry;

/// What is subtracted from the evaluation of a move, in units.
#[derive(Clone, Copy)]
struct Costs {
    /// For each reply of the opponent; twice that for a corner.
    reply: i32,
    /// For each adjacent empty square.
    empty_neighbour: i32,
}

impl Costs {
    /// In a search to the end of the game, moves that leave few replies have small subtrees, so they
    /// are searched early even if they look worse; the nearer the end, the more (fastest first).
    /// Measured on FFO #43–#49: a constant 450 took 7 % more nodes, 250 17 % more, 800 10 % more. Empty
    /// neighbours count for the same reason: 2 % fewer nodes on FFO #40–51, 1 % with half the cost.
    fn to_the_end(empties: u32) -> Costs {
        Costs {
            reply: (1450 - 50 * empties as i32).max(100),
            empty_neighbour: 120,
        }
    }

    /// In a search that does not reach the end of the game.
    const MIDGAME: Costs = Costs {
        reply: 30,
        empty_neighbour: 0,
    };
}

/// With at least this many empty squares, a search to the end orders moves by a search of depth 1
/// instead of the static evaluation. Measured on FFO #50, #57 and #58: 9, 32 and 19 % fewer nodes.
/// From 16 empty squares on, or with depth 2 from 22 on, it was no better.
const SHALLOW_MIN_EMPTIES: u32 = 18;

/// Ordering scores of the best and the second-best move of the transposition table.
const TABLE_MOVES: [i32; 2] = [1 << 28, 1 << 27];
/// Ordering score of a move that flips all discs of the opponent.
const WIPEOUT: i32 = 1 << 29;

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// The legal moves in search order.
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
            Costs::MIDGAME
        };
        let shallow_depth = u32::from(to_the_end && node.empties >= SHALLOW_MIN_EMPTIES);
        let table_moves = entry.map_or([None, None], |entry| [entry.best, entry.second]);
        let mut ordered: Vec<Move> = Vec::with_capacity(moves.count_ones() as usize);
        for square in Bitboard(moves) {
            let flips = node.board.flips_unchecked(square);
            let ordering_score = if flips == node.board.opponent() {
                WIPEOUT
            } else if let Some(place) = table_moves.iter().position(|best| *best == Some(square)) {
                TABLE_MOVES[place]
            } else {
                self.ordering_score(node, square, flips, costs, shallow_depth)
            };
            ordered.push(Move {
                square,
                flips,
                ordering_score,
            });
        }
        ordered.sort_by_key(|candidate| std::cmp::Reverse(candidate.ordering_score));
        ordered
    }

    /// Move ordering score: the value of the move by a search of `shallow_depth`, less its costs.
    fn ordering_score(
        &mut self,
        node: &Node<E::State>,
        square: Square,
        flips: Bitboard,
        costs: Costs,
        shallow_depth: u32,
    ) -> i32 {
        let evaluator = self.shared.evaluator;
        let next = node.play(evaluator, square, flips);
        let replies = next.moves::<G>();
        let mobility = replies.count_ones() + (replies & G::CORNERS).count_ones();
        let value = match shallow_depth {
            0 => evaluator.evaluate(&next.state, next.board),
            _ => self.shallow(&next, shallow_depth, -WIDEST, WIDEST),
        };
        let neighbours = NEIGHBOURS[square.index()] & next.board.empty().0 & G::SQUARES;
        -value
            - costs.reply * mobility as i32
            - costs.empty_neighbour * neighbours.count_ones() as i32
    }
}
