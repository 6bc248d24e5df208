//! Every cup format, played to its end by fast players.

use super::{Cup, entrants};
use crate::common::{feed, reversi};

const FIVE: [&str; 5] = [
    "walle:2",
    "greedy",
    "random",
    "corners-edges:1",
    "roxanne:1",
];

#[test]
fn the_example_is_played_as_it_stands_on_a_small_board() {
    let example = feed(reversi().args(["cup", "example"]), b"").good();
    let cup = Cup::new(&example.replace("size = 8", "size = 6"));
    let output = cup.run(&[]).good();
    for text in [
        "Reversi Cup: knock-out, 5 entrants, 6×6",
        "Quarter-final  ",
        "Third place  ",
        "Bracket",
        "Standings",
        "Winner: ",
        "House match: ",
        "results.html is a page to publish",
    ] {
        assert!(output.contains(text), "{text} in\n{output}");
    }
    let results = cup.results();
    assert_eq!(results["finished"], true);
    for name in ["results.html", "games.ggf", "games.pgn"] {
        assert!(cup.path("cup-results").join(name).is_file(), "{name}");
    }
    // Run again: no game is played again, and the output is the same.
    let journal = cup.journal();
    let again = cup.run(&[]).good();
    assert!(again.contains("have been played."), "{again}");
    assert!(!again.contains("Quarter-final  "), "{again}");
    let tables = |output: &str| {
        output
            .split_once("\nBracket")
            .map(|(_, rest)| rest.to_string())
    };
    assert_eq!(tables(&again), tables(&output));
    assert_eq!(cup.journal(), journal);
    // `cup show` prints the same tables.
    let shown = cup.run(&["show"]).good();
    assert!(shown.contains("Standings"), "{shown}");
}

#[test]
fn all_entrants_meet_in_a_round_robin() {
    let head = "format = \"round-robin\"\nsize = 4\ngames = 2\ntables = 3\n";
    let cup = Cup::new(&(head.to_string() + &entrants(&FIVE)));
    let output = cup.run(&[]).good();
    let results = cup.results();
    let games = results["games"].as_array().unwrap();
    assert_eq!(games.len(), 5 * 4);
    assert!(output.contains("Crosstable"), "{output}");
    let points: f64 = results["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["points"].as_f64().unwrap())
        .sum();
    assert_eq!(points, 20.0);
}

#[test]
fn a_swiss_system_has_byes_and_a_winner() {
    let head = "format = \"swiss\"\nrounds = 3\nsize = 4\ngames = 2\nopenings = \"random:2\"\n";
    let cup = Cup::new(&(head.to_string() + &entrants(&FIVE)));
    cup.run(&[]).good();
    let results = cup.results();
    assert_eq!(results["games"].as_array().unwrap().len(), 3 * 2 * 2);
    assert!(results["winner"].is_u64());
    assert_eq!(results["tie_breaks"][0], "Buchholz");
    // Both games of a pair begin from the same opening, which all pairs of a round share.
    let journal = cup.journal();
    for game in &journal {
        let opening = |game: &serde_json::Value| game["moves"].as_str().unwrap()[..4].to_string();
        let same = journal
            .iter()
            .filter(|other| other["round"] == game["round"]);
        assert!(same.map(opening).all(|other| other == opening(game)));
    }
}

#[test]
fn a_rival_fills_a_seat() {
    let head = "format = \"gauntlet\"\ngames = 2\n";
    let cup = Cup::new(&(head.to_string() + &entrants(&["rival:3", "random"])));
    let output = cup.run(&[]).good();
    assert!(output.contains("Winner: "), "{output}");
    let results = cup.results();
    assert_eq!(results["entrants"][0]["player"], "rival:3");
    assert_eq!(results["games"].as_array().unwrap().len(), 2);
}

#[test]
fn a_gauntlet_and_json() {
    let head = "format = \"gauntlet\"\nsize = 4\n";
    let cup = Cup::new(&(head.to_string() + &entrants(&FIVE)));
    let run = cup.run(&["--json"]);
    let object: serde_json::Value = serde_json::from_str(&run.stdout).expect("one JSON object");
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(object, cup.results());
    assert_eq!(object["games"].as_array().unwrap().len(), 4 * 2);
    let shown = cup.run(&["show", "--json"]).good();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&shown).unwrap(),
        object
    );
}

/// The same seed gives the same cup, on one table or on three; another seed gives another cup.
#[test]
fn a_seed_repeats_a_cup() {
    let games = |head: &str| {
        let head = format!("format = \"round-robin\"\nsize = 6\n{head}");
        let cup = Cup::new(&(head + &entrants(&["random", "random", "greedy", "random"])));
        cup.run(&[]).good();
        let games = cup.results()["games"].as_array().unwrap().clone();
        let moves = games.iter().map(|game| game["moves"].clone());
        moves.collect::<Vec<_>>()
    };
    let one = games("seed = 5\n");
    assert_eq!(games("seed = 5\ntables = 3\n"), one);
    assert_ne!(games("seed = 6\n"), one);
}
