//! Move ordering: transposition table moves first, then by shallow search and opponent mobility.

use arrayvec::ArrayVec;
use reversi_rules::{Bitboard, Board, Square};

use super::node::{Move, Node, WIDEST};
use super::ybwc::Worker;
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

    /// The costs of a move on `square` that leads to `next`.
    #[inline]
    fn of<G: Geometry>(self, square: Square, next: Board) -> i32 {
        let replies = next.legal_moves().0 & G::SQUARES;
        let mobility = replies.count_ones() + (replies & G::CORNERS).count_ones();
        let neighbours = NEIGHBOURS[square.index()] & next.empty().0 & G::SQUARES;
        self.reply * mobility as i32 + self.empty_neighbour * neighbours.count_ones() as i32
    }
}

/// With at least this many empty squares, a search to the end orders moves by a search of depth 1
/// instead of the static evaluation. Measured on FFO #50, #57 and #58: 9, 32 and 19 % fewer nodes.
/// From 16 empty squares on, or with depth 2 from 22 on, it was no better.
const SHALLOW_MIN_EMPTIES: u32 = 18;

/// With fewer empty squares and more moves than this, a search to the end evaluates only as many of
/// them: those with the best sum of mobility, empty neighbours and corners. Nearly always one of them
/// is searched first, and what comes later matters little: only one node in a hundred gets there.
const EVALUATED: usize = 6;

/// Added for a corner where a move is not evaluated.
const CORNER: i32 = 1000;

/// Ordering scores of the best and the second-best move of the transposition table.
const TABLE_MOVES: [i32; 2] = [1 << 28, 1 << 27];
/// Ordering score of a move that flips all discs of the opponent.
const WIPEOUT: i32 = 1 << 29;
/// What moves that are not evaluated are behind the others.
const NOT_EVALUATED: i32 = 1 << 24;

/// Moves in search order.
pub(crate) type Moves = ArrayVec<Move, 64>;

impl<E: Evaluator, G: Geometry> Worker<'_, E, G> {
    /// Moves in search order: those of `moves`, a set of legal moves.
    pub(crate) fn ordered(
        &mut self,
        node: &Node<E::State>,
        moves: u64,
        depth: u32,
        entry: Option<&Entry>,
    ) -> Moves {
        let to_the_end = depth >= node.empties;
        let costs = if to_the_end {
            Costs::to_the_end(node.empties)
        } else {
            Costs::MIDGAME
        };
        let table_moves = entry.map_or([None, None], |entry| [entry.best, entry.second]);
        let mut ordered = Moves::new();
        for square in Bitboard(moves) {
            let flips = node.board.flips_unchecked(square);
            let ordering_score = if flips == node.board.opponent() {
                WIPEOUT
            } else if let Some(place) = table_moves.iter().position(|best| *best == Some(square)) {
                TABLE_MOVES[place]
            } else {
                -NOT_EVALUATED - costs.of::<G>(square, node.board.after(square, flips))
            };
            ordered.push(Move {
                square,
                flips,
                ordering_score,
            });
        }
        if ordered.len() < 2 {
            return ordered;
        }
        let shallow_depth = u32::from(to_the_end && node.empties >= SHALLOW_MIN_EMPTIES);
        if to_the_end && shallow_depth == 0 && ordered.len() > EVALUATED {
            for candidate in &mut ordered {
                if G::CORNERS >> candidate.square.index() & 1 != 0 {
                    candidate.ordering_score += CORNER;
                }
            }
            sort(&mut ordered);
            let worth = ordered
                .iter_mut()
                .filter(|candidate| candidate.ordering_score < 0);
            for candidate in worth.take(EVALUATED) {
                if G::CORNERS >> candidate.square.index() & 1 != 0 {
                    candidate.ordering_score -= CORNER;
                }
                candidate.ordering_score += NOT_EVALUATED + self.value(node, candidate, 0);
            }
        } else {
            for candidate in &mut ordered {
                if candidate.ordering_score < 0 {
                    candidate.ordering_score +=
                        NOT_EVALUATED + self.value(node, candidate, shallow_depth);
                }
            }
        }
        sort(&mut ordered);
        ordered
    }

    /// The value of a move by a search of `depth`.
    fn value(&mut self, node: &Node<E::State>, candidate: &Move, depth: u32) -> i32 {
        let evaluator = self.shared.evaluator;
        let (square, flips) = (candidate.square, candidate.flips);
        match depth {
            0 => -evaluator.evaluate_move(
                &node.state,
                square,
                flips,
                node.board.after(square, flips),
            ),
            _ => {
                let next = node.play(evaluator, square, flips);
                -self.shallow(&next, depth, -WIDEST, WIDEST)
            }
        }
    }
}

/// Brings the moves with the highest scores to the front.
fn sort(moves: &mut Moves) {
    moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.ordering_score));
}
