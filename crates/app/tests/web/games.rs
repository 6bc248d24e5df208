//! Whole games against every kind of player, on every board.

use serde_json::{Value, json};

use super::client::{first_legal, moves};
use super::server::Server;
use crate::common::OPPONENTS;

/// The position after the moves of a game, worked out anew by the other way to positions.
#[track_caller]
fn replayed(server: &Server, game: &Value) -> Value {
    let line = json!({"begin": game["begin"], "moves": game["moves"], "from": moves(game).len()});
    server.post("/api/line", None, &line).good()["positions"][0].clone()
}

#[test]
fn a_whole_game_against_every_opponent_from_both_sides() {
    let server = Server::start();
    for (number, name) in OPPONENTS.iter().enumerate() {
        let player = match *name {
            "greedy" | "random" => (*name).to_string(),
            name => format!("{name}:2"),
        };
        let (black, white) = if number % 2 == 0 {
            ("human", player.as_str())
        } else {
            (player.as_str(), "human")
        };
        let table = server.game(&json!({"black": black, "white": white}));
        let game = table.play_out();
        assert_eq!(game["position"], replayed(&server, &game), "{player}");
        assert_eq!(game["result"]["reason"], "discs");
        assert_eq!(game["result"]["discs"], game["position"]["counts"]);
        let [black, white] = ["black", "white"].map(|side| game["result"]["discs"][side].as_u64());
        let winner = match black.cmp(&white) {
            std::cmp::Ordering::Greater => json!("black"),
            std::cmp::Ordering::Equal => Value::Null,
            std::cmp::Ordering::Less => json!("white"),
        };
        assert_eq!(game["result"]["winner"], winner);
        assert_eq!(game["position"]["to_move"], Value::Null);
    }
}

#[test]
fn every_size_from_both_starts() {
    let server = Server::start();
    for size in (4..=26).step_by(2) {
        for start in ["standard", "mirrored"] {
            let begin = json!({"size": size, "start": start});
            let wish = json!({"begin": begin, "black": "human", "white": "random"});
            let table = server.game(&wish);
            let mut game = table.look();
            assert_eq!(game["begin"]["size"], size);
            assert_eq!(game["begin"]["start"], start);
            let board = game["position"]["board"].as_str().expect("a board");
            assert_eq!(board.len(), size * size);
            // Small boards to the end, and a few moves on the large ones.
            for _ in 0..if size <= 6 { 100 } else { 5 } {
                if game["status"] == "playing" {
                    game = table.play(&first_legal(&game));
                }
            }
            assert!(game["status"] == "over" || size > 6, "{game}");
            assert_eq!(game["position"], replayed(&server, &game));
        }
    }
}

#[test]
fn many_moves_on_the_largest_board() {
    let server = Server::start();
    let begin = json!({"size": 26});
    // Now and then one of them loses all its discs early.
    let long_enough = (0..20).any(|_| {
        let table = server.game(&json!({"begin": begin, "black": "random", "white": "greedy"}));
        let mut game = table.look();
        while moves(&game).len() < 40 && game["status"] == "playing" {
            game = table.act("step?wait=reply", table.key(), &json!({})).good();
        }
        assert_eq!(game["position"], replayed(&server, &game));
        moves(&game).len() == 40 && moves(&game).iter().any(|name| name.len() == 3)
    });
    assert!(long_enough);
}

#[test]
fn any_board_may_be_the_beginning() {
    let server = Server::start();
    // White has no move, so Black goes on at once; then it is over.
    let board = format!("XOO{}", "-".repeat(61));
    let begin = json!({"board": board, "to_move": "white"});
    let table = server.game(&json!({"begin": begin, "black": "human", "white": "engine:1"}));
    let game = table.look();
    assert_eq!(game["position"]["passed"], "white");
    assert_eq!(game["position"]["to_move"], "black");
    let game = table.play("d1");
    assert_eq!(game["status"], "over");
    assert_eq!(game["result"]["winner"], "black");
    for (begin, code) in [
        (json!({"size": 7}), "bad_size"),
        (json!({"size": 28}), "bad_size"),
        (json!({"board": "XO"}), "bad_board"),
        (json!({"board": "X".repeat(64)}), "game_over"),
    ] {
        let wish = json!({"begin": begin, "black": "human", "white": "human"});
        assert_eq!(
            server.post("/api/games", None, &wish).refused(422),
            code,
            "{wish}"
        );
    }
}

