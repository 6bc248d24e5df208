//! The games that a client watches.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time;

use crate::app_state::AppState;
use crate::fair_queue::Asker;
use crate::game::Seats;
use crate::guard::{Held, Visitor};
use crate::message::{Answer, Told};
use crate::outbox::{Disconnected, Outbox};
use crate::problem::Problem;
use crate::rooms::{GameView, RoomHandle};

/// The pause before a failed room is opened again for its watchers.
const REOPEN_PAUSE: Duration = Duration::from_secs(1);

/// A watched game. Dropping it ends the watch.
pub struct Watching(AbortHandle);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Watching {
    /// Whether nothing more is sent of the game.
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

/// A game that a client watches, with the seats that its key opens.
pub struct Watch {
    game: String,
    key: Option<String>,
    asker: Asker,
    room: RoomHandle,
    seats: Seats,
}

impl Watch {
    /// Opens a game, and the seats of a key if there is one.
    ///
    /// # Errors
    /// When there is no such game, or it has no such key.
    pub async fn open(
        app: &AppState,
        visitor: &Visitor,
        game: String,
        key: Option<String>,
    ) -> Result<Watch, Problem> {
        let asker = match &key {
            None => visitor.asker(),
            Some(key) => visitor.player(key, &game),
        };
        let (room, seats) = open(app, &game, key.as_deref(), asker).await?;
        if !seats.is_empty() {
            app.fair_play.follow(visitor.network(), &game, &room);
        }
        Ok(Watch {
            game,
            key,
            asker,
            room,
            seats,
        })
    }

    /// A view of the game, if this client plays in it.
    pub fn played(&self) -> Option<GameView> {
        (!self.seats.is_empty()).then(|| self.room.view())
    }

    /// Watches in a task of its own, which holds the place among the watched games.
    pub fn start(self, app: Arc<AppState>, outbox: Outbox, held: Held) -> Watching {
        let task = tokio::spawn(async move {
            // An error means that the connection has ended.
            let _ = self.follow(&app, &outbox).await;
            drop(held);
        });
        Watching(task.abort_handle())
    }

    /// Sends the game and its changes to a connection until it ends.
    async fn follow(mut self, app: &AppState, outbox: &Outbox) -> Result<(), Disconnected> {
        loop {
            self.send_changes(outbox).await?;
            if let Some(problem) = self.room.closed() {
                return self.fail(outbox, problem).await;
            }
            // The room has failed, but the game is still in the store.
            time::sleep(REOPEN_PAUSE).await;
            match open(app, &self.game, self.key.as_deref(), self.asker).await {
                Ok((room, seats)) => (self.room, self.seats) = (room, seats),
                Err(problem) => return self.fail(outbox, problem).await,
            }
        }
    }

    /// Sends the game and its changes until its room ends.
    async fn send_changes(&mut self, outbox: &Outbox) -> Result<(), Disconnected> {
        let _presence = self.room.come(self.seats).await;
        loop {
            let slot = outbox.reserve().await?;
            if let Some(snapshot) = self.room.newest() {
                let game = snapshot.told(self.seats);
                slot.send(&Told::Game { game });
            }
            if self.room.changed().await.is_none() || self.room.closed().is_some() {
                return Ok(());
            }
        }
    }

    async fn fail(self, outbox: &Outbox, problem: Problem) -> Result<(), Disconnected> {
        let game = Some(Value::String(self.game));
        let id = None;
        outbox.send(&Answer::Problem { id, game, problem }).await
    }
}

/// Opens a game, and the seats of a key if there is one.
async fn open(
    app: &AppState,
    id: &str,
    key: Option<&str>,
    asker: Asker,
) -> Result<(RoomHandle, Seats), Problem> {
    let room = app.lobby.open(id, asker).await?;
    let seats = match key {
        Some(key) => room.seats(key)?,
        None => Seats::NONE,
    };
    room.visit(asker)?;
    Ok((room, seats))
}
