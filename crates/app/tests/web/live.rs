//! Live connections.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::client::moves;
use super::server::Server;

#[test]
fn watchers_hear_of_every_change_until_they_look_away() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "human", "shared": true}));
    let mut live = server.live();
    let game = live.watch(&table.id, None);
    assert_eq!(game["version"], table.look()["version"]);
    table.play("f5");
    let game = live.game_where(|game| !moves(game).is_empty());
    assert_eq!(moves(&game), ["f5"]);
    live.say(&json!({"type": "ping"}));
    assert_eq!(live.hear(), json!({"type": "pong"}));
    live.say(&json!({"type": "unwatch", "game": table.id}));
    live.say(&json!({"type": "ping"}));
    assert_eq!(live.hear(), json!({"type": "pong"}));
    table.play("d6");
    live.say(&json!({"type": "ping"}));
    assert_eq!(live.hear(), json!({"type": "pong"}), "it looks away");
    // Watched twice, it is told once; the newest is seen at once.
    let game = live.watch(&table.id, Some(table.key()));
    assert_eq!(game["you"], json!(["black", "white"]));
    assert_eq!(moves(&game), ["f5", "d6"]);
}

#[test]
fn what_makes_no_sense_is_told_and_the_connection_stays() {
    let server = Server::start();
    let table = server.game(&json!({"black": "human", "white": "engine:1"}));
    let mut live = server.live();
    let mut refused = |message: &Value| {
        live.say(message);
        let answer = live.hear();
        assert_eq!(answer["type"], "problem", "{answer}");
        assert!(
            answer["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
        answer
    };
    refused(&json!(17));
    refused(&json!([]));
    refused(&json!({}));
    refused(&json!({"type": "nonsense"}));
    refused(&json!({"type": "watch"}));
    refused(&json!({"type": "watch", "game": 5}));
    refused(&json!({"type": "watch", "game": table.id, "more": 1}));
    let answer = refused(&json!({"type": "watch", "game": "nowhere"}));
    assert_eq!(
        (&answer["code"], &answer["game"]),
        (&json!("not_found"), &json!("nowhere"))
    );
    let answer = refused(&json!({"type": "watch", "game": table.id, "key": "wrong"}));
    assert_eq!(answer["code"], "bad_key");
    let answer = refused(&json!({"type": "analyse", "id": 7, "moves": ["a1"]}));
    assert_eq!(answer["id"], 7);
    live.socket.send(Message::text("{")).expect("sent");
    assert_eq!(live.hear()["code"], "bad_json");
    live.socket
        .send(Message::binary(vec![0, 1, 2]))
        .expect("sent");
    live.say(&json!({"type": "ping"}));
    assert_eq!(live.hear()["type"], "pong");
}

#[test]
fn one_connection_watches_a_few_games_and_sends_short_messages() {
    let server = Server::start();
    let mut live = server.live();
    for number in 0..17 {
        let table = server.game(&json!({"black": "human", "white": "human"}));
        live.say(&json!({"type": "watch", "game": table.id}));
        let answer = live.hear();
        if number < 16 {
            assert_eq!(answer["type"], "game");
        } else {
            assert_eq!(answer["code"], "busy", "{answer}");
        }
    }
    live.socket.send(Message::text("x".repeat(1 << 20))).ok();
    let ended = (0..100).any(|_| live.socket.read().is_err());
    assert!(ended, "a message of a megabyte is too much");
    // Others are not touched by that.
    let mut other = server.live();
    other.say(&json!({"type": "ping"}));
    assert_eq!(other.hear()["type"], "pong");
}
