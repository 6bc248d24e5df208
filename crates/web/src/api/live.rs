//! Live connections: games as they go on, and analyses as they deepen.

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

/// The longest message that is read: a whole game on the largest board is shorter.
const LONGEST: usize = 64 * 1024;

/// Bytes that each connection reads at once: messages are short, and connections are many.
const BUFFER: usize = 4 * 1024;

/// So many games may be watched through one connection.
const MOST_WATCHED: usize = 16;

/// A connection that says nothing is asked for a sign of life this often, and given up after a
/// while.
const PULSE: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(80);

/// How long a client may take to read a message.
const SLOWEST: Duration = Duration::from_secs(20);

/// After how long a game that had to be closed is opened again for its watchers.
const AGAIN: Duration = Duration::from_secs(1);

/// The address of live connections.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/live", get(live))
}

async fn live(
    State(app): State<Arc<AppState>>,
    Extension(visitor): Extension<Visitor>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .on_upgrade(|socket| async move {
            // Whatever ended it, nobody is left to be told.
            let _ = Connection::new(app, visitor).converse(socket).await;
        })
}

/// What a message asks for.
#[derive(Debug)]
pub enum Request {
    /// Something about games.
    Games(ClientMessage),
    /// Something for a desk.
    Study(Wish),
}

/// Reads a message.
///
/// # Errors
/// When it makes no sense.
pub fn read(message: Value) -> Result<Request, Problem> {
    let kind = message.get("type").and_then(Value::as_str);
    if kind.is_some_and(|kind| StudySession::TYPES.contains(&kind)) {
        return Ok(Request::Study(study::read(message)?));
    }
    let said = serde_json::from_value(message);
    said.map(Request::Games)
        .map_err(|error| Problem::bad("bad_message", error))
}

/// A client, and all that it follows.
struct Connection {
    app: Arc<AppState>,
    outbox: Outbox,
    queue: tokio::sync::mpsc::Receiver<Utf8Bytes>,
    watched: HashMap<String, Watching>,
    study: StudySession,
    /// Its place among the connections.
    _place: Arc<Place>,
}

/// Somebody watches a game for as long as this is kept.
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

    /// Talks with the client until one of the two goes.
    async fn converse(mut self, mut socket: WebSocket) -> Result<(), Disconnected> {
        let mut heard_at = Instant::now();
        let mut pulse = time::interval(PULSE);
        let shutdown = self.app.shutdown.clone();
        loop {
            tokio::select! {
                message = self.queue.recv() => {
                    send(&mut socket, Message::Text(message.ok_or(Disconnected)?)).await?;
                }
                heard = socket.recv() => {
                    let Some(Ok(message)) = heard else { return Err(Disconnected) };
                    heard_at = Instant::now();
                    if let Message::Text(text) = message
                        && let Some(answer) = self.hear(&text)
                    {
                        let text = serde_json::to_string(&answer).map_err(|_| Disconnected)?;
                        send(&mut socket, Message::Text(text.into())).await?;
                    }
                }
                () = shutdown.started() => {
                    let farewell = CloseFrame {
                        code: close_code::AWAY,
                        reason: Utf8Bytes::from_static("the server ends"),
                    };
                    return send(&mut socket, Message::Close(Some(farewell))).await;
                }
                _ = pulse.tick() => {
                    if heard_at.elapsed() > SILENCE {
                        return Err(Disconnected);
                    }
                    send(&mut socket, Message::Ping(Default::default())).await?;
                }
            }
        }
    }

    /// Does what a message asks for, and says what is answered at once.
    fn hear(&mut self, text: &str) -> Option<Answer> {
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
            Request::Games(said) => self.obey(said),
            Request::Study(wish) => {
                self.study.handle(wish);
                Ok(None)
            }
        });
        done.unwrap_or_else(|problem| Some(Answer::Problem { id, game, problem }))
    }

    fn obey(&mut self, said: ClientMessage) -> Result<Option<Answer>, Problem> {
        match said {
            ClientMessage::Ping => Ok(Some(Told::Pong)),
            ClientMessage::Unwatch { game } => {
                self.watched.remove(&game);
                Ok(None)
            }
            ClientMessage::Watch { game, key } => {
                self.watched
                    .retain(|id, watching| *id != game && !watching.0.is_finished());
                if self.watched.len() >= MOST_WATCHED {
                    return Err(Problem::busy(format!(
                        "one connection watches at most {MOST_WATCHED} games"
                    )));
                }
                let (app, outbox) = (Arc::clone(&self.app), self.outbox.clone());
                let id = game.clone();
                let watching = tokio::spawn(async move {
                    // If the connection has ended, so has this.
                    let _ = watch(&app, &id, key, &outbox).await;
                });
                self.watched.insert(game, Watching(watching.abort_handle()));
                Ok(None)
            }
        }
    }
}

/// Sends a message, if it is read within a decent time.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Disconnected> {
    let sent = time::timeout(SLOWEST, socket.send(message)).await;
    sent.map_err(|_| Disconnected)?.map_err(|_| Disconnected)
}

/// Tells a connection of a game until it no longer wants to know.
async fn watch(
    app: &AppState,
    id: &str,
    key: Option<String>,
    outbox: &Outbox,
) -> Result<(), Disconnected> {
    loop {
        let opened = enter(app, id, key.as_deref()).await;
        let (mut door, seats) = match opened {
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
        let _presence = door.come(seats).await;
        loop {
            let slot = outbox.reserve().await?;
            if let Some(snapshot) = door.newest() {
                let game = snapshot.told(seats);
                slot.send(&Told::Game { game });
            }
            if door.changed().await.is_none() {
                break;
            }
        }
        // The room has failed; the game is still there.
        time::sleep(AGAIN).await;
    }
}

/// Comes to a game, with a key or without.
async fn enter(
    app: &AppState,
    id: &str,
    key: Option<&str>,
) -> Result<(RoomHandle, Seats), Problem> {
    let door = app.lobby.open(id).await?;
    let seats = match key {
        Some(key) => door.seats(key)?,
        None => Seats::NONE,
    };
    door.look()?;
    Ok((door, seats))
}
