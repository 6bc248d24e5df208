//! Guided games from a given position.

use std::fs;

use super::{assert_in_order, guided};
use crate::common::{feed, reversi, run};

/// Begins a game from a position; the position may contain blanks.
#[track_caller]
fn begin(position: &str, more: &str) -> String {
    let mut command = reversi();
    command
        .args(["play", "--players", "2", "--name", "Ann", "--name", "Bob"])
        .args(["--style", "letters", "--position", position])
        .args(more.split_whitespace());
    feed(&mut command, b"quit\nn\n").good()
}

#[test]
fn a_board_string_is_a_position() {
    for (position, turn) in [
        ("-----OX--XO----- X", "Ann's turn"),
        ("-----OX--XO----- O", "Bob's turn"),
        ("-----OX--XO-----", "Ann's turn"),
        (".....wb..bw..... w", "Bob's turn"),
        ("---- -OX- -XO- ---- O", "Bob's turn"),
        ("----\n-OX-\n-XO-\n---- X\n", "Ann's turn"),
    ] {
        let output = begin(position, "");
        assert_in_order(
            &output,
            &[" 2 ", "o x", " 3 ", "x o", "Score: Ann 2 - 2 Bob", turn],
        );
        assert!(!output.contains("No available moves"), "{output}");
    }
}

#[test]
fn moves_are_a_position() {
    for (moves, turn, score) in [
        ("f5", "Bob's turn", "4 - 1"),
        ("F5D6", "Ann's turn", "3 - 3"),
        ("f5 d6 c6", "Bob's turn", "5 - 2"),
        ("1. f5 d6 2. c6", "Bob's turn", "5 - 2"),
        ("start", "Ann's turn", "2 - 2"),
    ] {
        let output = begin(moves, "");
        assert_in_order(&output, &[&format!("Score: Ann {score} Bob"), turn]);
        assert!(!output.contains("No available moves"), "{moves}: {output}");
    }
    let output = begin("c4d4d3b4a4d2d1b1", "-n 4");
    assert_in_order(
        &output,
        &["3 - 9", "No available moves for Ann", "Bob's turn"],
    );
}

#[test]
fn a_side_that_cannot_move_at_first_is_passed_over() {
    let board = "-O-X -OOO -XOO XOOO";
    let output = begin(&format!("{board} X"), "");
    assert_in_order(&output, &["No available moves for Ann", "Bob's turn"]);
    let output = begin(&format!("{board} O"), "");
    assert!(!output.contains("No available moves"), "{output}");
}

#[test]
fn a_file_holds_a_position_in_any_of_these_ways() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, contents) in [
        ("state.rev", &b"\x00\x00\x00\x04nnnnnwbnnbbnnnbn"[..]),
        ("little.rev", b"\x04\x00\x00\x00nnnnnwbnnbbnnnbn"),
        ("board.txt", b"----\n-OX-\n-XX-\n--X- O\n"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, contents).expect("a file");
        let output = begin(&path.display().to_string(), "");
        assert_in_order(
            &output,
            &[" 4 - v x v 4\n", "Score: Ann 4 - 1 Bob", "Bob's turn"],
        );
    }
    let path = folder.path().join("moves.txt");
    fs::write(&path, "f5 d6\nc6\n").expect("a file");
    let output = begin(&path.display().to_string(), "");
    assert_in_order(&output, &["Score: Ann 5 - 2 Bob", "Bob's turn"]);
}

#[test]
fn a_finished_position_is_a_finished_game() {
    let output = begin("XXXX XXXX XXXX XXXO X", "");
    assert_in_order(
        &output,
        &["Score: Ann 15 - 1 Bob", "Dark wins", "Play again?"],
    );
}

#[test]
fn playing_again_begins_from_the_position_again() {
    let output = guided(
        "--players 2 -n 4 --position c4d4",
        &["quit", "y", "quit", "n"],
    );
    assert_eq!(output.matches("Score: Player 1 3 - 3 Player 2").count(), 2);
}

#[test]
fn invalid_positions_are_reported() {
    for position in [
        "nonsense",
        "XO",
        "f5d6a1",
        "f5z9",
        "f5d6x",
        "--------XO",
        "a1",
        "d31",
        "no-such-file.rev",
        "X",
    ] {
        for command in ["play --players 2", "demo"] {
            let run = run(&format!("{command} --position {position}"), "");
            assert_eq!(run.stdout, "");
            let said = run.bad(1);
            assert!(said.contains(position), "{position}: {said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
    let mut command = reversi();
    command.args(["play", "--position", ""]);
    let said = feed(&mut command, b"").bad(1);
    assert!(said.contains("position"), "{said}");
}

#[test]
fn a_file_without_a_position_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = vec![b'-'; 1 << 20];
    for (name, contents) in [
        ("empty.txt", &b""[..]),
        ("text.txt", b"Dear Anna,\n"),
        ("cut.rev", b"\x00\x00\x00\x04nnnnnwbnnb"),
        ("bytes.bin", b"\xff\xfe\xfd\xfc"),
        ("large.txt", &large),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, contents).expect("a file");
        let mut command = reversi();
        command
            .args(["play", "--players", "2", "--position"])
            .arg(&path);
        let said = feed(&mut command, b"").bad(1);
        assert!(said.contains(name), "{name}: {said}");
    }
}
