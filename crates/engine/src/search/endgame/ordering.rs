//! Move ordering of the endgame solver: opponent mobility, parity, neighbours and square type.
//!
//! The constants were fitted one after the other to 43,612 positions with 12 empty squares from
//! searches of FFO #40–53, #56 and #58, so that two thirds of them were solved with the fewest nodes:
//! 7 % fewer than by mobility, parity and corners alone, and 5 % fewer on the other third. Fitted again to
//! the logarithm of the nodes, separately for 7–8, 9–10 and 11–12 empty squares and with the mover's own
//! mobility and the number of flips, on 13,000 positions of hard-20 and FFO: no better on a third left out.

use super::move_picker::Child;
use crate::geometry::{Geometry, NEIGHBOURS};

/// Subtracted for each reply of the opponent.
const REPLY: u32 = 80;
/// Subtracted in addition for a reply in a corner.
const CORNER_REPLY: u32 = 64;
/// Added for a square in a quadrant with an odd number of empty squares (parity).
const ODD: u32 = 16;
/// Added for a square without empty neighbours.
const ISOLATED: u32 = 20;
/// Subtracted for each empty neighbour, where the opponent may play next.
const NEIGHBOUR: u32 = 6;

/// Added by square type: by the distance of the square from the nearest end of its column, then of
/// its row. The first is the corner.
const SQUARE_TYPES: [[u8; 4]; 4] = [
    [56, 32, 28, 24],
    [32, 24, 20, 40],
    [28, 20, 40, 0],
    [24, 40, 0, 0],
];

/// The base score: more than all subtractions together.
const BASE: u32 = 1 << 14;

/// The square type values of each square of a geometry.
struct SquareValues<G>(std::marker::PhantomData<G>);

impl<G: Geometry> SquareValues<G> {
    const OF: [u8; 64] = {
        // Every geometry is a rectangle: its first and its last square are opposite corners.
        let first = G::SQUARES.trailing_zeros() as usize;
        let last = 63 - G::SQUARES.leading_zeros() as usize;
        let mut places = [0; 64];
        let mut square = first;
        while square <= last {
            if G::SQUARES >> square & 1 != 0 {
                let row = nearest(square / 8, first / 8, last / 8);
                let column = nearest(square % 8, first % 8, last % 8);
                places[square] = SQUARE_TYPES[row][column];
            }
            square += 1;
        }
        places
    };
}

/// The distance of the nearer of two ends.
const fn nearest(place: usize, first: usize, last: usize) -> usize {
    let (before, beyond) = (place - first, last - place);
    if before < beyond { before } else { beyond }
}

/// Move ordering score of the move that leads to `child`.
#[inline]
pub(super) fn ordering_score<G: Geometry>(child: &Child, odd: u64) -> u32 {
    let Child {
        board: next,
        replies,
        square,
    } = *child;
    let neighbours = NEIGHBOURS[square.index()] & next.empty().0 & G::SQUARES;
    let mut score = BASE + u32::from(SquareValues::<G>::OF[square.index()]);
    score -= REPLY * replies.count_ones();
    score -= CORNER_REPLY * (replies & G::CORNERS).count_ones();
    score -= NEIGHBOUR * neighbours.count_ones();
    if odd >> square.index() & 1 != 0 {
        score += ODD;
    }
    if neighbours == 0 {
        score += ISOLATED;
    }
    score
}

#[cfg(test)]
mod tests {
    use reversi_rules::{Board, Square};

    use super::{BASE, Child, SquareValues, ordering_score};
    use crate::geometry::{Eight, Six, odd_quadrants};
    use crate::random::Random;

    #[test]
    fn a_place_counts_by_its_distance_from_the_walls() {
        let place = |name: &str| {
            let square: Square = name.parse().expect("a square");
            (
                SquareValues::<Eight>::OF[square.index()],
                SquareValues::<Six>::OF[square.index()],
            )
        };
        for corner in ["a1", "h1", "a8", "h8"] {
            assert_eq!(place(corner), (56, 0), "{corner} is outside of 6×6");
        }
        for corner in ["b2", "g2", "b7", "g7"] {
            assert_eq!(place(corner), (24, 56), "{corner}");
        }
        assert_eq!(place("d1"), place("h5"));
        assert_eq!(place("d3").1, 20, "one row and two columns from the walls");
    }

    #[test]
    fn no_move_is_so_bad_that_it_falls_below_none() {
        let mut random = Random::new(4);
        let mut seen = 0;
        for _ in 0..200 {
            let mut board = Board::START;
            while let Some(square) =
                random.pick(&board.legal_moves().into_iter().collect::<Vec<Square>>())
            {
                let odd = odd_quadrants(board.empty().0);
                board = board.play_unchecked(square);
                let score = ordering_score::<Eight>(&child(board, square), odd);
                assert!((BASE / 2..2 * BASE).contains(&score), "{score} on\n{board}");
                seen += 1;
            }
        }
        assert!(seen > 1_000, "only {seen} moves");
    }

    #[test]
    fn few_answers_come_first() {
        let mut found = 0;
        let first = Board::START.play_unchecked("d3".parse().expect("a square"));
        for square in first.legal_moves() {
            let after = first.play_unchecked(square);
            for (one, other) in pairs(after) {
                let [fewer, more] = [one, other].map(|square| {
                    let next = after.play_unchecked(square);
                    let score = ordering_score::<Eight>(&child(next, square), 0);
                    (next.legal_moves().len(), score)
                });
                if fewer.0 + 1 < more.0 {
                    assert!(fewer.1 > more.1, "{one} before {other} on\n{after}");
                    found += 1;
                }
            }
        }
        assert!(found > 0);
    }

    fn child(board: Board, square: Square) -> Child {
        Child {
            board,
            replies: board.legal_moves().0,
            square,
        }
    }

    fn pairs(board: Board) -> impl Iterator<Item = (Square, Square)> {
        let moves = board.legal_moves();
        let others = move |one| moves.into_iter().map(move |other| (one, other));
        moves.into_iter().flat_map(others)
    }
}
