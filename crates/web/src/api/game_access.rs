//! Access to a game: the client, its key, and what it may do.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::time;

use crate::app_state::AppState;
use crate::fair_queue::Asker;
use crate::game::Seats;
use crate::guard::{Resource, Visitor};
use crate::problem::Problem;
use crate::rooms::snapshot::Snapshot;
use crate::rooms::{RoomHandle, Verb};

/// The longest wait for a computer's reply.
const REPLY_TIMEOUT: Duration = Duration::from_secs(45);

/// Whether to wait for the computer's reply.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// `reply` holds the answer back until the computer has replied, at most 45 seconds.
    wait: Option<WaitFor>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
#[serde(rename_all = "snake_case")]
enum WaitFor {
    Reply,
}

/// A client's access to a game, with the seats that its key opens.
pub struct GameAccess {
    /// The client.
    pub visitor: Visitor,
    /// Its turn in the queues.
    pub asker: Asker,
    /// The game.
    pub door: RoomHandle,
    /// The seats of the client.
    pub you: Seats,
}

impl GameAccess {
    /// Opens the game and checks the key.
    ///
    /// # Errors
    /// When there is no such game, or it has no such key.
    pub async fn new(
        app: &AppState,
        visitor: Visitor,
        id: &str,
        headers: &HeaderMap,
    ) -> Result<GameAccess, Problem> {
        let key = bearer(headers)?;
        let asker = match key {
            None => visitor.asker(),
            Some(key) => visitor.player(key, id),
        };
        let door = app.lobby.open(id, asker).await?;
        let you = match key {
            None => Seats::NONE,
            Some(key) => door.seats(key)?,
        };
        if !you.is_empty() {
            app.fair_play.follow(visitor.network(), id, &door);
        }
        Ok(GameAccess {
            visitor,
            asker,
            door,
            you,
        })
    }

    /// Checks what an action costs, and that a computer's reply to it is no help in another game.
    fn check(&self, app: &AppState, verb: Verb) -> Result<(), Problem> {
        let game = self.door.look()?;
        let network = self.visitor.network();
        match verb {
            Verb::Rematch if !self.you.is_empty() && !game.has_rematch() => {
                self.visitor.spend(Resource::Games, 1.0)
            }
            Verb::Step(_) => app.fair_play.check(network, &game.diagram),
            Verb::Move(point, _) if game.has_computer() => match game.diagram.play(point) {
                None => Ok(()),
                Some(next) => {
                    app.fair_play.check(network, &next)?;
                    app.fair_play.check(network, &next.pass())
                }
            },
            _ => Ok(()),
        }
    }

    /// Acts in the game, and answers with its state.
    ///
    /// # Errors
    /// When it cannot be done; nothing has changed then.
    pub async fn act(
        mut self,
        app: &AppState,
        verb: Verb,
        waiting: Waiting,
    ) -> Result<Response, Problem> {
        self.check(app, verb)?;
        let mut game = self.door.act(self.asker, self.you, verb).await?;
        if waiting.wait.is_some() {
            let rested = time::timeout(REPLY_TIMEOUT, self.door.rested()).await;
            // After the longest wait, the answer is the current state.
            if let Ok(rested) = rested {
                game = rested?;
            }
        }
        Ok(self.told(&game))
    }

    /// The answer with the state of the game.
    pub fn told(&self, game: &Snapshot) -> Response {
        Json(game.told(self.you)).into_response()
    }
}

/// The key in the `Authorization` header.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    let text = value.to_str().unwrap_or_default();
    match text.split_once(' ') {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(key.trim())),
        _ => Err(Problem::forbidden(
            "bad_key",
            "a key comes as `Authorization: Bearer KEY`",
        )),
    }
}
