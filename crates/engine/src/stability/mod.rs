//! Stable discs: discs that can never be flipped again, and the score bound they prove.

mod growth;

use reversi_rules::Board;

use crate::geometry::Geometry;
use growth::grown;

/// The discs of `discs` that can be proven stable; `filled` are all squares with a disc.
///
/// A disc cannot be flipped along a full line, nor along a line where its neighbour on one side is the
/// wall or a stable disc of its own colour. A disc that is safe along all four lines is stable. This is
/// repeated until no more stable discs are found, or until there are `enough`.
pub(crate) fn stable_discs<G: Geometry>(discs: u64, filled: u64, enough: u32) -> u64 {
    let walled = filled | !G::SQUARES;
    let full = full_lines(walled);
    let along = [
        full[0] | G::WALL_SIDES,
        full[1] | G::WALL_ENDS,
        full[2] | G::WALL_FALLING,
        full[3] | G::WALL_RISING,
    ];
    grown(discs, along, enough)
}

/// The squares on full lines: rows, columns, falling and rising diagonals.
#[inline]
fn full_lines(filled: u64) -> [u64; 4] {
    // Rows: and the eight bits of each byte together, then spread the answer.
    let mut row = filled & filled >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let rows = (row & 0x0101_0101_0101_0101) * 0xff;
    // Columns: and the eight bytes together; a rotation keeps the answer in all of them.
    let mut columns = filled & filled.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    [
        rows,
        columns,
        full_diagonals(filled, 9, FALLING),
        full_diagonals(filled, 7, RISING),
    ]
}

/// Squares outside the board count as filled: for a shift by one, two and four steps along a
/// diagonal, those that would be reached over the border.
const FALLING: [(u64, u64); 3] = border(9);
const RISING: [(u64, u64); 3] = border(7);

const fn border(step: u32) -> [(u64, u64); 3] {
    let mut over = [(0u64, 0u64); 3];
    let mut doubling = 0;
    while doubling < 3 {
        let distance = 1i32 << doubling;
        let columns = if step == 9 { 1 } else { -1 };
        let mut square = 0i32;
        while square < 64 {
            let (column, row) = (square % 8, square / 8);
            let up = (column + columns * distance, row + distance);
            let down = (column - columns * distance, row - distance);
            if up.0 < 0 || up.0 > 7 || up.1 > 7 {
                over[doubling].0 |= 1 << square;
            }
            if down.0 < 0 || down.0 > 7 || down.1 < 0 {
                over[doubling].1 |= 1 << square;
            }
            square += 1;
        }
        doubling += 1;
    }
    over
}

#[inline]
fn full_diagonals(filled: u64, step: u32, over: [(u64, u64); 3]) -> u64 {
    let mut up = filled;
    let mut down = filled;
    let mut doubling = 0;
    while doubling < 3 {
        let shift = step << doubling;
        up &= up >> shift | over[doubling].0;
        down &= down << shift | over[doubling].1;
        doubling += 1;
    }
    up & down
}

