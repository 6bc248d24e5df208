//! The board styles as drawn text.

use super::guided;
use crate::common::assert_same;

/// The first board of a game, and the one after a move.
fn boards(arguments: &str, first_move: &str) -> [String; 2] {
    let output = guided(
        &format!("--players 2 {arguments}"),
        &[first_move, "quit", "n"],
    );
    let mut boards = output.split("\n\n").filter(|text| {
        let rows = text
            .lines()
            .filter(|line| line.trim_start().starts_with('1'))
            .count();
        rows > 0 && text.lines().count() > 5
    });
    let mut next = || {
        let board = boards.next().expect("a board");
        board.trim_start_matches('\n').to_string() + "\n"
    };
    [next(), next()]
}

#[test]
fn grid_is_the_consoles_board() {
    let [first, second] = boards("-n 4 --style grid", "c4");
    assert_same(
        &first,
        "    a   b   c   d
  +---+---+---+---+
1 |   | * |   |   |
  +---+---+---+---+
2 | * | W | B |   |
  +---+---+---+---+
3 |   | B | W | * |
  +---+---+---+---+
4 |   |   | * |   |
  +---+---+---+---+
",
    );
    assert_same(
        &second,
        "    a   b   c   d
  +---+---+---+---+
1 |   |   |   |   |
  +---+---+---+---+
2 |   | W | B | * |
  +---+---+---+---+
3 |   | B | B |   |
  +---+---+---+---+
4 |   | * | B | * |
  +---+---+---+---+
",
    );
    let [default, _] = boards("-n 4", "c4");
    assert_same(&default, &first);
}

#[test]
fn letters_has_labels_on_all_sides() {
    let [first, second] = boards("--style letters", "d3");
    assert_same(
        &first,
        "   a b c d e f g h
 1 - - - - - - - - 1
 2 - - - - - - - - 2
 3 - - - v - - - - 3
 4 - - v o x - - - 4
 5 - - - x o v - - 5
 6 - - - - v - - - 6
 7 - - - - - - - - 7
 8 - - - - - - - - 8
   a b c d e f g h
",
    );
    assert_same(
        &second,
        "   a b c d e f g h
 1 - - - - - - - - 1
 2 - - - - - - - - 2
 3 - - v x v - - - 3
 4 - - - x x - - - 4
 5 - - v x o - - - 5
 6 - - - - - - - - 6
 7 - - - - - - - - 7
 8 - - - - - - - - 8
   a b c d e f g h
",
    );
}

#[test]
fn xo_counts_rows_and_columns_from_0() {
    let [first, second] = boards("-n 4 --style xo --mirrored", "0 2");
    assert_same(
        &first,
        "    0   1   2   3
  -----------------
0 |   |   | * |   |
  -----------------
1 |   | X | O | * |
  -----------------
2 | * | O | X |   |
  -----------------
3 |   | * |   |   |
  -----------------
",
    );
    assert_same(
        &second,
        "    0   1   2   3
  -----------------
0 |   | * | X | * |
  -----------------
1 |   | X | X |   |
  -----------------
2 |   | O | X | * |
  -----------------
3 |   |   |   |   |
  -----------------
",
    );
}

#[test]
fn discs_are_round() {
    let [first, second] = boards("-n 4 --style discs", "c4");
    assert_same(
        &first,
        "   a b c d
 1 · * · · 1
 2 * ○ ● · 2
 3 · ● ○ * 3
 4 · · * · 4
   a b c d
",
    );
    assert_same(
        &second,
        "   a b c d
 1 · · · · 1
 2 · ○ ● * 2
 3 · ● ● · 3
 4 · * ● * 4
   a b c d
",
    );
}

#[test]
fn the_largest_board_is_aligned_in_every_style() {
    let letters = "   a b c d e f g h i j k l m n o p q r s t u v w x y z\n";
    for style in ["letters", "discs"] {
        let [board, _] = boards(&format!("-n 26 --style {style}"), "m12");
        assert!(
            board.starts_with(letters) && board.ends_with(letters),
            "{board}"
        );
        assert_eq!(board.lines().count(), 28, "{board}");
        for (number, row) in (1..=26).zip(board.lines().skip(1)) {
            assert!(row.starts_with(&format!("{number:>2} ")), "{board}");
            assert!(row.ends_with(&format!(" {number}")), "{board}");
            assert_eq!(row.split_whitespace().count(), 28, "{board}");
        }
    }
    for (style, first) in [("grid", 1), ("xo", 0)] {
        let [board, _] = boards(&format!("-n 26 --style {style}"), "m12");
        assert_eq!(board.lines().count(), 54, "{board}");
        let rows: Vec<&str> = board.lines().filter(|line| line.contains('|')).collect();
        for (number, row) in (first..).zip(&rows) {
            assert!(row.starts_with(&format!("{number:>2} |")), "{board}");
            assert_eq!(row.len(), 3 + 4 * 26 + 1, "{board}");
        }
    }
    let [grid, _] = boards("-n 26 --style grid", "m12");
    let labels = grid.lines().next().expect("a line").to_string();
    let z = labels.find('z').expect("the last column");
    assert_eq!(z, 3 + 4 * 25 + 2, "in the middle of its cell");
}
