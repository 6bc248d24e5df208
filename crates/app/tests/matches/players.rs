//! More than two players, and players with their own options.

use serde_json::json;

use super::{object, repeatable};
use crate::common::run;

#[test]
fn players_have_names() {
    let object = object("match engine:2 name=New engine:1 name=Old --games 2 --seed 1 --json");
    assert_eq!(object["players"], json!(["New", "Old"]));
    let text = run(
        "match greedy name=Same random name=Same --games 2 --seed 1",
        "",
    )
    .good();
    assert!(
        text.starts_with("Same 1 against Same 2: 2 games\n"),
        "{text}"
    );
}

#[test]
fn nodes_are_those_of_one_player() {
    let with = |players: &str| repeatable(&format!("match {players} --games 4 --seed 1 --json"));
    let weak = with("engine nodes=100 name=A engine:nodes=20000 name=B");
    assert_eq!(weak["players"], json!(["A", "B"]));
    let same = with("engine:nodes=100 name=A engine nodes=20000 name=B");
    assert_eq!(weak, same);
    assert_ne!(
        weak["discs"],
        with("engine nodes=20000 name=A engine nodes=100 name=B")["discs"]
    );
}

#[test]
fn rivals_play_matches_that_can_be_repeated() {
    let result = repeatable("match rival:12 rival:2 random --games 2 --seed 1 --jobs 2 --json");
    let players = result["players"].as_array().unwrap();
    let names: Vec<&str> = players
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 3);
    assert!(names.contains(&"rival:12") && names.contains(&"rival:2"));
}

#[test]
fn a_round_robin_has_a_rating_list() {
    let text = "match random engine:3 greedy walle:1 --games 4 --seed 1 --jobs 2 --json";
    let result = repeatable(text);
    assert_eq!(
        (&result["format"], &result["games"]),
        (&json!("round-robin"), &json!(24))
    );
    let players = result["players"].as_array().unwrap();
    let names: Vec<&str> = players
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names[0], "engine:3");
    assert_eq!(names.len(), 4);
    let elos: Vec<f64> = players
        .iter()
        .map(|one| one["elo"].as_f64().unwrap())
        .collect();
    assert!(elos.is_sorted_by(|one, other| one >= other), "{elos:?}");
    assert!(elos.iter().sum::<f64>().abs() < 1e-6, "{elos:?}");
    for player in players {
        assert_eq!(player["games"], 12);
        assert!(player["error"].as_f64().unwrap() > 0.0);
    }
    let points: f64 = players
        .iter()
        .map(|one| one["score"].as_f64().unwrap())
        .sum();
    assert_eq!(points, 24.0);
    let meetings = result["meetings"].as_array().unwrap();
    assert_eq!(meetings.len(), 6);
    for meeting in meetings {
        let count = |key: &str| meeting[key].as_u64().unwrap();
        assert_eq!(
            count("wins") + count("draws") + count("losses"),
            4,
            "{meeting}"
        );
    }
    assert_eq!(result, repeatable(&text.replace("--jobs 2", "--jobs 1")));
}

#[test]
fn a_gauntlet_is_played_by_the_first_player() {
    let result = repeatable(
        "match engine:2 greedy random name=R --format gauntlet --games 2 --seed 1 --json",
    );
    assert_eq!(
        (&result["format"], &result["games"]),
        (&json!("gauntlet"), &json!(4))
    );
    let meetings = result["meetings"].as_array().unwrap();
    let met: Vec<_> = meetings.iter().map(|one| one["players"].clone()).collect();
    assert_eq!(
        met,
        [json!(["engine:2", "greedy"]), json!(["engine:2", "R"])]
    );
    let text = run(
        "match engine:2 greedy random --format gauntlet --games 2 --seed 1",
        "",
    )
    .good();
    assert!(text.starts_with("3 players: 4 games\n\n"), "{text}");
    assert!(text.contains("\n   1  engine:2 "), "{text}");
    assert!(
        text.contains("\nengine:2 - greedy: 2 won, 0 drawn, 0 lost\n"),
        "{text}"
    );
}

/// Players that know the exact score end as they would have played on.
#[test]
fn adjudicated_games_have_the_score_of_the_played_ones() {
    let arguments = "match engine:level=7,threads=1 engine:level=6 --games 6 --seed 1 --json";
    let mut played = repeatable(arguments);
    let mut adjudicated = repeatable(&format!("{arguments} --adjudicate=12"));
    assert_eq!(played["adjudicated"], 0);
    assert_eq!(adjudicated["adjudicated"], 6);
    for result in [&mut played, &mut adjudicated] {
        result.as_object_mut().unwrap().remove("adjudicated");
    }
    assert_eq!(played, adjudicated);
    let text = run(
        &format!("{} --adjudicate", arguments.replace(" --json", "")),
        "",
    )
    .good();
    assert!(
        text.contains("\nSolver   6 games adjudicated by the exact solver\n"),
        "{text}"
    );
    // A player without values is never adjudicated.
    let silent = object("match engine:7 greedy --games 2 --seed 1 --json --adjudicate=24");
    assert_eq!(silent["adjudicated"], 0);
}

#[test]
fn a_test_may_be_in_normalized_elo() {
    let decided = repeatable("match engine:3 random --sprt nelo:0,50 --seed 1 --json");
    assert_eq!(decided["sprt"]["scale"], "normalized");
    assert_eq!(decided["sprt"]["verdict"], "H1");
    let text = run("match engine:3 random --sprt nelo:0,50 --seed 1", "").good();
    assert!(
        text.contains("H1, normalized Elo 50 rather than 0\n"),
        "{text}"
    );
}
