//! Positions given on the command line, also without legal moves.

use std::fs;

use super::{FFO_20, board, rows, solve};

/// The move and the score of a position.
#[track_caller]
fn answer(position: &str) -> (String, String) {
    let output = solve(&[position]).good();
    let rows = rows(&output);
    assert_eq!(rows.len(), 1, "{output}");
    (rows[0][2].to_string(), rows[0][3].to_string())
}

#[track_caller]
fn check(position: &str, name: &str, score: &str) {
    assert_eq!(
        answer(position),
        (name.to_string(), score.to_string()),
        "{position}"
    );
}

#[test]
fn a_position_may_be_given_in_every_way() {
    let (squares, _) = board(FFO_20).split_once(' ').expect("a side");
    let text = board(FFO_20);
    check(text, "h5", "+6");
    check(squares, "h5", "+6");
    check(&text.to_lowercase().replace('-', "."), "h5", "+6");
    check(FFO_20, "h5", "+6");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("position.txt");
    fs::write(&path, text).expect("a file");
    check(path.to_str().expect("a plain name"), "h5", "+6");
    let ggf = format!(
        "(;GM[Othello]TY[8]BO[8 {} *]B[h6]W[h5];)",
        squares.replace('X', "*")
    );
    assert!(solve(&[&ggf]).good().contains("  1        4  "), "{ggf}");
}

#[test]
fn a_game_is_solved_from_where_its_moves_lead() {
    // A complete published game of best play, without its last four moves.
    let moves = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8\
                 G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8";
    let (_, score) = answer(moves);
    assert_eq!(score, "+0", "Othello is a draw");
}

#[test]
fn a_board_that_begins_with_dashes_is_no_option() {
    let text = "--XXXXX--OOOXX-O-OOOXXOO-OOOOOXOOOXXOOXOO-XOXOOO-XXXOOOOXXXXXXX- X";
    check(text, "a4", "+18");
    check(&format!("{text}; +18;"), "a4", "+18");
}

#[test]
fn a_full_board_is_counted() {
    let squares = format!("{}{}", "X".repeat(40), "O".repeat(24));
    check(&format!("{squares} X"), "--", "+16");
    check(&format!("{squares} O"), "--", "-16");
    let even = format!("{}{} O", "X".repeat(32), "O".repeat(32));
    check(&even, "--", "+0");
}

#[test]
fn empty_squares_count_for_the_winner() {
    let over = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXXXXOOOOO---OOOOOOO-OOOOOOO-";
    check(&format!("{over} O"), "--", "-6");
    check(&format!("{over} X"), "--", "+6");
    let draw = format!("X{}O X", "-".repeat(62));
    check(&draw, "--", "+0");
}

#[test]
fn a_side_without_discs_has_lost_everything() {
    let one = format!("{}X{}", "-".repeat(30), "-".repeat(33));
    check(&format!("{one} X"), "--", "+64");
    check(&format!("{one} O"), "--", "-64");
    let none = "-".repeat(64);
    check(&format!("{none} X"), "--", "+0");
}

#[test]
fn a_side_that_must_pass_passes() {
    let text = "XXXOXXXXOXXXOXXXOOXXXOXXOOOXXXOXOOOOXXXOOOOOOXO-OOOOOOO-OOOOOOO-";
    check(&format!("{text} O"), "--", "+2");
    check(&format!("{text} X"), "h8", "-2");
    let output = solve(&["--all-moves", &format!("{text} O; --:+2;")]).good();
    assert!(output.contains("1 of 1 right"), "{output}");
}

#[test]
fn the_winner_of_a_finished_game_is_known() {
    let full = format!("{}{} O", "X".repeat(40), "O".repeat(24));
    let output = solve(&["--wld", "--all-moves", &full]).good();
    let score = rows(&output)[0][3];
    assert!(["loss", "-16"].contains(&score), "{output}");
}
