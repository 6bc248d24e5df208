//! `solve` on a terminal: progress and interruption.

use super::pty::{CTRL_C, Terminal};
use crate::common::reversi;

/// No solver finishes this position during a test.
const HARD: &str = "start";

/// FFO problem 20: 6 empty squares.
const EASY: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6;";

fn solve(arguments: &[&str]) -> Terminal {
    let mut command = reversi();
    command.args(["solve", "--hash", "16"]).args(arguments);
    Terminal::open(command)
}

#[test]
fn ctrl_c_prints_the_results_so_far() {
    let mut terminal = solve(&[EASY, HARD, EASY]);
    terminal.wait_for("✓");
    terminal.wait_for("1/3  #2");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    assert!(
        rest.contains("  2       60  "),
        "what is known of the second: {rest:?}"
    );
    assert!(rest.contains("Stopped: 1 problem solved in "), "{rest:?}");
    assert!(rest.contains("1 of 1 right"), "{rest:?}");
    assert!(!rest.contains("  3        6  "), "{rest:?}");
}

#[test]
fn ctrl_c_prints_the_proven_bounds_of_a_split_position() {
    let mut terminal = solve(&["--split", "--threads", "2", EASY, HARD, EASY]);
    terminal.wait_for("✓");
    // The line is drawn several times a second: by then the search has begun.
    for _ in 0..5 {
        terminal.wait_for("leaves done, 1 open");
    }
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    assert!(rest.contains("  2       60  "), "{rest:?}");
    assert!(rest.contains("Stopped: 1 problem solved in "), "{rest:?}");
    assert!(!rest.contains("  3        6  "), "{rest:?}");
}

#[test]
fn ctrl_c_leaves_json_that_can_be_read() {
    let mut terminal = solve(&["--json", HARD]);
    terminal.wait_for("0/1  #1");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    let start = rest.find("{\"source\"").expect("an object");
    let end = start + rest[start..].find("\r\n").expect("the end of the line");
    let object: serde_json::Value = serde_json::from_str(&rest[start..end]).expect("JSON");
    assert_eq!(object["exact"], false, "{object}");
    let discs = |field: &str| object[field].as_f64().expect("a number");
    assert!(
        discs("lower") <= discs("score") && discs("score") <= discs("upper"),
        "{object}"
    );
}

#[test]
fn ctrl_c_while_a_line_is_typed_ends_at_once() {
    let mut terminal = solve(&["-"]);
    terminal.press(&[EASY, "\r"]);
    terminal.wait_for("✓");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
}

#[test]
fn the_progress_is_gone_when_the_work_is_done() {
    let (shown, code) = solve(&[EASY]).wait_for_end();
    assert_eq!(code, 0, "{shown:?}");
    let last = shown.rfind("0/1").expect("progress");
    let cleared = shown.rfind("\r\x1b[2K").expect("a cleared line");
    assert!(last < cleared, "{shown:?}");
    assert!(
        shown.ends_with("1 of 1 right, mean absolute error 0.00 discs\r\n"),
        "{shown:?}"
    );
}

#[test]
fn terminals_that_cannot_clear_a_line_show_no_progress() {
    let mut command = reversi();
    command.env("TERM", "dumb").args(["solve", EASY]);
    let (shown, code) = Terminal::open(command).wait_for_end();
    assert_eq!(code, 0, "{shown:?}");
    assert!(!shown.contains('\x1b'), "{shown:?}");
}
