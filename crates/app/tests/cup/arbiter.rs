//! `reversi cup annul`, `replay`, `forfeit` and `withdraw`.

use std::fs;

use super::{Cup, entrants};
use crate::common::{Run, feed, reversi};

/// Runs a subcommand with words after the file.
fn rule(cup: &Cup, verb: &str, words: &[&str]) -> Run {
    let mut command = reversi();
    command.args(["cup", verb]).arg(cup.path("cup.toml"));
    feed(command.args(words), b"")
}

fn league() -> Cup {
    let head = "format = \"round-robin\"\nsize = 4\n";
    let cup = Cup::new(&(head.to_string() + &entrants(&["greedy", "random", "walle:1"])));
    cup.run(&[]).good();
    cup
}

#[test]
fn rulings_are_kept_shown_and_played() {
    let cup = league();
    let said = rule(&cup, "annul", &["1.1.1", "--reason", "wrong program"]).good();
    assert!(said.starts_with("Game 1.1.1, "), "{said}");
    assert!(said.contains("is annulled: wrong program"), "{said}");
    let results = cup.results();
    assert_eq!(results["games"].as_array().unwrap().len(), 5);
    assert_eq!(results["rulings"][0]["ruling"], "annul");
    assert_eq!(results["rulings"][0]["slot"], "1.1.1");
    assert_eq!(results["rulings"][0]["reason"], "wrong program");

    // The other games keep their numbers, and can be named by them.
    let game = &results["games"][0];
    assert_eq!(
        (&game["slot"], &game["number"]),
        (&"1.1.2".into(), &2.into())
    );
    let again = rule(&cup, "annul", &["1", "--reason", "x"]).bad(1);
    assert!(again.contains("game 1.1.1 is annulled already"), "{again}");
    let said = rule(&cup, "replay", &["2", "--reason", "power cut"]).good();
    assert!(said.contains("plays on"), "{said}");
    assert_eq!(cup.results()["finished"], false);
    let played = cup.run(&[]).good();
    assert!(played.contains("\n1.1.2 "), "{played}");
    assert_eq!(cup.results()["finished"], true);

    let said = rule(
        &cup,
        "forfeit",
        &["2.1.1", "--loser", "a", "--reason", "copied"],
    );
    let said = said.good();
    assert!(said.contains("is lost by A: copied"), "{said}");
    let results = cup.results();
    let games = results["games"].as_array().unwrap();
    let game = games.iter().find(|game| game["slot"] == "2.1.1").unwrap();
    assert_eq!(game["fault"]["reason"], "forfeited the game: copied");

    let said = rule(&cup, "withdraw", &["B", "--reason", "ill"]).good();
    assert!(said.contains("B has withdrawn: ill"), "{said}");
    let shown = cup.run(&["show"]).good();
    let rulings = shown.split_once("\nRulings\n").expect("a section").1;
    assert_eq!(rulings.trim().lines().count(), 4, "{shown}");
    // The page can be read, and a cup goes on with its rulings.
    assert!(cup.path("cup-results/results.html").is_file());
    cup.run(&[]).good();
}

/// A game that a withdrawal decides has a line like every other, and is not played again.
#[test]
fn games_lost_by_a_withdrawal_are_told() {
    let cup = league();
    let reason = ["2.1.1", "--reason", "power cut"];
    rule(&cup, "replay", &reason).good();
    let results = cup.results();
    let games = results["games"].as_array().unwrap();
    let other = games.iter().find(|game| game["slot"] == "2.1.2").unwrap();
    let entrant = other["black"].as_u64().expect("an entrant") as usize;
    let name = results["entrants"][entrant]["name"].as_str().unwrap();
    let said = rule(&cup, "withdraw", &[name, "--reason", "ill"]).good();
    assert!(said.contains("\n2.1.1   Round 2  "), "{said}");
    assert!(
        said.contains(&format!(": {name} has withdrawn: ill\n")),
        "{said}"
    );
    let refused = rule(&cup, "replay", &reason).bad(1);
    let why = format!("game 2.1.1 cannot be played again: `{name}` has withdrawn");
    assert!(refused.contains(&why), "{refused}");
}

#[test]
fn bad_rulings_are_refused_with_the_reason() {
    let cup = league();
    let journal = fs::read(cup.path("cup-results/journal.jsonl")).unwrap();
    for (verb, words, message) in [
        (
            "annul",
            vec!["9.1.1", "--reason", "x"],
            "there is no game 9.1.1",
        ),
        ("annul", vec!["first", "--reason", "x"], "as in 2.1.4"),
        (
            "annul",
            vec!["77", "--reason", "x"],
            "there is no game 77 in the results",
        ),
        ("annul", vec!["0", "--reason", "x"], "there is no game 0"),
        ("annul", vec!["1.1.1", "--reason", " "], "needs a reason"),
        ("replay", vec!["1.1.3", "--reason", "x"], "no game 1.1.3"),
        (
            "forfeit",
            vec!["1.1.1", "--loser", "Zoe", "--reason", "x"],
            "there is no entrant `Zoe`; there are A, B, C",
        ),
        (
            "withdraw",
            vec!["Zoe", "--reason", "x"],
            "there is no entrant `Zoe`",
        ),
    ] {
        let said = rule(&cup, verb, &words).bad(1);
        assert!(said.contains(message), "{verb} {words:?}: {said}");
    }
    for (verb, words) in [
        ("annul", vec!["1.1.1"]),
        ("forfeit", vec!["1.1.1", "--reason", "x"]),
        ("withdraw", vec!["A"]),
    ] {
        let said = rule(&cup, verb, &words).bad(2);
        assert!(
            said.contains("--reason") || said.contains("--loser"),
            "{said}"
        );
    }
    assert_eq!(
        fs::read(cup.path("cup-results/journal.jsonl")).unwrap(),
        journal
    );
}

#[test]
fn a_cup_that_is_played_is_not_ruled_on() {
    let cup = league();
    let journal = fs::File::open(cup.path("cup-results/journal.jsonl")).unwrap();
    journal.lock().unwrap();
    let said = rule(&cup, "annul", &["1.1.1", "--reason", "x"]).bad(1);
    assert!(said.contains("Stop it with Ctrl-C first"), "{said}");
    drop(journal);
    rule(&cup, "annul", &["1.1.1", "--reason", "x"]).good();
}

#[test]
fn a_cup_that_has_not_begun_is_changed_in_its_file() {
    let cup = Cup::new(&("size = 4\n".to_string() + &entrants(&["greedy", "random"])));
    let said = rule(&cup, "withdraw", &["A", "--reason", "x"]).bad(1);
    assert!(
        said.contains("no game of this cup was played yet"),
        "{said}"
    );
    assert!(!cup.path("cup-results").exists(), "nothing is begun");
}
