//! A position has the same score in all eight symmetries.

use super::boards::{engine, exact, random_boards};

#[test]
fn a_score_survives_the_eight_symmetries_with_a_new_engine_for_each() {
    for empties in [8, 10, 12, 14] {
        for board in random_boards(empties, 12, 100) {
            let score = |board| exact(&mut engine(1, 1), board);
            let expected = score(board);
            for turned in board.symmetries() {
                assert_eq!(score(turned), expected, "{turned}\nand\n{board}");
            }
        }
    }
}

#[test]
fn a_score_survives_the_eight_symmetries_with_one_memory() {
    let mut engine = engine(1, 4);
    for empties in [9, 11, 13, 15] {
        for board in random_boards(empties, 12, 101) {
            let expected = exact(&mut engine, board);
            for turned in board.symmetries() {
                assert_eq!(
                    exact(&mut engine, turned),
                    expected,
                    "{turned}\nand\n{board}"
                );
            }
        }
    }
}
