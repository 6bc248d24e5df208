//! What can be done in a game, and by whom.

use serde_json::{Value, json};

use super::client::{first_legal, moves};
use super::server::Server;

const NOTHING: fn() -> Value = || json!({});

#[test]
fn moves_are_taken_back_and_made_again() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "engine:1"}));
    assert_eq!(
        table.act("undo", table.key(), &NOTHING()).refused(409),
        "nothing_to_undo"
    );
    assert_eq!(
        table.act("redo", table.key(), &NOTHING()).refused(409),
        "nothing_to_redo"
    );
    let first = table.play("f5");
    let second = table.play(&first_legal(&first));
    assert_eq!(second["can_undo"], true);
    let undone = table.act("undo", table.key(), &NOTHING()).good();
    assert_eq!(moves(&undone), moves(&first));
    assert_eq!(undone["can_redo"], true);
    let undone = table.act("undo?wait=reply", table.key(), &NOTHING()).good();
    assert!(moves(&undone).is_empty());
    assert_eq!(undone["can_undo"], false);
    table.act("redo", table.key(), &NOTHING()).good();
    let redone = table.act("redo", table.key(), &NOTHING()).good();
    assert_eq!(moves(&redone), moves(&second));
    assert_eq!(redone["can_redo"], false);
    assert_eq!(redone["position"], second["position"]);
    // The last position too, when all is over.
    let over = table.play_out();
    let undone = table.act("undo", table.key(), &NOTHING()).good();
    assert_eq!(undone["status"], "playing");
    assert_eq!(undone["result"], Value::Null);
    assert!(moves(&undone).len() < moves(&over).len());
}

#[test]
fn a_move_that_is_sent_twice_is_made_once() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "human", "shared": true}));
    assert_eq!(table.black, table.white);
    let body = json!({"square": "f5", "ply": 0});
    table.act("move", table.key(), &body).good();
    assert_eq!(table.act("move", table.key(), &body).refused(409), "stale");
    assert_eq!(moves(&table.look()), ["f5"]);
    assert_eq!(
        table
            .act("move", table.key(), &json!({"square": "d6", "ply": 2}))
            .refused(409),
        "stale"
    );
}

#[test]
fn who_has_no_key_can_watch_at_most() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "engine:1"}));
    let other = server.game(&json!({"black": "human", "white": "engine:1"}));
    let body = json!({"square": "f5"});
    let path = |verb: &str| format!("/api/games/{}/{verb}", table.id);
    assert_eq!(
        server.post(&path("move"), None, &body).refused(403),
        "no_key"
    );
    for verb in ["undo", "redo", "resign", "rematch", "step", "hint"] {
        assert_eq!(
            server.post(&path(verb), None, &NOTHING()).refused(403),
            "no_key",
            "{verb}"
        );
        for key in [other.key(), "", "nonsense", &table.key()[1..]] {
            let answer = server.post(&path(verb), Some(key), &NOTHING());
            assert_eq!(answer.refused(403), "bad_key", "{verb}");
        }
    }
    for wrong in ["Basic abc", "Bearer", "\u{e9}"] {
        let headers = [("Authorization", wrong)];
        let answer = server.request("POST", &path("move"), &headers, body.to_string().as_bytes());
        assert_eq!(answer.refused(403), "bad_key", "{wrong}");
    }
    let game = table.look();
    assert!(moves(&game).is_empty());
    assert_eq!(game["you"], json!([]));
    assert!(
        !game.to_string().contains(table.key()),
        "keys are for their owners only"
    );
    let bearer = format!("Bearer {}", table.key());
    let mine = server.request(
        "GET",
        &format!("/api/games/{}", table.id),
        &[("Authorization", &bearer)],
        b"",
    );
    assert_eq!(mine.good()["you"], json!(["black"]));
}

#[test]
fn giving_up_ends_a_game_and_a_rematch_changes_sides() {
    let server = Server::start();
    let names = json!({"black": "Ada", "white": ""});
    let wish = json!({"begin": {"size": 6}, "black": "human", "white": "engine:1", "names": names});
    let table = server.game(&wish);
    table.play("c2");
    assert_eq!(
        table.act("rematch", table.key(), &NOTHING()).refused(409),
        "playing"
    );
    let over = table.act("resign", table.key(), &NOTHING()).good();
    assert_eq!(over["status"], "over");
    assert_eq!(over["result"]["winner"], "white");
    assert_eq!(over["result"]["reason"], "resignation");
    assert_eq!(over["can_undo"], false);
    for verb in ["undo", "redo", "resign"] {
        assert_eq!(
            table.act(verb, table.key(), &NOTHING()).refused(409),
            "game_over",
            "{verb}"
        );
    }
    let square = json!({"square": first_legal(&over)});
    assert_eq!(
        table.act("move", table.key(), &square).refused(409),
        "game_over"
    );
    let over = table.act("rematch", table.key(), &NOTHING()).good();
    let next = over["rematch"].as_str().expect("a name").to_string();
    // Asked for again, it is the same.
    let again = table.act("rematch", table.key(), &NOTHING()).good();
    assert_eq!(again["rematch"], next.as_str());
    let path = format!("/api/games/{next}");
    let bearer = format!("Bearer {}", table.key());
    let game = server
        .request("GET", &path, &[("Authorization", &bearer)], b"")
        .good();
    assert_eq!(game["you"], json!(["white"]));
    assert_eq!(game["players"]["white"]["name"], "Ada");
    assert_eq!(game["players"]["black"]["player"], "engine:1");
    assert_eq!(game["begin"]["size"], 6);
    // The computer begins by itself, as somebody has looked.
    let mut live = server.live();
    live.watch(&next, None);
    let game = live.game_where(|game| !moves(game).is_empty());
    assert_eq!(game["position"]["to_move"], "white");
    let body = json!({"square": first_legal(&game)});
    let path = format!("/api/games/{next}/move");
    server.post(&path, Some(table.key()), &body).good();
}

#[test]
fn a_computer_that_thinks_can_be_interrupted() {
    let server = Server::start();
    // In no book, and too far from the end to be seen through in a moment.
    let board = format!(
        "{}--XXX-----OOO-----XXO-------O---{}",
        "-".repeat(16),
        "-".repeat(16)
    );
    let table = server.game(&json!({
        "begin": {"board": board},
        "black": "human",
        "white": "engine:40",
    }));
    let body = json!({"square": first_legal(&table.look())});
    let game = table.act("move", table.key(), &body).good();
    assert_eq!(game["thinking"], "white");
    let code = table.act("move", table.key(), &body).refused(409);
    assert_eq!(code, "computers_turn");
    let undone = table.act("undo", table.key(), &NOTHING()).good();
    assert_eq!(undone["thinking"], Value::Null);
    assert!(moves(&undone).is_empty());
    table.act("move", table.key(), &body).good();
    table.act("resign", table.key(), &NOTHING()).good();
    assert_eq!(table.look()["thinking"], Value::Null);
}
