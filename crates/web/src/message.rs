//! The messages of a live connection that are about games or refusals.
//!
//! Those about analyses and reviews are in `study`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::problem::Problem;

/// What a client says about games.
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
    /// Is the server there?
    Ping,
}

/// What a client is told.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Told<G> {
    /// A game as it stands.
    Game {
        /// The game.
        game: G,
    },
    /// The server is there.
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
        /// Why.
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
