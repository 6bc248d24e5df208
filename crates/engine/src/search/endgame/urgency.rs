//! Which of the last moves to try first.
//!
//! The numbers were fitted to 43,612 positions with 12 empty squares that solutions of FFO #40–53, #56
//! and #58 came to, one number after the other, so that solving two thirds of them took the fewest
//! positions: 7 % fewer than by answers, odd quarters and corners alone, and 5 % on the other third.

use rules::{Board, Square};

use crate::search::field::{Field, NEIGHBOURS};

/// What an answer of the opponent takes away.
const ANSWER: u32 = 80;
/// What one takes away besides if it is a corner.
const CORNER_ANSWER: u32 = 64;
/// What a quarter with an odd number of empty squares adds: whoever plays there has the last word.
const ODD: u32 = 16;
/// What a square without an empty one beside it adds …
const ALONE: u32 = 20;
/// … and what each empty one beside it takes away: the opponent may get there next.
const NEIGHBOUR: u32 = 6;

/// What the place of a square adds, by how many squares are between it and the nearest end of its
/// column, then of its row: the corner first.
const PLACES: [[u8; 4]; 4] = [
    [56, 32, 28, 24],
    [32, 24, 20, 40],
    [28, 20, 40, 0],
    [24, 40, 0, 0],
];

/// More than a move can lose by all of this.
const CALM: u32 = 1 << 14;

/// What the place of each square of a field adds.
struct Places<F>(std::marker::PhantomData<F>);

impl<F: Field> Places<F> {
    const OF: [u8; 64] = {
        // Every field is a rectangle: its first and its last square are opposite corners.
        let first = F::SQUARES.trailing_zeros() as usize;
        let last = 63 - F::SQUARES.leading_zeros() as usize;
        let mut places = [0; 64];
        let mut square = first;
        while square <= last {
            if F::SQUARES >> square & 1 != 0 {
                let row = nearest(square / 8, first / 8, last / 8);
                let column = nearest(square % 8, first % 8, last % 8);
                places[square] = PLACES[row][column];
            }
            square += 1;
        }
        places
    };
}

/// How far the nearer of two ends is.
const fn nearest(place: usize, first: usize, last: usize) -> usize {
    let (before, beyond) = (place - first, last - place);
    if before < beyond { before } else { beyond }
}

/// How soon to try a move that leads to `next`.
#[inline]
pub(super) fn urgency<F: Field>(next: Board, square: Square, odd: u64) -> u32 {
    let answers = next.legal_moves().0 & F::SQUARES;
    let beside = NEIGHBOURS[square.index()] & next.empty().0 & F::SQUARES;
    let mut urgency = CALM + u32::from(Places::<F>::OF[square.index()]);
    urgency -= ANSWER * answers.count_ones();
    urgency -= CORNER_ANSWER * (answers & F::CORNERS).count_ones();
    urgency -= NEIGHBOUR * beside.count_ones();
    if odd >> square.index() & 1 != 0 {
        urgency += ODD;
    }
    if beside == 0 {
        urgency += ALONE;
    }
    urgency
}

#[cfg(test)]
mod tests {
    use rules::{Board, Square};

    use super::{CALM, Places, urgency};
    use crate::random::Random;
    use crate::search::field::{Eight, Six, odd_quarters};

    #[test]
    fn a_place_counts_by_its_distance_from_the_walls() {
        let place = |name: &str| {
            let square: Square = name.parse().expect("a square");
            (
                Places::<Eight>::OF[square.index()],
                Places::<Six>::OF[square.index()],
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
                let odd = odd_quarters(board.empty().0);
                board = board.play_unchecked(square);
                let urgency = urgency::<Eight>(board, square, odd);
                assert!(
                    (CALM / 2..2 * CALM).contains(&urgency),
                    "{urgency} on\n{board}"
                );
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
                    let urgency = urgency::<Eight>(next, square, 0);
                    (next.legal_moves().len(), urgency)
                });
                if fewer.0 + 1 < more.0 {
                    assert!(fewer.1 > more.1, "{one} before {other} on\n{after}");
                    found += 1;
                }
            }
        }
        assert!(found > 0);
    }

    fn pairs(board: Board) -> impl Iterator<Item = (Square, Square)> {
        let moves = board.legal_moves();
        let others = move |one| moves.into_iter().map(move |other| (one, other));
        moves.into_iter().flat_map(others)
    }
}
