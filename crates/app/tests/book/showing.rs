//! `book show`: positions and summary.

use serde_json::Value;

use super::{book, refused, small};

fn json(arguments: &[&str]) -> Value {
    let output = book(&[arguments, &["--json"]].concat()).good();
    assert_eq!(output.lines().count(), 1, "{output}");
    serde_json::from_str(&output).expect("JSON")
}

#[test]
fn a_position_has_every_move_with_its_score() {
    let (_folder, path) = small();
    let output = book(&["show", &path, "start"]).good();
    assert!(output.starts_with("Black to move, "), "{output}");
    // All four first moves are equal by symmetry.
    for square in ["d3", "c4", "f5", "e6"] {
        let row = output.lines().find(|line| line.starts_with(square));
        let row = row.unwrap_or_else(|| panic!("{square} in {output}"));
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(words[0], words[3], "a line begins with its move: {row}");
        assert!(words.len() > 4, "and goes on: {row}");
    }
    let output = book(&["show", &path, "f5d6"]).good();
    assert!(output.contains("Opening: Perpendicular"), "{output}");
    assert_eq!(output.lines().count(), 4 + 5, "{output}");
}

#[test]
fn programs_get_the_same_as_json() {
    let (_folder, path) = small();
    let shown = json(&["show", &path, "f5d6"]);
    assert_eq!(shown["opening"], "Perpendicular");
    assert_eq!(shown["depth"], 2);
    let moves = shown["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 5);
    assert_eq!(moves[0]["score"], shown["score"]);
    for book_move in moves {
        let line = book_move["line"].as_array().expect("a line");
        assert_eq!(line[0], book_move["move"]);
        assert_eq!(
            line.len() > 1,
            book_move["book"].as_bool().expect("yes or no")
        );
    }
    // The score after a move is the negated score.
    let best = moves[0]["move"].as_str().expect("a square");
    if moves[0]["book"] == true {
        let next = json(&["show", &path, &format!("f5d6{best}")]);
        let score = |value: &Value| value["score"].as_f64().expect("a number");
        assert_eq!(score(&next), -score(&shown));
    }
    // The same position on a rotated board.
    let turned = json(&["show", &path, "c4e3"]);
    assert_eq!(turned["score"], shown["score"]);
    let summary = json(&["show", &path]);
    assert_eq!(summary["positions"], 40);
    assert_eq!(summary["by_moves"]["1"], 1);
    assert_eq!(summary["by_depth"]["2"], 40);
}

#[test]
fn positions_outside_the_book_are_reported() {
    let (_folder, path) = small();
    let far = "f5f4e3f6d3c5d6c4g5";
    refused(&["show", &path, far], 1, "the book goes no further than f5");
    let board = "---------------------------OO------XXX-------------------------- O";
    refused(
        &["show", &path, board],
        1,
        "this position is not in the book",
    );
    refused(
        &["show", &path, "a1"],
        1,
        "`a1` is not a position: move 1: ",
    );
    let small = "-----XO--OX----- X";
    refused(&["show", &path, small], 1, "books are for 8×8 boards");
}

#[test]
fn a_check_can_search_deeper() {
    let (_folder, path) = small();
    let output = book(&["check", &path]).good();
    let whole =
        "40 positions: the checksum is right, every move is legal, all scores fit together\n";
    assert_eq!(output, whole);
    let arguments = [
        "check",
        &path,
        "--deeper",
        "4",
        "--count",
        "7",
        "--threads",
        "1",
    ];
    let output = book(&arguments).good();
    let (first, table) = output.split_once("\n\n").expect("two parts");
    assert_eq!(format!("{first}\n"), whole);
    let (table, sum) = table.split_once("\n\n").expect("a sum");
    assert_eq!(table.lines().count(), 1 + 7, "{output}");
    assert!(table.contains("  start\n"), "{output}");
    assert!(
        sum.starts_with("7 of 40 positions searched 4 moves ahead: off by "),
        "{output}"
    );
    // `off` is the difference of the two scores, and the last line has the mean.
    let mut total = 0.0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split_whitespace().collect();
        let number = |place: usize| cells[place].parse::<f64>().expect("a number");
        assert!((number(0) - number(1)).abs() - number(2) < 0.011, "{row}");
        total += number(2);
    }
    let mean = format!("off by {:.2} discs on average", total / 7.0);
    assert!(sum.contains(&mean), "{mean}: {output}");
}
