//! The WebSocket: watched games, analyses and reviews of one client.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use axum::routing::get;
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time;

use crate::app_state::AppState;
use crate::fair_queue::Asker;
use crate::game::Seats;
use crate::guard::{Resource, Visitor};
use crate::message::{Answer, ClientMessage, Told};
use crate::outbox::{Disconnected, Outbox};
use crate::problem::Problem;
use crate::rooms::RoomHandle;
use crate::study::message::Question;
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

/// The messages of one connection: at most this many at once, and this many each second. Beyond, they
/// are read more slowly.
const MESSAGE_BURST: f64 = 200.0;
const MESSAGES_PER_SECOND: f64 = 50.0;

/// The bytes of a message that cost as much as a short message.
const BYTES_PER_MESSAGE: f64 = 1024.0;

/// The pause before a failed room is opened again for its watchers.
const REOPEN_PAUSE: Duration = Duration::from_secs(1);

/// The route of the WebSocket.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/live", get(live))
}

async fn live(
    State(app): State<Arc<AppState>>,
    visitor: Visitor,
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
    visitor: Visitor,
    pace: Pace,
}

/// A watched game. Dropping it ends the watch.
struct Watching {
    room: RoomHandle,
    seats: Seats,
    task: AbortHandle,
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Watching {
    /// Whether this client plays the game against another person.
    fn is_between_people(&self) -> bool {
        let game = self.room.look();
        !self.seats.is_empty() && game.is_ok_and(|game| game.is_between_people())
    }
}

/// The pace at which the messages of a connection are read.
#[derive(Debug)]
struct Pace {
    /// The cost of the messages read, less what the time since has paid.
    owed: f64,
    at: Instant,
}

impl Pace {
    fn new() -> Pace {
        Pace {
            owed: 0.0,
            at: Instant::now(),
        }
    }

    /// Adds the cost of a message. Returns the wait before the next.
    fn charge(&mut self, cost: f64) -> Duration {
        let now = Instant::now();
        let paid = (now - self.at).as_secs_f64() * MESSAGES_PER_SECOND;
        self.owed = (self.owed - paid).max(0.0) + cost;
        self.at = now;
        let over = (self.owed - MESSAGE_BURST).max(0.0);
        Duration::from_secs_f64(over / MESSAGES_PER_SECOND)
    }
}

impl Connection {
    fn new(app: Arc<AppState>, visitor: Visitor) -> Connection {
        let (outbox, queue) = Outbox::new();
        let asker = visitor.connection();
        let study = StudySession::new(Arc::clone(&app.study), asker, outbox.clone());
        Connection {
            app,
            outbox,
            queue,
            watched: HashMap::new(),
            study,
            visitor,
            pace: Pace::new(),
        }
    }

    /// Serves the client until it disconnects or the server shuts down.
    async fn serve(mut self, mut socket: WebSocket) -> Result<(), Disconnected> {
        let mut last_heard = Instant::now();
        let mut pings = time::interval(PING_INTERVAL);
        // No message is read before this instant.
        let mut reads_from = Instant::now();
        let shutdown = self.app.shutdown.clone();
        loop {
            tokio::select! {
                message = self.queue.recv() => {
                    send(&mut socket, Message::Text(message.ok_or(Disconnected)?)).await?;
                }
                heard = receive(&mut socket, reads_from) => {
                    let Some(Ok(message)) = heard else { return Err(Disconnected) };
                    last_heard = Instant::now();
                    reads_from = last_heard + self.charge(&message);
                    if let Message::Text(text) = message
                        && let Some(answer) = self.handle(&text).await
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

    /// Charges the client for a message. Returns how long it has to wait for the next to be read.
    fn charge(&mut self, message: &Message) -> Duration {
        let bytes = match message {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => 0,
        };
        let cost = 1.0 + bytes as f64 / BYTES_PER_MESSAGE;
        let of_network = self.visitor.wait_for(Resource::Messages, cost);
        self.pace.charge(cost).max(of_network.unwrap_or_default())
    }

    /// Handles a message and returns the answer that it gets at once.
    async fn handle(&mut self, text: &str) -> Option<Answer> {
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
        let done = match read(value) {
            Ok(Request::Games(message)) => self.handle_games(message).await,
            Ok(Request::Study(wish)) => self.handle_study(wish).await,
            Err(problem) => Err(problem),
        };
        done.unwrap_or_else(|problem| Some(Answer::Problem { id, game, problem }))
    }

    /// Handles a message for the study session.
    async fn handle_study(&mut self, wish: Wish) -> Result<Option<Answer>, Problem> {
        let network = self.visitor.network();
        let fair_play = &self.app.fair_play;
        match &wish {
            Wish::Stop(_) => {}
            Wish::Analyse(Question { game, .. }) => fair_play.check(network, game.diagram())?,
            Wish::Review { game, .. } => fair_play.check_game(network, game)?,
        }
        if !matches!(wish, Wish::Stop(_)) {
            if self.watched.values().any(Watching::is_between_people) {
                return Err(Problem::no_help());
            }
            self.app.memory.check()?;
        }
        self.study.handle(wish).await;
        Ok(None)
    }

    /// Handles a message about games.
    async fn handle_games(&mut self, message: ClientMessage) -> Result<Option<Answer>, Problem> {
        match message {
            ClientMessage::Ping => Ok(Some(Told::Pong)),
            ClientMessage::Unwatch { game } => {
                self.watched.remove(&game);
                Ok(None)
            }
            ClientMessage::Watch { game, key } => {
                self.watched
                    .retain(|id, watching| *id != game && !watching.task.is_finished());
                if self.watched.len() >= MAX_WATCHED {
                    return Err(Problem::busy(format!(
                        "one connection watches at most {MAX_WATCHED} games"
                    )));
                }
                let held = self.visitor.watch()?;
                let watch = Watch::open(&self.app, &self.visitor, game.clone(), key).await?;
                let (room, seats) = (watch.room.clone(), watch.seats);
                let (app, outbox) = (Arc::clone(&self.app), self.outbox.clone());
                let task = tokio::spawn(async move {
                    // An error means that the connection has ended.
                    let _ = watch.follow(&app, &outbox).await;
                    drop(held);
                });
                let task = task.abort_handle();
                self.watched.insert(game, Watching { room, seats, task });
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

/// Receives a message, but not before an instant.
async fn receive(socket: &mut WebSocket, from: Instant) -> Option<Result<Message, axum::Error>> {
    if from > Instant::now() {
        time::sleep_until(from.into()).await;
    }
    socket.recv().await
}

/// A game that a client watches, with the seats that its key opens.
struct Watch {
    game: String,
    key: Option<String>,
    asker: Asker,
    room: RoomHandle,
    seats: Seats,
}

impl Watch {
    /// Opens a game, and the seats of a key if there is one.
    async fn open(
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
