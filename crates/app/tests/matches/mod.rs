//! `reversi match`, as used by scripts and people.

mod games;
mod journal;
mod openings;
mod players;
#[cfg(unix)]
mod programs;
mod wrong;

use crate::common::run;
use serde_json::Value;

/// The JSON object that a match prints, and nothing else.
#[track_caller]
fn object(arguments: &str) -> Value {
    let text = run(arguments, "").good();
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

/// The same without times, which differ between runs.
#[track_caller]
fn repeatable(arguments: &str) -> Value {
    let mut object = object(arguments);
    object.as_object_mut().unwrap().remove("seconds_per_move");
    object
}