/// Stability bound: the score of the side to move if it gets everything except the stable discs of the
/// opponent; `None` when that is more than `alpha` discs.
#[inline]
pub(crate) fn best_possible<G: Geometry>(board: Board, alpha: i32) -> Option<i32> {
    let opponent = board.opponent();
    // Even if all discs of the opponent were stable, the bound would be above alpha.
    if G::AREA - 2 * opponent.len() as i32 > alpha {
        return None;
    }
    let filled = board.own().0 | opponent.0;
    // With this number of them the bound is `alpha` or the number below it.
    let enough = (G::AREA - alpha + 1).cast_unsigned() / 2;
    let stable = stable_discs::<G>(opponent.0, filled, enough);
    let bound = G::AREA - 2 * stable.count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

#[cfg(test)]
mod tests {
    use reversi_rules::{Bitboard, Board, Square};

    use super::{best_possible, stable_discs};
    use crate::geometry::{Eight, Four, FourByEight, FourBySix, Geometry, Six};
    use crate::random::Random;
    use crate::search::final_score;

    /// A position of a random game on a geometry with this many empty squares, or the end of the game.
    fn random_play<G: Geometry>(empties: u32, random: &mut Random) -> Board {
        let mut board = Board::START;
        loop {
            let moves = |board: Board| Bitboard(board.legal_moves().0 & G::SQUARES);
            let left = (board.empty().0 & G::SQUARES).count_ones();
            let is_over = moves(board).is_empty() && moves(board.pass()).is_empty();
            if left <= empties || is_over {
                return board;
            }
            let choices: Vec<Square> = moves(board).into_iter().collect();
            board = match random.pick(&choices) {
                Some(square) => board.play_unchecked(square),
                None => board.pass(),
            };
        }
    }

    /// Discs scattered on a geometry.
    fn scattered<G: Geometry>(empties: usize, random: &mut Random) -> Board {
        let mut left: Vec<Square> = Bitboard(G::SQUARES).into_iter().collect();
        let (mut own, mut opponent) = (Bitboard::EMPTY, Bitboard::EMPTY);
        while left.len() > empties {
            let square = random.pick(&left).expect("not empty");
            left.retain(|other| *other != square);
            if random.pick(&[true, false]) == Some(true) {
                own = own | square.into();
            } else {
                opponent = opponent | square.into();
            }
        }
        Board::new(own, opponent).expect("no square twice")
    }

    /// Plays everything that can be played, even with unnecessary passes, and checks that the
    /// discs `own` and `opponent`, of the side to move and of the other, stay where they are.
    fn assert_never_turned<G: Geometry>(board: Board, own: u64, opponent: u64, start: Board) {
        let kept = board.own().0 & own == own && board.opponent().0 & opponent == opponent;
        assert!(kept, "{board}\nfrom\n{start}");
        for (board, own, opponent) in [(board, own, opponent), (board.pass(), opponent, own)] {
            for square in Bitboard(board.legal_moves().0 & G::SQUARES) {
                let next = board.play_unchecked(square);
                assert_never_turned::<G>(next, opponent, own, start);
            }
        }
    }

    /// How many discs were found stable.
    fn check<G: Geometry>(board: Board) -> u32 {
        let filled = board.own().0 | board.opponent().0;
        let own = stable_discs::<G>(board.own().0, filled, u32::MAX);
        let opponent = stable_discs::<G>(board.opponent().0, filled, u32::MAX);
        assert_eq!(own & !board.own().0, 0, "{board}");
        assert_eq!(opponent & !board.opponent().0, 0, "{board}");
        assert_never_turned::<G>(board, own, opponent, board);
        own.count_ones() + opponent.count_ones()
    }

    fn check_many<G: Geometry>() {
        let mut random = Random::new(1);
        let mut stable = 0;
        for round in 0..400 {
            stable += check::<G>(random_play::<G>(2 + round % 6, &mut random));
            stable += check::<G>(scattered::<G>(round as usize % 7, &mut random));
        }
        assert!(stable > 2_000, "only {stable} stable discs");
    }

    #[test]
    fn stable_discs_are_never_turned() {
        check_many::<Eight>();
        check_many::<Six>();
        check_many::<FourByEight>();
        check_many::<FourBySix>();
        check_many::<Four>();
    }

    #[test]
    fn every_disc_of_a_full_board_is_stable_and_none_of_an_open_middle() {
        let mut random = Random::new(2);
        for _ in 0..100 {
            let full = scattered::<Eight>(0, &mut random);
            assert_eq!(
                stable_discs::<Eight>(full.own().0, !0, u32::MAX),
                full.own().0,
                "{full}"
            );
        }
        let start = Board::START;
        let filled = start.own().0 | start.opponent().0;
        assert_eq!(stable_discs::<Eight>(start.own().0, filled, u32::MAX), 0);
        // A corner, and the edge that grows from it.
        for edge in [0x01_u64, 0x03, 0x7f, 0xff] {
            assert_eq!(stable_discs::<Eight>(edge, edge, u32::MAX), edge);
        }
        assert_eq!(stable_discs::<Eight>(0x02, 0x02, u32::MAX), 0);
    }

    #[test]
    fn no_result_is_better_than_the_best_possible() {
        fn best<G: Geometry>(board: Board) -> i32 {
            let moves = board.legal_moves().0 & G::SQUARES;
            if moves == 0 {
                let passed = board.pass();
                if passed.legal_moves().0 & G::SQUARES == 0 {
                    return final_score::<G>(board);
                }
                return -best::<G>(passed);
            }
            let replies = Bitboard(moves).into_iter();
            let scores = replies.map(|square| -best::<G>(board.play_unchecked(square)));
            scores.max().expect("there is a move")
        }
        fn check<G: Geometry>() {
            let mut random = Random::new(3);
            let mut settled = 0;
            for round in 0..300 {
                let played = random_play::<G>(round % 7, &mut random);
                let scattered = scattered::<G>(round as usize % 6, &mut random);
                for board in [played, scattered] {
                    let best = best::<G>(board);
                    for alpha in (-64..64).step_by(2) {
                        if let Some(bound) = best_possible::<G>(board, alpha) {
                            assert!(best <= bound && bound <= alpha, "{alpha} on\n{board}");
                            settled += 1;
                        }
                    }
                }
            }
            assert!(settled > 100, "{settled}");
        }
        check::<Eight>();
        check::<Six>();
        check::<Four>();
    }
}
