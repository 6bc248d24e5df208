//! Invalid cups and their error messages.

use std::fs;

use super::{Cup, entrants};
use crate::common::{feed, reversi, run};

#[test]
fn errors_name_the_file_and_the_line() {
    let cup = Cup::new("title = \"x\"\ngamse = 2\n");
    let message = cup.run(&[]).bad(1);
    assert!(
        message.contains("cup.toml: line 2: a cup has no key `gamse`; did you mean `games`?"),
        "{message}"
    );
    assert!(!cup.path("cup-results").exists(), "nothing is begun");
    let message = run("cup nowhere.toml", "").bad(1);
    assert!(message.contains("nowhere.toml"), "{message}");
    assert!(run("cup", "").bad(2).contains("<FILE>"));
    let cup = Cup::new("");
    fs::write(cup.path("cup.toml"), b"title = \"\xff\"").unwrap();
    assert!(cup.run(&[]).bad(1).contains("UTF-8"));
}

#[test]
fn a_rival_that_follows_cannot_enter() {
    for (player, why) in [
        ("rival", "`rival:auto` follows one person"),
        ("rival:auto", "name a rung: rival:1 to rival:20"),
        ("rival:0", "`rival:0` is not a rival"),
    ] {
        let cup = Cup::new(&entrants(&[player, "random"]));
        let message = cup.run(&[]).bad(1);
        assert!(message.contains("cup.toml: line 3"), "{message}");
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn openings_that_cannot_be_are_refused() {
    let cup = |openings: &str| {
        let head = format!("size = 4\nopenings = \"{openings}\"\n");
        Cup::new(&(head + &entrants(&["greedy", "random"])))
    };
    assert!(
        cup("random:99")
            .run(&[])
            .bad(1)
            .contains("too little to play")
    );
    assert!(cup("balanced").run(&[]).bad(1).contains("6×6 and 8×8"));
    assert!(cup("nowhere").run(&[]).bad(1).contains("line 2"));
    let own = cup("mine.txt");
    own.write("mine.txt", "c4d4\nd3d2\n");
    own.run(&[]).good();
    let wrong = cup("mine.txt");
    wrong.write("mine.txt", "a1\n");
    assert!(wrong.run(&[]).bad(1).contains("mine.txt"));
}

#[test]
fn a_cup_that_changed_is_not_mixed_with_the_old_one() {
    let head = "size = 4\ngames = 2\n";
    let players = entrants(&["greedy", "random", "walle:1"]);
    let cup = Cup::new(&(head.to_string() + &players));
    cup.run(&[]).good();
    let journal = cup.journal();
    cup.write(
        "cup.toml",
        &("size = 4\ngames = 4\n".to_string() + &players),
    );
    let message = cup.run(&[]).bad(1);
    assert!(message.contains("`games` was 2 and is 4"), "{message}");
    assert!(cup.run(&["show"]).bad(1).contains("`games` was 2 and is 4"));
    assert_eq!(cup.journal(), journal);
    // With another results folder the cup starts again.
    cup.write(
        "cup.toml",
        &("size = 4\ngames = 4\nresults = \"again\"\n".to_string() + &players),
    );
    cup.run(&[]).good();
    assert!(cup.path("again/results.html").is_file());
}

#[test]
fn a_cup_cannot_run_twice_at_once() {
    let cup = Cup::new(&("size = 4\n".to_string() + &entrants(&["greedy", "random"])));
    cup.run(&[]).good();
    let journal = fs::File::open(cup.path("cup-results/journal.jsonl")).unwrap();
    journal.lock().unwrap();
    let message = cup.run(&[]).bad(1);
    assert!(message.contains("is being played already"), "{message}");
    cup.run(&["show"]).good();
    drop(journal);
    cup.run(&[]).good();
}

#[test]
fn the_example_is_printed() {
    let example = feed(reversi().args(["cup", "example"]), b"").good();
    assert!(example.contains("[[entrant]]"));
}
