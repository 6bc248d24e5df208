//! Floods: messages and requests as fast as the server reads them.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use super::attacker::Attacker;
use super::lines::{first_moves, squares};
use crate::web::remote::say;

/// Connections of a flood.
const SOCKETS: usize = 8;

/// How long an answer is left unread.
const UNREAD: Duration = Duration::from_secs(30);

/// A review of a whole game.
pub fn review() -> Value {
    json!({"type": "review", "id": 1, "moves": squares(&first_moves(8, 60)), "level": 20})
}

/// A long analysis of an opening.
pub fn analysis() -> Value {
    json!({"type": "analyse", "id": 1, "moves": ["f5", "d6"], "lines": 0, "seconds": 60})
}

/// A whole game on the largest board, which no engine analyses.
pub fn large_board() -> Value {
    let moves = squares(&first_moves(26, 700));
    json!({"type": "analyse", "id": 1, "begin": {"size": 26}, "moves": moves})
}

/// Sends one message again and again on several WebSockets, and ignores the answers.
pub async fn messages(attacker: Attacker, message: Value) {
    let flood = |attacker: Attacker, _| flood_one(attacker, Message::text(message.to_string()));
    attacker.many(SOCKETS, flood).await;
}

async fn flood_one(attacker: Attacker, message: Message) {
    loop {
        let (mut out, mut answers) = attacker.live().await.split();
        let sending = async {
            while out.feed(message.clone()).await.is_ok() {
                attacker.count.take();
            }
        };
        let ignoring = async { while let Some(Ok(_)) = answers.next().await {} };
        tokio::select! {
            () = sending => {},
            () = ignoring => {},
        }
        attacker.pause().await;
    }
}

/// A whole game on the largest board, to be replayed; the answer has more than a megabyte.
fn large_line() -> Value {
    let message = large_board();
    json!({"begin": message["begin"], "moves": message["moves"]})
}

/// Games on the largest board over HTTP.
pub async fn large_lines(attacker: Attacker) {
    let flood = |attacker: Attacker, _| post_again(attacker, large_line());
    attacker.many(SOCKETS, flood).await;
}

/// Asks for large answers over many connections, each from another address, and reads none of them.
pub async fn unread_answers(attacker: Attacker, count: usize) {
    let ask = |attacker: Attacker, number: usize| async move {
        let attacker = attacker.elsewhere(62_000 + number);
        let body = large_line().to_string();
        let more = format!("Content-Length: {}\r\n", body.len());
        let request = attacker.remote.head("POST", "/api/line", &more) + &body;
        loop {
            if let Some(mut stream) = attacker.remote.connect().await
                && stream.write_all(request.as_bytes()).await.is_ok()
                && stream.readable().await.is_ok()
            {
                attacker.count.take();
                sleep(UNREAD).await;
            }
            attacker.pause().await;
        }
    };
    attacker.many(count, ask).await;
}

async fn post_again(attacker: Attacker, body: Value) {
    let mut client = attacker.http().await;
    loop {
        if attacker
            .post(&mut client, "/api/line", "", &body)
            .await
            .is_some()
        {
            attacker.count.take();
        }
    }
}

/// Connects, says a word, and goes away, many times a second.
pub async fn reconnects(attacker: Attacker) {
    let again = |attacker: Attacker, _| async move {
        loop {
            let mut socket = attacker.live().await;
            if say(&mut socket, &analysis()).await.is_some() {
                attacker.count.take();
            }
        }
    };
    attacker.many(2 * SOCKETS, again).await;
}
