//! Invalid options and file names.

use super::{FFO_20, board};
use crate::common::{Run, feed, reversi};

fn reversi_solve(arguments: &[&str]) -> Run {
    feed(reversi().arg("solve").args(arguments), b"")
}

#[track_caller]
fn refused(arguments: &[&str], code: i32, why: &str) {
    let run = reversi_solve(arguments);
    assert_eq!(run.stdout, "", "{arguments:?}");
    let message = run.bad(code);
    assert!(message.contains(why), "{arguments:?}: {message}");
}

#[test]
fn impossible_settings_are_refused_with_the_possible_ones() {
    for threads in ["0", "-1", "abc", "", "1.5", "1025", "99999999999999999999"] {
        let arguments = ["--threads", threads, board(FFO_20)];
        refused(&arguments, 2, "it must be a whole number from 1 to 1024");
    }
    for hash in [
        "0",
        "-5",
        "abc",
        "",
        "1e3",
        "999999999",
        "99999999999999999999",
    ] {
        let arguments = ["--hash", hash, board(FFO_20)];
        refused(
            &arguments,
            2,
            "it must be a whole number of megabytes from 1 to ",
        );
    }
    for lines in ["0", "x", "5-1", "-", "", "1-", "-3", "1,,2", "1-2-3"] {
        let arguments = ["--only", lines, board(FFO_20)];
        refused(
            &arguments,
            2,
            "it must be line numbers such as 3, 1-5 or 1-5,9",
        );
    }
}

#[test]
fn unknown_options_are_not_positions() {
    refused(&["--wdl", board(FFO_20)], 2, "--wdl");
    refused(&[board(FFO_20), "--wdl"], 2, "--wdl");
    refused(&[board(FFO_20), "-x"], 2, "-x");
    refused(&[], 2, "FILE|POSITION");
}

#[test]
fn missing_files_are_named() {
    refused(
        &["missing.obf"],
        1,
        "reversi: there is no file missing.obf\n",
    );
    refused(
        &["some/missing.OBF"],
        1,
        "there is no file some/missing.OBF",
    );
    refused(&["missing.txt"], 1, "there is no file missing.txt");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("folder.obf");
    std::fs::create_dir(&path).expect("a folder");
    refused(
        &[path.to_str().expect("a plain name")],
        1,
        "it is a directory",
    );
    // If one of several files is missing, nothing is solved.
    refused(
        &[board(FFO_20), "missing.obf"],
        1,
        "there is no file missing.obf",
    );
}

#[test]
fn invalid_positions_are_reported() {
    refused(&["f5f5"], 1, "`f5f5` is not a position: move 2: ");
    refused(&["XXOO"], 1, "4 squares make no board");
    refused(
        &["XXOO; F5:+2"],
        1,
        "`XXOO; F5:+2` is not a problem: the board: 4 squares",
    );
    refused(&[""], 1, "give a board string");
    refused(
        &["% only a comment;"],
        1,
        "there is nothing to solve in a comment",
    );
}

#[test]
fn threads_and_memory_change_no_answer() {
    for (threads, hash) in [("1", "1"), ("2", "1"), ("3", "64")] {
        let arguments = ["--threads", threads, "--hash", hash, FFO_20];
        let output = reversi_solve(&arguments).good();
        assert!(output.contains("1 of 1 right"), "{arguments:?}: {output}");
    }
    let output = reversi_solve(&[FFO_20]).good();
    assert!(output.contains("1 of 1 right"), "{output}");
}
