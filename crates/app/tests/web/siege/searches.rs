//! Searches without end: strong opponents in many games, and many analyses, from one address.

use serde_json::{Value, json};

use super::attacker::Attacker;
use super::lines::{begin, first_moves};
use crate::web::client::first_legal;
use crate::web::remote::{hear, say};

/// Games against the strongest engine, in each of which it has the first move. As soon as it has
/// moved, it has to move again.
pub async fn strong_games(attacker: Attacker, count: usize) {
    let play = |attacker: Attacker, _| async move {
        loop {
            // A lost connection or a finished game: the next one.
            let _ = strong_game(&attacker).await;
        }
    };
    attacker.many(count, play).await;
}

/// A game in which an engine has the first move, in a position that is in no opening book.
pub fn strong_wish(engine: &str) -> Value {
    let begin = begin(&first_moves(8, 14));
    let is_black = begin["to_move"] == "black";
    let [black, white] = if is_black {
        [engine, "human"]
    } else {
        ["human", engine]
    };
    json!({"begin": begin, "black": black, "white": white})
}

async fn strong_game(attacker: &Attacker) -> Option<()> {
    let mut client = attacker.http().await;
    let wish = strong_wish("engine:40");
    let made = attacker.post(&mut client, "/api/games", "", &wish).await?;
    attacker.count.take();
    let id = made["id"].as_str()?;
    let key = made["keys"].as_object()?.values().find_map(Value::as_str)?;
    let path = format!("/api/games/{id}/move");
    let mut socket = attacker.live().await;
    say(
        &mut socket,
        &json!({"type": "watch", "game": id, "key": key}),
    )
    .await?;
    loop {
        let message = hear(&mut socket).await?;
        let game = &message["game"];
        if game["status"] != "playing" {
            return None;
        }
        if game["thinking"].is_null() {
            attacker.count.answer();
            let body = json!({"square": first_legal(game)});
            while attacker
                .post(&mut client, &path, key, &body)
                .await
                .is_none()
            {}
        }
    }
}

/// Analysers, each with a WebSocket of its own and never content.
pub async fn analysers(attacker: Attacker, count: usize) {
    let analyse = |attacker: Attacker, number| async move {
        loop {
            let _ = analyse(&attacker, number).await;
            attacker.pause().await;
        }
    };
    attacker.many(count, analyse).await;
}

async fn analyse(attacker: &Attacker, number: usize) -> Option<()> {
    let mut socket = attacker.live().await;
    let first = ["d3", "c4", "f5", "e6"][number % 4];
    let wish =
        json!({"type": "analyse", "id": number, "moves": [first], "lines": 2, "seconds": 60});
    loop {
        say(&mut socket, &wish).await?;
        let (mut is_queued, mut has_lines) = (false, false);
        loop {
            let news = hear(&mut socket).await?;
            if news["type"] != "analysis" {
                return None;
            }
            if !is_queued {
                attacker.count.take();
                is_queued = true;
            }
            if !has_lines && news["lines"] != json!([]) {
                attacker.count.answer();
                has_lines = true;
            }
            if news["done"] == true {
                break;
            }
        }
    }
}
