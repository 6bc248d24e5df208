//! `review` on a terminal: progress and interruption.

use std::fs;

use super::pty::{CTRL_C, Terminal};
use crate::common::reversi;

/// The last twenty moves take no time; earlier ones take longer than any test waits.
const GAME: &str = "c4e3f6b4e2f4f3d6c3g2g3h2d7e1c5e7b6a7c6b5d3e8f5d2a5e6d1c1c7c8a3f1b3a4a6c2b2\
                    g5f7a1f2f8h1a2b1g1g8h8a8g6g7h6b7g4b8d8h3h5h4h7";

fn review(arguments: &[&str]) -> Terminal {
    let mut command = reversi();
    command
        .args([
            "review", GAME, "--hash", "16", "--time", "3600", "--exact", "8",
        ])
        .args(arguments);
    Terminal::open(command)
}

#[test]
fn ctrl_c_keeps_finished_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("graph.svg");
    let mut terminal = review(&["--svg", path.to_str().expect("a name in letters")]);
    terminal.wait_for("/61  move 3");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    assert!(rest.contains("Stopped before moves 1-3"), "{rest:?}");
    assert!(rest.contains(" 60  Black  h7"), "{rest:?}");
    assert!(!rest.contains("  1  Black  c4"), "{rest:?}");
    assert!(rest.contains('━') && rest.contains('█'), "{rest:?}");
    let picture = fs::read_to_string(path).expect("a picture");
    assert!(picture.contains("stopped early"), "{picture}");
}

#[test]
fn ctrl_c_leaves_json_that_can_be_read() {
    let mut terminal = review(&["--json"]);
    terminal.wait_for("/61  move 3");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    let start = rest.find("{\"players\"").expect("an object");
    let end = start + rest[start..].find("\r\n").expect("the end of the line");
    let object: serde_json::Value = serde_json::from_str(&rest[start..end]).expect("JSON");
    assert_eq!(object["complete"], false);
    let moves = object["moves"].as_array().expect("an array");
    assert!((20..31).contains(&moves.len()), "{}", moves.len());
    assert_eq!(moves.last().map(|last| &last["number"]), Some(&60.into()));
    assert_eq!(
        object["graph"].as_array().map(Vec::len),
        Some(moves.len() + 1)
    );
}
