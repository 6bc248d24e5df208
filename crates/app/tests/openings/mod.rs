//! Opening names: in `reversi openings`, in the console and in the guided game.

use crate::common::{Run, after, console, feed, reversi, run};

/// Runs `reversi openings` with these words.
fn openings(words: &[&str]) -> Run {
    feed(reversi().arg("openings").args(words), b"")
}

/// The lines of a list as moves and names.
fn rows(output: &str) -> Vec<(&str, &str)> {
    let row = |line| str::split_once(line, "  ").expect("two columns");
    output
        .lines()
        .map(row)
        .map(|(moves, name)| (moves, name.trim()))
        .collect()
}

#[test]
fn alone_it_lists_every_opening() {
    let output = openings(&[]).good();
    let rows = rows(&output);
    assert_eq!(rows.len(), play::opening::all().len());
    assert_eq!(rows[0], ("f5d6", "Perpendicular"));
    assert!(rows.contains(&("f5d6c5f4e3c6f3", "Shaman / Danish")));
    let columns = output
        .lines()
        .map(|line| line.rfind("  ").expect("two columns"));
    assert_eq!(columns.collect::<std::collections::HashSet<_>>().len(), 1);
}

#[test]
fn a_name_is_looked_up() {
    for words in [&["tamenori"][..], &["TAMENORI"], &[" tamenori "]] {
        let output = openings(words).good();
        let names: Vec<&str> = rows(&output).into_iter().map(|(_, name)| name).collect();
        assert_eq!(
            names,
            [
                "Tamenori",
                "Rose-Birdie / Rose-Tamenori",
                "Rose-Tamenori-Kling"
            ]
        );
    }
    let output = openings(&["rose", "bill"]).good();
    assert_eq!(rows(&output)[0], ("f5d6c3d3c4f4c5b3c2", "Rose-Bill"));
}

#[test]
fn openings_ahead_are_given_in_every_symmetry() {
    let ahead = |words: &[&str]| openings(words).good();
    let cat = ahead(&["c4e3f5"]);
    let (first, list) = cat.split_once('\n').expect("lines");
    assert_eq!(first, "Opening: Perpendicular. Ahead:");
    assert!(rows(list).contains(&("e6d3", "Italian")), "{list}");
    assert_eq!(ahead(&["C4", "e3", "F5"]), cat, "moves may be apart");
    assert!(ahead(&["start"]).starts_with("Nothing played so far has a name. Ahead:\nf5d6"));
    let last = ahead(&["f5d6c3d3c4f4f6b4"]);
    assert_eq!(last, "Opening: Kung. No named opening lies ahead.\n");
}

#[test]
fn text_that_is_neither_name_nor_moves_is_explained() {
    for (word, wrong) in [
        ("tigger", "did you mean Tiger?"),
        (
            "Sicilian",
            "no opening is called `Sicilian`; `reversi openings` lists them all",
        ),
        ("f5d7", "move 2: a disc on d7 would turn nothing"),
        ("missing.ggf", "there is no file missing.ggf"),
        ("----XXOO", "8 squares make no board"),
    ] {
        let error = openings(&[word]).bad(1);
        assert!(error.contains(wrong), "{word}: {error}");
    }
    let small = openings(&["-----OX--XO----- X"]).bad(1);
    assert!(small.contains("only openings on 8×8 have names"), "{small}");
    let long = openings(&[&"q".repeat(100_000)]).bad(1);
    assert!(long.len() < 500, "{long}");
}

#[test]
fn the_console_tells_the_name() {
    let commands = [
        "opening",
        "play f5",
        "selectcolor white",
        "play d6",
        "opening",
    ];
    let answers = console("", &commands);
    assert_eq!(answers[0], "Nothing played so far has a name");
    assert_eq!(answers[4], "Opening: Perpendicular");
    assert_eq!(
        console("-n 6", &["opening"]),
        ["Only openings on 8×8 have names"]
    );
}

#[test]
fn the_guided_game_tells_a_name_when_it_changes() {
    let moves = "f5\nd6\nc3\nd3\nc4\nundo\nc4\nb3\nquit\nn\n";
    let output = run("play --players 2", moves).good();
    let named = after(&output, "Opening: ");
    assert_eq!(
        named,
        ["Perpendicular", "Tiger", "Perpendicular", "Tiger", "Aubrey"]
    );
    let output = run("play --players 2 --lang el", moves).good();
    assert_eq!(after(&output, "Άνοιγμα: "), named);
    let output = run("play --players 2 --position f5d6c3d3c4", "quit\nn\n").good();
    assert_eq!(
        after(&output, "Opening: "),
        ["Tiger"],
        "a given position is named, too"
    );
    let output = run("play --players 2 -n 6", "quit\nn\n").good();
    assert!(!output.contains("Opening"), "{output}");
}
