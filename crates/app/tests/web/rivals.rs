//! Rivals over the API: the ladder, games, human time on a clock, and what is refused.

use serde_json::{Value, json};

use super::client::moves;
use super::server::Server;

#[test]
fn the_ladder_is_told() {
    let server = Server::start();
    let about = server.get("/api/about").good();
    let rivals = about["rivals"].as_array().expect("a list");
    assert_eq!(rivals.len(), 20);
    assert_eq!(rivals[5]["player"], "rival:6");
    let ratings: Vec<i64> = rivals
        .iter()
        .map(|rival| rival["rating"].as_i64().expect("a number"))
        .collect();
    assert!(ratings.is_sorted(), "{ratings:?}");
    let first: Vec<&Value> = rivals
        .iter()
        .filter(|rival| rival["is_first"] == true)
        .collect();
    assert_eq!(first.len(), 1);
}

#[test]
fn a_rival_plays_a_whole_game_and_has_its_name_in_the_record() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "rival:3"}));
    let game = table.play_out();
    assert_eq!(game["players"]["white"]["player"], "rival:3");
    let discs = ["black", "white"].map(|side| {
        let count = game["result"]["discs"][side].as_i64();
        count.expect("a number")
    });
    let margin = (discs[0] - discs[1]).abs();
    // Empty squares go to the winner.
    let margin = if margin > 0 {
        margin + 64 - discs[0] - discs[1]
    } else {
        0
    };
    assert_eq!(game["result"]["is_clear"], margin >= 10);
    let record = server.get(&format!("/api/games/{}/record?format=pgn", table.id));
    let record = record.text();
    assert!(record.contains("Rival 3"), "{record}");
}

#[test]
fn a_rival_plays_on_other_boards() {
    let server = Server::start();
    for size in [4, 10] {
        let begin = json!({"size": size});
        let wish = json!({"begin": begin, "black": "rival:2", "white": "human"});
        let table = server.game(&wish);
        let mut live = server.live();
        live.watch(&table.id, Some(table.key()));
        let game = live.game_where(|game| moves(game).len() == 1);
        assert_eq!(game["position"]["to_move"], "white");
    }
}

#[test]
fn what_is_no_rival_is_refused_in_clear_words() {
    let server = Server::start();
    for (player, why) in [
        (
            "rival:0",
            "`rival:0` is not a rival; there are rival:1 to rival:20",
        ),
        ("rival:21", "`rival:21` is not a rival"),
        ("rival:x", "`rival:x` is not a rival"),
        ("rival:auto", "`rival:auto` follows one person"),
        ("rival", "name a rung: rival:1 to rival:20"),
    ] {
        let wish = json!({"black": "human", "white": player});
        let answer = server.post("/api/games", None, &wish);
        let text = answer.text();
        assert!(text.contains(why), "{text}");
        assert_eq!(answer.refused(422), "bad_player");
    }
    let tree = json!({"moves": ["f5"], "player": "rival:3"});
    assert_eq!(
        server.post("/api/explain", None, &tree).refused(422),
        "bad_player"
    );
}

#[test]
fn a_rival_with_a_clock_takes_a_human_time_and_never_much() {
    let server = Server::start();
    let clock = json!({"seconds": 4, "increment": 0});
    let wish = json!({"black": "human", "white": "rival:2", "clock": clock});
    let table = server.game(&wish);
    let mut live = server.live();
    live.watch(&table.id, Some(table.key()));
    let thinking = table
        .act("move", table.key(), &json!({"square": "f5"}))
        .good();
    assert_eq!(
        (moves(&thinking).len(), &thinking["thinking"]),
        (1, &json!("white"))
    );
    assert_eq!(thinking["clock"]["running"], "white");
    let game = live.game_where(|game| moves(game).len() == 2);
    let left = game["clock"]["white"].as_u64().expect("milliseconds");
    assert!((3500..4000).contains(&left), "at most an eighth: {left}");
    assert_eq!(game["clock"]["running"], "black");
}

#[test]
fn engines_and_classics_take_no_time_from_their_clock() {
    let server = Server::start();
    let clock = json!({"seconds": 60, "increment": 0});
    for player in ["engine:1", "random"] {
        let wish = json!({"black": "human", "white": player, "clock": clock});
        let table = server.game(&wish);
        let game = table.play("f5");
        assert_eq!(game["clock"]["white"], 60_000);
    }
}
