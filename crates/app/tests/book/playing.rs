//! Games with and without a book.

use std::collections::BTreeSet;

use super::{book, small};
use crate::common::{after, console, run};

/// The moves of a game of the engine at level 10 against itself.
fn demo(options: &str) -> Vec<String> {
    let arguments = format!("demo --black engine:10 --white engine:10 --seed 3 {options}");
    let output = run(&arguments, "").good();
    let moves = after(&output, " moved to ");
    moves
        .iter()
        .map(|place| place.trim_end_matches('.').to_string())
        .collect()
}

#[test]
fn a_game_can_be_played_with_another_book_or_none() {
    let (_folder, path) = small();
    let usual = demo("");
    assert_eq!(usual, demo("--book default"), "the default is the default");
    assert_eq!(usual, demo(""), "a seed repeats a game");
    let without = demo("--no-book");
    assert_eq!(without, demo("--no-book"));
    let own = demo(&format!("--book {path}"));
    assert_eq!(own, demo(&format!("--book {path}")));
    assert!(
        usual != without && own != without,
        "{usual:?} {without:?} {own:?}"
    );
}

#[test]
fn the_console_opens_from_the_book_at_high_levels() {
    let openings = |options: &str| -> BTreeSet<String> {
        let commands = ["play f5", "cont", "moves"];
        let opening = |seed: u64| {
            let answers = console(&format!("--seed {seed} {options}"), &commands);
            answers[2].trim().to_string()
        };
        (0..24).map(opening).collect()
    };
    // All replies to f5 in the book whose score is within one disc of the best.
    let shown = book(&["show", "default", "f5", "--json"]).good();
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    let best = shown["score"].as_f64().expect("a number");
    let replies = shown["moves"].as_array().expect("moves").iter();
    let good = replies.filter(|reply| reply["score"].as_f64() >= Some(best - 1.0));
    let good = good.map(|reply| format!("f5{}", reply["move"].as_str().expect("a square")));
    assert_eq!(openings("-d 10"), good.collect());
    for alike in ["-d 10 --no-book", "-d 9", "-d 9 --book default"] {
        assert_eq!(openings(alike).len(), 1, "{alike}");
    }
}

#[test]
fn an_unreadable_book_is_reported_before_the_game() {
    for command in ["", "demo", "play --players 1"] {
        let run = run(&format!("{command} --book missing.book"), "");
        let message = run.bad(1);
        assert!(
            message.contains("there is no book missing.book"),
            "{message}"
        );
    }
    let message = run("--book default --no-book", "").bad(2);
    assert!(message.contains("cannot be used with"), "{message}");
}
