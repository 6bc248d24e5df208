//! Live connections: games as they go on, and analyses as they deepen.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::House;
use super::mail::Mail;
use super::pool::Asker;
use super::problem::Problem;
use super::study::Desk;

/// The longest message that is read: a whole game on the largest board is shorter.
const LONGEST: usize = 64 * 1024;

/// The address of live connections.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/api/live", get(live))
}

async fn live(State(house): State<Arc<House>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(|socket| converse(house, socket))
}

/// What a client says about games.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Said {
    Ping,
}

/// What a client is told.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Told {
    Pong,
    Problem {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<Value>,
        #[serde(flatten)]
        problem: Problem,
    },
}

/// Talks with a client until one of the two goes.
async fn converse(house: Arc<House>, mut socket: WebSocket) {
    let (mail, mut letters) = Mail::new();
    let mut desk = Desk::new(house, Asker("somebody".to_string()), mail.clone());
    loop {
        tokio::select! {
            letter = letters.recv() => {
                let Some(letter) = letter else { return };
                if socket.send(Message::Text(letter)).await.is_err() {
                    return;
                }
            }
            heard = socket.recv() => {
                let Some(Ok(heard)) = heard else { return };
                let Message::Text(text) = heard else { continue };
                if let Some(answer) = hear(&mut desk, &text)
                    && mail.send(&answer).await.is_err()
                {
                    return;
                }
            }
        }
    }
}

/// Does what a message asks for, and says what is answered at once.
fn hear(desk: &mut Desk, text: &str) -> Option<Told> {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => {
            return Some(Told::Problem {
                id: None,
                game: None,
                problem: Problem::bad("bad_json", error),
            });
        }
    };
    let (id, game) = (value.get("id").cloned(), value.get("game").cloned());
    let kind = value.get("type").and_then(Value::as_str);
    let done = if kind.is_some_and(|kind| Desk::TYPES.contains(&kind)) {
        desk.hear(value).map(|()| None)
    } else {
        match serde_json::from_value(value) {
            Ok(Said::Ping) => Ok(Some(Told::Pong)),
            Err(error) => Err(Problem::bad("bad_message", error)),
        }
    };
    done.unwrap_or_else(|problem| Some(Told::Problem { id, game, problem }))
}
