//! `reversi book` through pipes, and games that use a book. The search depth is one or two, so that
//! tests are quick.

mod building;
mod playing;
mod showing;

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use crate::common::{Run, feed, reversi};
use tempfile::TempDir;

/// The bytes of a small book, built once.
static SMALL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (_folder, path) = no_file();
    build(&path, "--positions 40").good();
    fs::read(path).expect("a book")
});

/// The name of a file that does not exist yet, in a temporary folder.
fn no_file() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.book");
    (folder, path.to_str().expect("a plain name").to_string())
}

/// A file with a small book.
fn small() -> (TempDir, String) {
    let (folder, path) = no_file();
    fs::write(&path, &*SMALL).expect("a file");
    (folder, path)
}

/// A file with some games.
fn games(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    fs::write(&path, text).expect("a file");
    (folder, path)
}

fn book(arguments: &[&str]) -> Run {
    feed(reversi().arg("book").args(arguments), b"")
}

fn build(path: &str, options: &str) -> Run {
    let quick = ["build", path, "--depth", "2", "--hash", "1"];
    let options: Vec<&str> = options.split_whitespace().collect();
    book(&[&quick, &options[..]].concat())
}

/// The number of positions in a book.
fn positions(path: &str) -> u64 {
    let summary = book(&["show", path, "--json"]).good();
    let summary: serde_json::Value = serde_json::from_str(&summary).expect("JSON");
    summary["positions"].as_u64().expect("a number")
}

#[track_caller]
fn refused(arguments: &[&str], code: i32, why: &str) {
    let run = book(arguments);
    assert_eq!(run.stdout, "", "{arguments:?}");
    let message = run.bad(code);
    assert!(message.contains(why), "{arguments:?}: {message}");
}

#[test]
fn invalid_input_is_refused_with_a_correction() {
    refused(&[], 2, "Usage: reversi book <COMMAND>");
    refused(&["bulid"], 2, "build");
    refused(&["build"], 2, "<FILE>");
    refused(&["add", "x.book"], 2, "<GAMES>");
    let (_folder, path) = no_file();
    for depth in ["0", "61", "-1", "x", ""] {
        let why = "it must be a whole number from 1 to 60";
        refused(&["build", &path, "--depth", depth], 2, why);
    }
    for positions in ["0", "-1", "x", "1048577", "99999999999999999999"] {
        let why = "it must be a whole number from 1 to 1048576";
        refused(&["build", &path, "--positions", positions], 2, why);
    }
    for seconds in ["-1", "x", "nan", "inf", "1e40"] {
        let why = "it must be a number of seconds from 0 up";
        refused(&["build", &path, "--seconds", seconds], 2, why);
    }
    let why = "it must be a whole number from 1 to 1024";
    refused(&["build", &path, "--threads", "0"], 2, why);
    refused(&["check", "default", "--count", "3"], 2, "--deeper");
    refused(&["build", &path, "--at-least", "3"], 2, "--from");
    assert!(!std::path::Path::new(&path).exists());
}

#[test]
fn files_that_are_no_books_are_refused_and_left_alone() {
    let (_folder, path) = no_file();
    for command in ["show", "check"] {
        refused(&[command, &path], 1, "there is no book ");
    }
    fs::write(&path, "f5d6c3").expect("a file");
    for arguments in [
        &["show", &path][..],
        &["check", &path],
        &["build", &path],
        &["add", &path, "f5d6"],
    ] {
        refused(arguments, 1, "some.book: this is not a book");
    }
    assert_eq!(fs::read(&path).expect("a file"), b"f5d6c3");
    let mut damaged = SMALL.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    fs::write(&path, &damaged).expect("a file");
    refused(&["check", &path], 1, "the book is damaged; copy it again");
    fs::write(&path, &SMALL[..last]).expect("a file");
    refused(&["check", &path], 1, "the book is damaged; copy it again");
    fs::write(&path, &SMALL[..15]).expect("a file");
    refused(&["check", &path], 1, "the book ends too early");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("a plain name");
    refused(&["show", folder], 1, "it is a directory");
    refused(&["build", folder], 1, "it is a directory");
}

#[test]
fn the_book_of_the_program_can_be_looked_at_but_not_changed() {
    let why = "the book that comes with the program stays as it is; name a file";
    refused(&["build", "default"], 1, why);
    refused(&["add", "Default", "f5d6"], 1, why);
    let output = book(&["check", "default"]).good();
    assert!(output.contains("all scores fit together"), "{output}");
    let output = book(&["show", "default", "f5"]).good();
    assert!(output.starts_with("White to move, "), "{output}");
}
