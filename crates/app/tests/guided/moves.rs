//! Guided game, move by move: accepted input and the answers.

use super::{assert_in_order, guided};

const TWO: &str = "--players 2 --name Ann --name Bob -n 4";

/// A complete game on 4×4; Black must pass after b1.
const SAMPLE: [&str; 9] = ["c4", "d4", "d3", "b4", "a4", "d2", "d1", "b1", "a2"];

/// A complete game on 4×4 that ends in a draw.
const DRAW: [&str; 12] = [
    "a2", "a3", "a4", "c1", "d1", "a1", "d3", "d4", "c4", "d2", "b1", "b4",
];

#[test]
fn a_move_is_a_square_or_a_row_and_a_column() {
    // The output after the last line typed for the move.
    let consequences = |arguments: &str, typed: &str| {
        let output = guided(arguments, &[typed, "quit", "n"]);
        let last = typed.lines().last().unwrap_or_default();
        let (_, rest) = output.split_once(&format!("> {last}\n")).expect("the echo");
        rest.to_string()
    };
    let expected = consequences(TWO, "c4");
    assert_in_order(&expected, &["Score: Ann 4 - 1 Bob", "Bob's turn"]);
    for typed in [
        "C4", " c4 ", "4 3", "4,3", "4, 3", " 4   3 ", "4\n3", " 4 \n 3 ",
    ] {
        assert_eq!(consequences(TWO, typed), expected, "{typed:?}");
    }
    // The rows and columns of this style begin at 0.
    let xo = format!("{TWO} --style xo");
    let expected = consequences(&xo, "c4");
    for typed in ["3 2", "3,2", "3\n2"] {
        assert_eq!(consequences(&xo, typed), expected, "{typed:?}");
    }
}

#[test]
fn a_row_alone_asks_for_the_column() {
    let output = guided(TWO, &["4", "3", "quit", "n"]);
    assert_in_order(
        &output,
        &["> 4\n", "column:\n", "> 3\n", "Score: Ann 4 - 1 Bob"],
    );
    let output = guided(TWO, &["4", "x", "c4", "quit", "n"]);
    assert_in_order(
        &output,
        &["> x\n", "not a move", "> c4\n", "Score: Ann 4 - 1 Bob"],
    );
}

#[test]
fn invalid_moves_change_nothing() {
    for typed in [
        "zz", "c", "4 3 2", "c4 d4", "0 0", "99 99", "c4c4", "-1", "é4", "play c4",
    ] {
        let output = guided(TWO, &[typed, "quit", "n"]);
        assert!(output.contains("is not a move"), "{typed}: {output}");
        assert!(!output.contains("Bob's turn"), "{typed}: {output}");
    }
}

#[test]
fn an_illegal_move_is_answered_with_the_board_and_the_legal_squares() {
    for (typed, why) in [
        ("a1", "a1 would turn nothing"),
        ("b2", "disc on b2 already"),
        ("h8", "no square h8"),
        ("9 9", "no square i9"),
    ] {
        let output = guided(&format!("{TWO} --style letters"), &[typed, "quit", "n"]);
        assert_in_order(
            &output,
            &[
                "Invalid Move. Please choose another tile.",
                why,
                "b1 a2 d3 c4",
                " 1 - v - - 1\n 2 v o x - 2\n 3 - x o v 3\n 4 - - v - 4\n",
                "> quit\n",
            ],
        );
        assert!(!output.contains("Bob's turn"), "{output}");
    }
    let output = guided(&format!("{TWO} --style xo"), &["0 0", "quit", "n"]);
    assert_in_order(
        &output,
        &[
            "row 0 col 0",
            "row 0 col 1, row 1 col 0, row 2 col 3, row 3 col 2",
        ],
    );
}

#[test]
fn the_score_and_the_empty_share_follow_every_move() {
    let mut lines = SAMPLE.to_vec();
    lines.push("n");
    let output = guided(TWO, &lines);
    let scores: Vec<&str> = output
        .lines()
        .filter(|line| line.starts_with("Score: "))
        .collect();
    let expected = [
        ("2 - 2", "75.0%"),
        ("4 - 1", "68.8%"),
        ("3 - 3", "62.5%"),
        ("5 - 2", "56.2%"),
        ("3 - 5", "50.0%"),
        ("5 - 4", "43.8%"),
        ("2 - 8", "37.5%"),
        ("4 - 7", "31.2%"),
        ("3 - 9", "25.0%"),
        ("2 - 11", "18.8%"),
    ];
    assert_eq!(scores.len(), expected.len(), "{output}");
    for (score, (counts, share)) in scores.iter().zip(expected) {
        assert!(
            score.starts_with(&format!("Score: Ann {counts} Bob")),
            "{score}"
        );
        assert!(score.contains(share), "{score}");
    }
}

