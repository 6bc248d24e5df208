//! Games that cannot be reviewed, and invalid options.

use std::fs;

use super::{PASSES, SMALL, review};

#[track_caller]
fn complaint(arguments: &[&str], code: i32) -> String {
    let run = review(arguments);
    assert_eq!(run.stdout, "", "{run:?}");
    run.bad(code)
}

#[test]
fn games_that_are_none() {
    for (game, why) in [
        (
            "start",
            "there is nothing to review: a position and no moves",
        ),
        (
            "f5f5",
            "move 2: there is a disc on f5 already; legal squares: f4 d6 f6",
        ),
        ("f5d6z9", "move 3: the 8×8 board has no square z9"),
        ("f5a1", "move 2: a disc on a1 would turn nothing"),
        ("", "give a board string, moves such as f5d6c3"),
        ("no/such.ggf", "there is no file no/such.ggf"),
        (
            "(;GM[Othello]B[f5]W[a1];)",
            "move 2: a disc on a1 would turn nothing",
        ),
    ] {
        let message = complaint(&[game], 1);
        assert!(message.contains(why), "{message}");
        assert!(message.starts_with("reversi: "), "{message}");
    }
}

#[test]
fn boards_that_are_too_large() {
    let message = complaint(&["g6", "-n", "10"], 1);
    assert_eq!(
        message,
        "reversi: games on a 10×10 board cannot be reviewed; those on 4×4, 6×6 and 8×8 can\n"
    );
}

#[test]
fn options_that_make_no_sense() {
    for (arguments, why) in [
        (&["--level", "0"][..], "`0` is not a level"),
        (&["--level", "-3"], "`-3` is not a level"),
        (&["--time", "0"], "more than 0 and up to 3600"),
        (&["--time", "soon"], "more than 0 and up to 3600"),
        (&["--exact", "61"], "from 0 to 60"),
        (&["--number", "x"], "games are counted from 1"),
        (&["--number", "0"], "games are counted from 1"),
        (&["--level", "3", "--time", "1"], "cannot be used with"),
    ] {
        let message = complaint(&[&["f5"], arguments].concat(), 2);
        assert!(message.contains(why), "{message}");
    }
    assert!(complaint(&[], 2).contains("<GAME>"));
}

/// An unwritable file is reported before the work, not after it.
#[test]
fn files_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("no/such/file");
    for option in ["--svg", "--ggf", "--sgf"] {
        for (path, why) in [
            (folder.path(), "it is a directory"),
            (&inside, "there is no folder"),
        ] {
            let name = path.to_str().expect("a name in letters");
            // At this level a review would take hours.
            let message = complaint(&[PASSES, "--exact", "60", option, name], 1);
            assert!(message.contains(why), "{message}");
        }
    }
}

#[test]
fn one_game_of_many() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.ggf");
    let record = |moves: &str| format!("(;GM[Othello]PB[Ann]PW[Bob]{moves};)\n");
    let text = record("B[f5]W[d6]") + &record("B[f5]W[f6]") + &record("B[f5]W[x9]");
    fs::write(&path, text).expect("a file");
    let name = path.to_str().expect("a name in letters");
    let row = |number: &str| {
        let output = review(&[name, "--number", number, "--level", "3"]).good();
        let row = output.lines().find(|line| line.starts_with("  2  White"));
        row.expect("a row")[12..14].to_string()
    };
    assert_eq!((row("1").as_str(), row("2").as_str()), ("d6", "f6"));
    let message = complaint(&[name, "--number", "3"], 1);
    assert!(message.contains("x9"), "{message}");
    let message = complaint(&[name, "--number", "4"], 1);
    assert!(message.contains("has no game 4"), "{message}");
    let message = complaint(&["f5d6", "--number", "1"], 1);
    assert!(message.contains("there is no file f5d6"), "{message}");
}

#[test]
fn nothing_is_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (game, other) = (file("game.txt"), file("other.x"));
    fs::write(&game, SMALL).expect("a file");
    let twice = ["-n", "4", &game, "--svg", &other, "--sgf", &other];
    let message = review(&twice).bad(2);
    assert!(message.contains("into one file"), "{message}");
    let message = review(&["-n", "4", &game, "--sgf", &game]).bad(1);
    assert!(message.contains("write into another file"), "{message}");
    assert_eq!(fs::read_to_string(&game).expect("a text"), SMALL);
}