#[test]
fn computers_play_each_other_a_step_at_a_time() {
    let server = Server::start();
    let table = server.game(&json!({"black": "engine:1", "white": "walle:1"}));
    assert_eq!(table.black, table.white);
    let mut game = table.look();
    assert_eq!(game["thinking"], Value::Null);
    assert!(moves(&game).is_empty(), "nobody asked for a move");
    while game["status"] == "playing" {
        let before = moves(&game).len();
        let step = json!({"ply": before});
        game = table.act("step?wait=reply", table.key(), &step).good();
        assert_eq!(moves(&game).len(), before + 1);
        assert_eq!(
            table.act("step", table.key(), &step).status,
            409,
            "stale, or over"
        );
    }
    let code = table.act("resign", table.key(), &json!({})).refused(409);
    assert_eq!(code, "game_over");
    let table = server.game(&json!({"black": "engine:1", "white": "walle:1"}));
    assert_eq!(
        table.act("resign", table.key(), &json!({})).refused(409),
        "computers_only"
    );
    assert_eq!(
        table
            .act("move", table.key(), &json!({"square": "f5"}))
            .refused(409),
        "computers_turn"
    );
    assert_eq!(
        table.act("undo", table.key(), &json!({})).refused(409),
        "nothing_to_undo"
    );
}

#[test]
fn a_strong_computer_opens_from_its_book_and_hints_are_good() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "engine:12"}));
    let game = table.play("f5");
    assert_eq!(moves(&game).len(), 2);
    let hint = table.act("hint", table.key(), &json!({"level": 4})).good();
    let square = hint["square"].as_str().expect("a square");
    assert!(game["position"]["legal"].get(square).is_some(), "{hint}");
    assert_eq!(hint["exact"], false);
    assert!(hint["score"].is_number());
    // On a board of 4×4 everything is known: White wins by 11 to 3, and has the two empty squares.
    let table = server
        .game(&json!({"begin": {"size": 4}, "black": "human", "white": "human", "shared": true}));
    let hint = table.act("hint", table.key(), &json!({})).good();
    assert_eq!(hint["exact"], true, "{hint}");
    assert_eq!(hint["score"].as_f64(), Some(-10.0), "{hint}");
    // On large boards there is no score in discs.
    let table = server
        .game(&json!({"begin": {"size": 10}, "black": "human", "white": "human", "shared": true}));
    let hint = table.act("hint", table.key(), &json!({"level": 1})).good();
    assert_eq!(hint["score"], Value::Null);
}

#[test]
fn records_are_written_in_every_format() {
    let server = Server::start();
    let names = json!({"black": "Άλκης", "white": ""});
    let table = server.game(&json!({"black": "human", "white": "engine:1", "names": names}));
    table.play_out();
    let path = |query: &str| format!("/api/games/{}/record{query}", table.id);
    let ggf = server.get(&path(""));
    assert_eq!(ggf.status, 200);
    assert!(
        ggf.text().contains("PB[Άλκης]PW[engine:1]"),
        "{}",
        ggf.text()
    );
    assert_eq!(server.get(&path("?format=ggf")).body, ggf.body);
    assert!(server.get(&path("?format=transcript")).text().len() > 100);
    assert_eq!(
        server.get(&path("?format=nonsense")).refused(422),
        "bad_format"
    );
    assert_eq!(
        server.get("/api/games/0123456789ab/record").refused(404),
        "not_found"
    );
}
