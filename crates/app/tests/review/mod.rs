//! `reversi review` through pipes. Levels are low and few squares are solved, so that tests are
//! quick.

mod all;
mod json;
mod notes;
mod picture;
mod reasons;
mod text;
mod wrong;

use crate::common::{Run, feed, reversi};
use serde_json::Value;

/// Roxanne against corners-edges: three passes near the end, Black wins by 26.
const PASSES: &str = "c4e3f6b4e2f4f3d6c3g2g3h2d7e1c5e7b6a7c6b5d3e8f5d2a5e6d1c1c7c8a3f1b3a4a6c2b2\
                      g5f7a1f2f8h1a2b1g1g8h8a8g6g7h6b7g4b8d8h3h5h4h7";

/// The sample game of *uoa* on 4×4: Black must pass after b1, and a2 ends the game.
const SMALL: &str = "c4d4d3b4a4d2d1b1a2";

/// Runs a review with one thread and a small table.
fn review(arguments: &[&str]) -> Run {
    let mut command = reversi();
    command
        .args(["review", "--threads", "1", "--hash", "16"])
        .args(arguments);
    feed(&mut command, b"")
}

/// The same as a JSON object.
#[track_caller]
fn object(arguments: &[&str]) -> Value {
    let output = review(&[arguments, &["--json"]].concat()).good();
    assert_eq!(output.lines().count(), 1, "{output}");
    serde_json::from_str(&output).expect("JSON")
}