#[test]
fn a_pass_is_announced_by_name() {
    let mut lines = SAMPLE.to_vec();
    lines.push("n");
    let output = guided(TWO, &lines);
    assert_in_order(
        &output,
        &[
            "> b1\n",
            "No available moves for Ann",
            "Bob plays again",
            "Bob's turn",
            "> a2\n",
        ],
    );
    assert_eq!(output.matches("No available moves").count(), 1);
}

#[test]
fn the_winner_is_named_by_colour_score_and_name() {
    let mut lines = SAMPLE.to_vec();
    lines.push("n");
    let output = guided(TWO, &lines);
    assert_in_order(
        &output,
        &["Light wins\n2 - 11\n", "Bob", "9 discs", "Play again?"],
    );
    let position = "--position b1c1d1a1d3b4a3d4c4d2";
    let output = guided(&format!("{TWO} {position}"), &["a4", "n"]);
    assert_in_order(&output, &["Dark wins\n8 - 7\n", "Ann", "1 disc!"]);
}

#[test]
fn a_draw_is_reported() {
    let mut lines = DRAW.to_vec();
    lines.push("n");
    let output = guided(TWO, &lines);
    assert_in_order(&output, &["(0.0%", "a tie\n8 - 8\n", "Play again?"]);
    assert!(!output.contains("wins"), "{output}");
}

#[test]
fn a_computer_that_wins_is_not_congratulated() {
    let arguments = "--players 0 --opponent random --seed 1 -n 4 --pause 0";
    let output = guided(arguments, &["n"]);
    assert!(!output.contains("Congratulations"), "{output}");
    assert_in_order(&output, &[" wins\n", "Random ", " won by "]);
}

#[test]
fn hint_names_a_legal_move_and_plays_nothing() {
    for word in ["hint", "HINT", "suggest"] {
        let output = guided(TWO, &[word, "quit", "n"]);
        let (_, answer) = output.split_once(&format!("> {word}\n")).expect("the echo");
        let hint = answer.lines().next().unwrap_or_default();
        let legal = ["b1", "a2", "d3", "c4"];
        assert!(legal.iter().any(|square| hint.contains(square)), "{hint}");
        assert!(!output.contains("Bob's turn"), "{output}");
    }
}

#[test]
fn undo_and_redo_take_moves_back_and_make_them_again() {
    let output = guided(
        TWO,
        &[
            "undo", "redo", "c4", "d4", "undo", "undo", "redo", "quit", "n",
        ],
    );
    assert_in_order(
        &output,
        &[
            "> undo\nThere is no move",
            "> redo\nNo move was taken back",
            "> c4\n",
            "> d4\n",
            "3 - 3",
            "> undo\n",
            "4 - 1",
            "Bob's turn",
            "> undo\n",
            "2 - 2",
            "Ann's turn",
            "> redo\n",
            "4 - 1",
            "Bob's turn",
        ],
    );
}

#[test]
fn undo_takes_back_the_computers_reply_too() {
    let arguments = "--players 1 --name Ann --opponent random --seed 1 -n 4";
    let output = guided(arguments, &["c4", "undo", "redo", "quit", "n"]);
    assert_in_order(
        &output,
        &[
            "> c4\n",
            "Random moved to ",
            "Score: Ann 3 - 3 Random",
            "> undo\n",
            "Score: Ann 2 - 2 Random",
            "Ann's turn",
            "> redo\n",
            "Score: Ann 3 - 3 Random",
        ],
    );
}

#[test]
fn help_and_rules_are_there_during_a_game() {
    let output = guided(TWO, &["help", "?", "rules", "c4", "quit", "n"]);
    for word in ["hint", "undo", "redo", "rules", "quit"] {
        let (_, help) = output.split_once("> help\n").expect("the echo");
        let (help, _) = help.split_once("> ?\n").expect("the echo");
        assert!(help.contains(word), "{word}: {help}");
    }
    assert_in_order(
        &output,
        &["> rules\n", "R u l e s", "7. ", "> c4\n", "Bob's turn"],
    );
}
