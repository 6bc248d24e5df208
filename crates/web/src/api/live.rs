//! The WebSocket: watched games, analyses and reviews of one client.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time;

use crate::app_state::AppState;
use crate::fair_pool::Asker;
use crate::game::Seats;
use crate::guard::{Place, Visitor};
use crate::message::{Answer, ClientMessage, Told};
use crate::outbox::{Disconnected, Outbox};
use crate::problem::Problem;
use crate::rooms::RoomHandle;
use crate::study::{self, StudySession, Wish};

/// The longest accepted message, in bytes. A whole game on the largest board is shorter.
const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// The read buffer of a connection, in bytes. It is small because there are many connections.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// The most games that one connection can watch.
const MAX_WATCHED: usize = 16;

/// The interval of pings, and the longest silence of a client before it is disconnected.
const PING_INTERVAL: Duration = Duration::from_secs(25);
const MAX_SILENCE: Duration = Duration::from_secs(80);

/// The longest time that a client may take to receive a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// The pause before a failed room is opened again for its watchers.
const REOPEN_PAUSE: Duration = Duration::from_secs(1);

/// The route of the WebSocket.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/live", get(live))
}

async fn live(
    State(app): State<Arc<AppState>>,
    Extension(visitor): Extension<Visitor>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .on_upgrade(|socket| async move {
            // The connection has ended: nobody is left to get the error.
            let _ = Connection::new(app, visitor).serve(socket).await;
        })
}

/// A parsed message of a client.
#[derive(Debug)]
pub enum Request {
    /// A message about games.
    Games(ClientMessage),
    /// A message for the study session.
    Study(Wish),
}

/// Parses a message.
///
/// # Errors
/// When it is invalid.
pub fn read(message: Value) -> Result<Request, Problem> {
    let kind = message.get("type").and_then(Value::as_str);
    if kind.is_some_and(|kind| StudySession::TYPES.contains(&kind)) {
        return Ok(Request::Study(study::read(message)?));
    }
    let message = serde_json::from_value(message);
    message
        .map(Request::Games)
        .map_err(|error| Problem::bad("bad_message", error))
}

/// A live connection with its watched games and its study session.
struct Connection {
    app: Arc<AppState>,
    outbox: Outbox,
    queue: tokio::sync::mpsc::Receiver<Utf8Bytes>,
    watched: HashMap<String, Watching>,
    study: StudySession,
    /// Its place among the connections.
    _place: Arc<Place>,
}

/// A watched game. Dropping it ends the watch.
struct Watching(AbortHandle);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Connection {
    fn new(app: Arc<AppState>, visitor: Visitor) -> Connection {
        let (outbox, queue) = Outbox::new();
        let asker = Asker(visitor.address.to_string());
        let study = StudySession::new(Arc::clone(&app.study), asker, outbox.clone());
        Connection {
            app,
            outbox,
            queue,
            watched: HashMap::new(),
            study,
            _place: visitor.place,
        }
    }

    /// Serves the client until it disconnects or the server shuts down.
    async fn serve(mut self, mut socket: WebSocket) -> Result<(), Disconnected> {
        let mut last_heard = Instant::now();
        let mut pings = time::interval(PING_INTERVAL);
        let shutdown = self.app.shutdown.clone();
        loop {
            tokio::select! {
                message = self.queue.recv() => {
                    send(&mut socket, Message::Text(message.ok_or(Disconnected)?)).await?;
                }
                heard = socket.recv() => {
                    let Some(Ok(message)) = heard else { return Err(Disconnected) };
                    last_heard = Instant::now();
                    if let Message::Text(text) = message
                        && let Some(answer) = self.handle(&text)
                    {
                        let text = serde_json::to_string(&answer).map_err(|_| Disconnected)?;
                        send(&mut socket, Message::Text(text.into())).await?;
                    }
                }
                () = shutdown.started() => {
                    let close = CloseFrame {
                        code: close_code::AWAY,
                        reason: Utf8Bytes::from_static("the server ends"),
                    };
                    return send(&mut socket, Message::Close(Some(close))).await;
                }
                _ = pings.tick() => {
                    if last_heard.elapsed() > MAX_SILENCE {
                        return Err(Disconnected);
                    }
                    send(&mut socket, Message::Ping(Default::default())).await?;
                }
            }
        }
    }

    /// Handles a message and returns the answer that it gets at once.
    fn handle(&mut self, text: &str) -> Option<Answer> {
        self.app.metrics.live_message();
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                return Some(Answer::Problem {
                    id: None,
                    game: None,
                    problem: error.into(),
                });
            }
        };
        let (id, game) = (value.get("id").cloned(), value.get("game").cloned());
        let done = read(value).and_then(|request| match request {
            Request::Games(message) => self.handle_games(message),
            Request::Study(wish) => {
                self.study.handle(wish);
                Ok(None)
            }
        });
        done.unwrap_or_else(|problem| Some(Answer::Problem { id, game, problem }))
    }

    /// Handles a message about games.
    fn handle_games(&mut self, message: ClientMessage) -> Result<Option<Answer>, Problem> {
        match message {
            ClientMessage::Ping => Ok(Some(Told::Pong)),
            ClientMessage::Unwatch { game } => {
                self.watched.remove(&game);
                Ok(None)
            }
            ClientMessage::Watch { game, key } => {
                self.watched
                    .retain(|id, watching| *id != game && !watching.0.is_finished());
                if self.watched.len() >= MAX_WATCHED {
                    return Err(Problem::busy(format!(
                        "one connection watches at most {MAX_WATCHED} games"
                    )));
                }
                let (app, outbox) = (Arc::clone(&self.app), self.outbox.clone());
                let id = game.clone();
                let watching = tokio::spawn(async move {
                    // An error means that the connection has ended.
                    let _ = watch(&app, &id, key, &outbox).await;
                });
                self.watched.insert(game, Watching(watching.abort_handle()));
                Ok(None)
            }
        }
    }
}

/// Sends a message; a client that does not read it in time is disconnected.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Disconnected> {
    let sent = time::timeout(SEND_TIMEOUT, socket.send(message)).await;
    sent.map_err(|_| Disconnected)?.map_err(|_| Disconnected)
}

/// Sends a game and its changes to a connection until it ends.
async fn watch(
    app: &AppState,
    id: &str,
    key: Option<String>,
    outbox: &Outbox,
) -> Result<(), Disconnected> {
    loop {
        let opened = open(app, id, key.as_deref()).await;
        let (mut room, seats) = match opened {
            Ok(opened) => opened,
            Err(problem) => {
                let game = Some(Value::String(id.to_string()));
                return outbox
                    .send(&Answer::Problem {
                        id: None,
                        game,
                        problem,
                    })
                    .await;
            }
        };
        let _presence = room.come(seats).await;
        loop {
            let slot = outbox.reserve().await?;
            if let Some(snapshot) = room.newest() {
                let game = snapshot.told(seats);
                slot.send(&Told::Game { game });
            }
            if room.changed().await.is_none() {
                break;
            }
        }
        // The room has failed, but the game is still in the store.
        time::sleep(REOPEN_PAUSE).await;
    }
}

/// Opens a game, and the seats of a key if there is one.
async fn open(app: &AppState, id: &str, key: Option<&str>) -> Result<(RoomHandle, Seats), Problem> {
    let room = app.lobby.open(id).await?;
    let seats = match key {
        Some(key) => room.seats(key)?,
        None => Seats::NONE,
    };
    room.look()?;
    Ok((room, seats))
}
