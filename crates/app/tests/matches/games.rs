//! Complete matches.

use std::fs;

use super::{object, repeatable};
use crate::common::{after, run};

#[test]
fn a_match_of_classic_players_is_repeated_by_its_seed_whatever_the_jobs() {
    let first = repeatable("match random greedy --games 20 --seed 1 --json");
    assert_eq!(first["games"], 20);
    let count = |name: &str| first[name].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    for jobs in ["1", "3", "8"] {
        let again = format!("match random greedy --games 20 --seed 1 --json --jobs {jobs}");
        assert_eq!(repeatable(&again), first);
    }
    let other = repeatable("match random greedy --games 20 --seed 2 --json");
    assert_ne!(other["discs"], first["discs"]);
}

#[test]
fn the_object_has_the_documented_fields() {
    let object = object("match walle:2 random --pairs 4 --seed 3 --json --sprt 0,50 -n 6");
    for name in [
        "games", "wins", "draws", "losses", "discs", "elo", "error", "los",
    ] {
        assert!(object[name].is_number(), "{name}: {object}");
    }
    assert_eq!(object["players"], serde_json::json!(["walle:2", "random"]));
    assert_eq!((&object["size"], &object["seed"]), (&6.into(), &3.into()));
    let pairs = object["pentanomial"].as_array().unwrap();
    let pairs: u64 = pairs.iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(Some(2 * pairs), object["games"].as_u64());
    assert_eq!(object["sprt"]["elo1"], 50.0);
    assert!(object["sprt"]["llr"].is_number());
    assert_eq!(object["faults"], serde_json::json!([]));
    assert_eq!(object["complete"], true);
    let los = object["los"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&los));
}

#[test]
fn odd_numbers_of_games_are_rounded_up_to_pairs() {
    assert_eq!(
        object("match greedy random --games 3 --json --seed 1")["games"],
        4
    );
    assert_eq!(
        object("match greedy random --pairs 1 --json --seed 1")["games"],
        2
    );
}

#[test]
fn a_summary_says_it_for_people() {
    let text = run("match engine:3 random --games 6 --seed 1", "").good();
    assert!(
        text.starts_with("engine:3 against random: 6 games\n"),
        "{text}"
    );
    assert!(
        text.contains("\nScore    6 - 0 (100.0 %): 6 won, 0 drawn, 0 lost\n"),
        "{text}"
    );
    assert!(
        text.contains("\nPairs    LL 0, LD 0, WL and DD 0, WD 0, WW 3\n"),
        "{text}"
    );
    for word in [
        "\nElo      +",
        "(95 %), LOS ",
        "\nDiscs    +",
        " ms a move\n",
    ] {
        assert!(text.contains(word), "{word} in {text}");
    }
    assert!(!text.contains('\x1b'), "{text}");
}

#[test]
fn equal_players_are_distinguished() {
    let object = object("match greedy greedy --games 2 --json --seed 1");
    assert_eq!(
        object["players"],
        serde_json::json!(["greedy 1", "greedy 2"])
    );
}

/// SPRT ends the match before its last game, after the same pair for any number of parallel games.
#[test]
fn a_test_ends_the_match() {
    let decided = repeatable("match engine:3 random --sprt 0,100 --seed 1 --json");
    assert_eq!(decided["sprt"]["verdict"], "H1");
    let llr = decided["sprt"]["llr"].as_f64().unwrap();
    assert!(llr >= decided["sprt"]["upper"].as_f64().unwrap());
    assert!(decided["games"].as_u64().unwrap() < 200, "{decided}");
    let side_by_side = repeatable("match engine:3 random --sprt 0,100 --seed 1 --json --jobs 4");
    assert_eq!(side_by_side, decided);
    let lost = object("match random engine:3 --sprt 0,100 --seed 1 --json");
    assert_eq!(lost["sprt"]["verdict"], "H0");
    let open = object("match greedy greedy --sprt 0,1 --games 4 --seed 1 --json");
    assert_eq!(open["sprt"]["verdict"], "continue");
}

#[test]
fn games_are_written_down_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ggf");
    let record = format!(
        "match walle:1 engine:2 --games 6 --seed 1 --jobs 3 --record {}",
        path.display()
    );
    run(&record, "").good();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(after(&text, "RO[").len(), 6);
    for (number, line) in text.lines().enumerate() {
        assert!(line.contains(&format!("RO[{}]", number + 1)), "{line}");
        let (black, white) = match number % 2 {
            0 => ("walle:1", "engine:2"),
            _ => ("engine:2", "walle:1"),
        };
        assert!(line.contains(&format!("PB[{black}]PW[{white}]")), "{line}");
    }
    // Existing games stay in the file, and the file can be read.
    run(&record, "").good();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 12);
    let moves = folder.path().join("moves.txt");
    run(
        &format!("convert {} {}", path.display(), moves.display()),
        "",
    );
    assert_eq!(fs::read_to_string(&moves).unwrap().lines().count(), 12);
}

#[test]
fn every_board_size_is_played_on() {
    for size in [4, 6, 10, 26] {
        let text = format!("match greedy random --games 2 --seed 1 --json -n {size}");
        assert_eq!(object(&text)["games"], 2, "{size}");
    }
}
