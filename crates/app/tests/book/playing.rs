//! Games that open from a book, and games that do not.

use crate::common::{after, console, run};
use crate::small;

/// The first moves of a game of the engine at level 10 against itself, from three moves on so that
/// it is over in a moment.
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
    let opening = |options: &str, seed: u64| {
        let arguments = format!("--seed {seed} {options}");
        let commands = ["play f5", "cont", "moves"];
        console(&arguments, &commands)[2].trim().to_string()
    };
    let openings = |options: &str| {
        let mut openings: Vec<String> = (0..12).map(|seed| opening(options, seed)).collect();
        openings.sort();
        openings.dedup();
        openings
    };
    assert_eq!(openings("-d 10").len(), 2, "d6 and f6 are about as good");
    for alike in ["-d 10 --no-book", "-d 9", "-d 9 --book default"] {
        assert_eq!(openings(alike).len(), 1, "{alike}");
    }
}

#[test]
fn a_book_that_cannot_be_read_is_said_before_the_game() {
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
