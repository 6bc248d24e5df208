//! Thinking time.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{first_legal, moves};
use super::server::Server;

fn left(game: &Value, side: &str) -> u64 {
    game["clock"][side].as_u64().expect("milliseconds")
}

#[test]
fn time_runs_for_the_person_to_move_and_a_flag_falls_by_itself() {
    let server = Server::start();
    let clock = json!({"seconds": 1, "increment": 0});
    let table = server.game(&json!({"black": "human", "white": "random", "clock": clock}));
    let game = table.look();
    assert_eq!(
        game["clock"],
        json!({"black": 1000, "white": 1000, "running": null, "increment": 0, "seconds": 1})
    );
    let mut live = server.live();
    live.watch(&table.id, Some(table.key()));
    table
        .act("move", table.key(), &json!({"square": "f5"}))
        .good();
    let game = live.game_where(|game| moves(game).len() == 2);
    assert_eq!(game["clock"]["running"], "black");
    // Nobody asks.
    let game = live.game_where(|game| game["status"] == "over");
    assert_eq!(game["result"]["reason"], "time");
    assert_eq!(game["result"]["winner"], "white");
    assert_eq!((left(&game, "black"), left(&game, "white")), (0, 1000));
    assert_eq!(game["clock"]["running"], Value::Null);
    let body = json!({"square": first_legal(&game)});
    assert_eq!(
        table.act("move", table.key(), &body).refused(409),
        "game_over"
    );
}

#[test]
fn a_move_adds_time_and_nobody_is_charged_before_coming() {
    let server = Server::start();
    let clock = json!({"seconds": 600, "increment": 5});
    let table = server.game(&json!({"black": "human", "white": "human", "clock": clock}));
    let (black, white) = (table.black.clone(), table.white.clone());
    let (black, white) = (black.expect("a key"), white.expect("a key"));
    let game = table.act("move", &black, &json!({"square": "f5"})).good();
    assert_eq!(left(&game, "black"), 605_000, "the first move is free");
    assert_eq!(game["clock"]["running"], Value::Null, "White has not come");
    let mut live = server.live();
    live.watch(&table.id, Some(&white));
    let game = live.game_where(|game| game["clock"]["running"] == "white");
    assert!(left(&game, "white") <= 600_000);
    sleep(Duration::from_millis(50));
    let game = table.act("move", &white, &json!({"square": "d6"})).good();
    assert_eq!(game["clock"]["running"], "black");
    let white = left(&game, "white");
    assert!((500_000..=604_950).contains(&white), "{white}");
    // Whoever looks later sees less.
    let first = left(&table.look(), "black");
    sleep(Duration::from_millis(20));
    assert!(left(&table.look(), "black") < first);
}

#[test]
fn time_that_the_server_was_down_is_nobodys() {
    let mut server = Server::start();
    let clock = json!({"seconds": 900});
    let (id, before) = {
        let table = server.game(&json!({"black": "human", "white": "random", "clock": clock}));
        let game = table.play("f5");
        assert_eq!(game["clock"]["running"], "black");
        // Long enough for the server to write down that it is at work.
        sleep(Duration::from_secs(10));
        (table.id.clone(), left(&table.look(), "black"))
    };
    assert!(before <= 890_000, "{before}");
    server.kill();
    let killed = Instant::now();
    sleep(Duration::from_secs(10));
    server.restart();
    let down = killed.elapsed();
    let game = super::client::look(&server, &id);
    let after = left(&game, "black");
    assert_eq!(game["clock"]["running"], "black");
    // A second or so is forgiven, on a busy machine some more, and what the restart took. The ten
    // seconds before are not, and nothing is taken of the ten that the server was down.
    assert!(after <= before + 7000, "{before} {after}");
    let taken = before.saturating_sub(after);
    assert!(
        u128::from(taken) + 3000 < down.as_millis(),
        "{taken} of {down:?}"
    );
}

#[test]
fn a_flag_falls_after_a_restart_too() {
    let mut server = Server::start();
    let id = {
        let clock = json!({"seconds": 1});
        let table = server.game(&json!({"black": "human", "white": "random", "clock": clock}));
        table.play("f5");
        table.id.clone()
    };
    server.restart();
    let mut live = server.live();
    live.watch(&id, None);
    let game = live.game_where(|game| game["status"] == "over");
    assert_eq!(game["result"]["reason"], "time");
}
