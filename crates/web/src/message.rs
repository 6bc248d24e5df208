//! WebSocket messages about games, and error messages.
//!
//! Messages about analyses and reviews are in `study`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::problem::Problem;

/// A message of a client about games.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Send this game, now and after every change.
    Watch {
        /// The id of the game.
        game: String,
        /// The key of a seat; not needed to watch.
        key: Option<String>,
    },
    /// Send nothing more of this game.
    Unwatch {
        /// The id of the game.
        game: String,
    },
    /// Asks for a `pong`.
    Ping,
}

impl ClientMessage {
    /// The types of these messages.
    pub const TYPES: [&str; 3] = ["watch", "unwatch", "ping"];
}

/// A message to a client.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Told<G> {
    /// The current state of a game.
    Game {
        /// The game.
        game: G,
    },
    /// The answer to `ping`.
    Pong,
    /// A message was refused, or its work has failed.
    Problem {
        /// The `id` of the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, schemars(with = "Option<u64>"))]
        id: Option<Value>,
        /// The `game` of the message.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, schemars(with = "Option<String>"))]
        game: Option<Value>,
        /// The reason.
        #[serde(flatten)]
        problem: Problem,
    },
}

/// A message that is not about a game.
pub type Answer = Told<()>;

impl Answer {
    /// The work that a message with this `id` asked for has failed.
    pub fn failed(id: u64, problem: Problem) -> Answer {
        Told::Problem {
            id: Some(id.into()),
            game: None,
            problem,
        }
    }
}
