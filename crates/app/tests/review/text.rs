//! Reviews as text.

use super::{PASSES, SMALL, object, review};
use crate::common::assert_same;

/// A game that is exact from its first move, word for word.
#[test]
fn a_small_game_as_it_is_printed() {
    let output = review(&[SMALL, "-n", "4"]).good();
    assert_same(
        &output,
        "\
White won 11-2
Moves 1-9 exact.

  #  side   move  before   after   lost  label       better
  1  Black  c4       -10     -10      0  best
  2  White  d4       +10     +10      0  best
  3  Black  d3       -10     -10      0  best
  4  White  b4       +10     +10      0  best
  5  Black  a4       -10     -12      2  good        a1 d2 a4 c1 d1 b1
  6  White  d2       +12     +12      0  best
  7  Black  d1       -12     -12      0  best
  8  White  b1       +12     +12      0  best
     Black passes
  9  White  a2       +12     +12      0  best
Scores are for the side that moved, in discs; whole numbers are exact.

  +16


Black


    0 ==========
      ##########
      ##########
White ##########
      ##########
           #####
  -16
 move 0
 line = exact

       accuracy    lost  best  good  inaccuracy  mistake  blunder
Black      41.3     2.0     3     1           0        0        0
White     100.0     0.0     5     0           0        0        0

No move changed who was winning.
",
    );
}

#[test]
fn estimates_and_exact_scores_are_distinguished() {
    let output = review(&[PASSES, "--level", "4"]).good();
    assert!(output.contains("Black won 45-19\n"), "{output}");
    assert!(
        output.contains(
            "Moves 1-52 estimated, 4 to 8 moves ahead; moves 53-60 exact, from 8 empties on.\n"
        ),
        "{output}"
    );
    let rule = output.find("- exact from here on -").expect("a rule");
    let row = |number: usize| output.find(&format!("\n {number}  ")).expect("a row");
    assert!(row(52) < rule && rule < row(53), "{output}");
    let table = output.split("better\n").nth(1).expect("a table");
    let rows = table.lines().take_while(|line| !line.starts_with("Scores"));
    let rows: Vec<&str> = rows.filter(|line| !line.starts_with('-')).collect();
    assert_eq!(rows.len(), 60 + 3, "{output}");
    for row in rows.iter().filter(|row| !row.ends_with("passes")) {
        let words: Vec<&str> = row.split_whitespace().collect();
        let number: usize = words[0].parse().expect("a number");
        let has_decimals = [3, 4, 5].map(|word: usize| words[word].contains('.'));
        assert_eq!(has_decimals, [number <= 52; 3], "{row}");
    }
    assert_eq!(output.matches("White passes").count(), 3, "{output}");
    assert!(output.is_ascii(), "{output}");
    assert!(output.lines().all(|line| line.len() < 80), "{output}");
}

/// The graph has a column for each position, with a line of dashes and equals signs in the middle.
#[test]
fn the_graph_has_a_column_for_each_position() {
    let output = review(&[PASSES, "--level", "3", "--exact", "10"]).good();
    let middle = output
        .lines()
        .find(|line| line.starts_with("    0 "))
        .expect("the line in the middle");
    let columns = &middle[6..];
    let book = book_moves(&[PASSES, "--level", "3", "--exact", "10"]);
    assert_eq!(columns, told_apart(book, 50));
    assert!(
        output.contains("\n line . book  - estimate  = exact\n"),
        "{output}"
    );
    // Black wins: the last column is above the middle.
    let rows: Vec<&str> = output.lines().collect();
    let zero = rows
        .iter()
        .position(|line| *line == middle)
        .expect("it is there");
    let last = |line: &str| line.chars().nth(6 + 60);
    assert_eq!(last(rows[zero - 1]), Some('#'), "{output}");
    assert_eq!(last(rows[zero + 1]), None, "{output}");
}

/// How many moves of the review are in the book.
fn book_moves(arguments: &[&str]) -> usize {
    let book = object(arguments)["book"].as_u64().expect("a number");
    usize::try_from(book).expect("not many")
}

/// The line in the middle of the graph of a game of 60 moves, exact from a move on.
fn told_apart(book: usize, estimated: usize) -> String {
    ".".repeat(book + 1) + &"-".repeat(estimated - book - 1) + &"=".repeat(61 - estimated)
}

/// The moves of the book end with a rule, and so do the estimates.
#[test]
fn book_estimates_and_exact_scores_are_told_apart_in_the_list() {
    let arguments = [PASSES, "--level", "3"];
    let output = review(&arguments).good();
    let book = book_moves(&arguments);
    assert!((1..30).contains(&book), "{book}");
    let rule = output.find("- book until here -").expect("a rule");
    let row = |number: usize| output.find(&format!("\n{number:>3}  ")).expect("a row");
    assert!(row(book) < rule && rule < row(book + 1), "{output}");
    assert_eq!(output.matches("book until here").count(), 1, "{output}");
}

#[test]
fn a_game_that_is_not_over_goes_on() {
    let output = review(&["f5d6c3", "--level", "4"]).good();
    assert!(
        output.contains("Not played out: Black 5, White 2\n"),
        "{output}"
    );
    assert!(
        output.contains("Moves 1-3 estimated, 4 moves ahead.\n"),
        "{output}"
    );
    let last = output.lines().last().expect("a line");
    assert!(last.starts_with("White to move: "), "{output}");
    assert!(last.ends_with(" for Black."), "{output}");
}

#[test]
fn the_opening_and_the_players_are_named() {
    let record = "(;GM[Othello]PC[Here]DT[1999]PB[A\u{1b}[1mnn]PW[Bob]\
                  B[f5]W[d6]B[c3]W[d3]B[c4];)";
    let output = review(&[record, "--level", "3"]).good();
    assert!(
        output.contains("Ann (Black) - Bob (White)\n")
            || output.contains("nn (Black) - Bob (White)\n")
    );
    assert!(!output.contains('\u{1b}'), "{output:?}");
    assert!(output.contains("Here, 1999\n"), "{output}");
    assert!(output.contains("\nOpening: Tiger\n"), "{output}");
}
