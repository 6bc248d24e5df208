//! `save` and `load`: the bytes of a state file, and invalid files.

mod broken;
mod whole;

use std::fs;
use std::path::Path;

use crate::common::{answers, feed, reversi};
use tempfile::TempDir;

/// The position after c4 on 4×4, White to move.
const AFTER_C4: &[u8] = b"\x00\x00\x00\x04nnnnnwbnnbbnnnbn";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The answers of a console that was started in a folder.
#[track_caller]
fn console(folder: impl AsRef<Path>, arguments: &str, commands: &[&str]) -> Vec<String> {
    let mut command = reversi();
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    let input = commands.join("\n") + "\n";
    answers(&feed(&mut command, input.as_bytes()).good())
}

/// The names of all entries of a folder.
fn names(folder: impl AsRef<Path>) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn save_writes_the_size_and_a_letter_for_each_square() {
    let folder = folder();
    let answers = console(&folder, "-n 4", &["play c4", "save game.rev"]);
    assert_eq!(answers[1], "", "silent through a pipe");
    let saved = fs::read(folder.path().join("game.rev")).expect("a file");
    assert_eq!(saved, AFTER_C4);
    assert_eq!(names(&folder), ["game.rev"], "nothing else is left");
}

#[test]
fn load_takes_both_byte_orders() {
    let folder = folder();
    let mut little = AFTER_C4.to_vec();
    little[..4].reverse();
    fs::write(folder.path().join("big.rev"), AFTER_C4).expect("a file");
    fs::write(folder.path().join("little.rev"), little).expect("a file");
    let loaded = console(&folder, "-l -w", &["load big.rev", "load little.rev"]);
    assert_eq!(loaded[0], loaded[1]);
    assert_eq!(
        loaded[0],
        "The file does not say who moves next; with 5 discs it is White
    a   b   c   d
  +---+---+---+---+
1 |   |   |   |   |
  +---+---+---+---+
2 |   | W | B | * |
  +---+---+---+---+
3 |   | B | B |   |
  +---+---+---+---+
4 |   | * | B | * |
  +---+---+---+---+
White player (human) plays now
White: 1 - Black: 4"
    );
}

#[test]
fn a_loaded_game_goes_on() {
    let folder = folder();
    fs::write(folder.path().join("game.rev"), AFTER_C4).expect("a file");
    let answers = console(
        &folder,
        "-w",
        &[
            "cont",
            "load game.rev",
            "undo",
            "moves",
            "play d4",
            "cont",
            "newgame",
        ],
    );
    assert_eq!(answers[2], "You have made no move to take back");
    assert_eq!(answers[3], "No moves yet");
    assert!(answers[4].contains("White: 3 - Black: 3"), "{answers:?}");
    assert!(answers[5].contains("White player (human) plays now"));
    let eight = "    a   b   c   d   e   f   g   h\n";
    assert!(answers[6].starts_with(eight), "the usual size again");
}

#[test]
fn the_side_to_move_is_found_from_the_discs() {
    let folder = folder();
    for (squares, said, turn) in [
        (
            "nnnnnwbnnbwnnnnn",
            "with 4 discs it is Black",
            "Black player (human) plays now",
        ),
        (
            "nwnbnwwwwbwwbwww",
            "with 13 discs it is White",
            "White player (computer) plays now",
        ),
        ("nwnbwwwwnwwwbwww", "over", "END OF GAME"),
        (
            "nwnbnwwwnbwwbwww",
            "only White has a legal move",
            "White player (computer) plays now",
        ),
        ("nnnnnnnnnnnnnnnn", "over", "White: 0 - Black: 0"),
    ] {
        let bytes = [&[0, 0, 0, 4], squares.as_bytes()].concat();
        fs::write(folder.path().join("game.rev"), bytes).expect("a file");
        let answer = &console(&folder, "", &["load game.rev"])[0];
        let first = answer.lines().next().unwrap_or_default();
        assert!(first.contains(said), "{squares}: {answer}");
        assert!(answer.contains(turn), "{squares}: {answer}");
    }
}

#[test]
fn saved_games_load_on_every_board_size() {
    let folder = folder();
    for side in (4..=26).step_by(2) {
        let new = format!("newgame {side}");
        let commands = ["cont", "save game.rev", "newgame", "load game.rev"];
        let arguments = format!("-n {side} -w");
        let answers = console(
            &folder,
            &arguments,
            &[&[new.as_str()], &commands[..]].concat(),
        );
        let board = |text: &str| -> Vec<String> {
            let rows = text.lines().filter(|line| line.contains('|'));
            rows.map(str::to_string).collect()
        };
        assert_eq!(board(&answers[1]), board(&answers[4]), "{side}");
        let bytes = fs::read(folder.path().join("game.rev")).expect("a file");
        assert_eq!(bytes.len(), 4 + side * side);
        assert_eq!(bytes[..4], [0, 0, 0, side as u8]);
    }
}

#[test]
fn file_names_may_have_blanks_and_quotes() {
    let folder = folder();
    let commands = [
        "save my game.rev",
        "save \"quoted game.rev\"",
        "save 'single game.rev'",
        "save it's.rev",
        "save half\" quote.rev",
        "SAVE Παρτίδα.rev",
    ];
    for answer in console(&folder, "", &commands) {
        assert_eq!(answer, "");
    }
    let mut expected = [
        "half\" quote.rev",
        "it's.rev",
        "my game.rev",
        "quoted game.rev",
        "single game.rev",
        "Παρτίδα.rev",
    ];
    expected.sort_unstable();
    assert_eq!(names(&folder), expected);
    let loads = [
        "load my game.rev",
        "load 'quoted game.rev'",
        "load Παρτίδα.rev",
    ];
    for answer in console(&folder, "", &loads) {
        assert!(answer.contains("with 4 discs it is Black"), "{answer}");
    }
    for wanting in ["save", "load", "save \"\"", "load ''"] {
        let answer = &console(&folder, "", &[wanting])[0];
        assert!(answer.contains("Name a file"), "{answer}");
    }
}
