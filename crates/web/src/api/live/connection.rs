//! A live connection: reads the messages of a client and sends it what it asked for.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde_json::Value;
use tokio::time;

use super::pace::{self, Pace};
use super::request::{Request, read};
use super::watch::{Watch, Watching};
use crate::app_state::AppState;
use crate::guard::{Resource, Visitor};
use crate::message::{Answer, ClientMessage, Told};
use crate::outbox::{Disconnected, Outbox};
use crate::problem::Problem;
use crate::rooms::GameView;
use crate::study::message::Question;
use crate::study::{StudySession, Wish};

/// The most games that one connection can watch.
const MAX_WATCHED: usize = 16;

/// The interval of pings, and the longest silence of a client before it is disconnected.
const PING_INTERVAL: Duration = Duration::from_secs(25);
const MAX_SILENCE: Duration = Duration::from_secs(80);

/// The longest time that a client may take to receive a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// A live connection with its watched games and its study session.
pub struct Connection {
    app: Arc<AppState>,
    outbox: Outbox,
    queue: tokio::sync::mpsc::Receiver<Utf8Bytes>,
    watched: HashMap<String, Watching>,
    /// The games between two people that this client plays, also when it does not watch them any more.
    played: HashMap<String, GameView>,
    study: StudySession,
    visitor: Visitor,
    pace: Pace,
}

impl Connection {
    /// A connection of a client.
    pub fn new(app: Arc<AppState>, visitor: Visitor) -> Connection {
        let (outbox, queue) = Outbox::new();
        let asker = visitor.connection();
        let study = StudySession::new(Arc::clone(&app.study), asker, outbox.clone());
        Connection {
            app,
            outbox,
            queue,
            watched: HashMap::new(),
            played: HashMap::new(),
            study,
            visitor,
            pace: Pace::new(),
        }
    }

    /// Serves the client until it disconnects or the server shuts down.
    pub async fn serve(mut self, mut socket: WebSocket) -> Result<(), Disconnected> {
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
                    // A client that is not read cannot be heard.
                    if last_heard.max(reads_from).elapsed() > MAX_SILENCE {
                        return Err(Disconnected);
                    }
                    send(&mut socket, Message::Ping(Default::default())).await?;
                }
            }
        }
    }

    /// Charges the client for a message. Returns how long it has to wait for the next to be read.
    fn charge(&mut self, message: &Message) -> Duration {
        let cost = pace::cost(message);
        let of_network = self.visitor.charge(Resource::Messages, cost);
        self.pace.charge(cost).max(of_network)
    }

    /// Handles a message and returns the answer that it gets at once.
    async fn handle(&mut self, text: &str) -> Option<Answer> {
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
            if self.plays_a_person().await {
                return Err(Problem::no_help());
            }
            self.app.memory.check()?;
        }
        self.study.handle(wish).await;
        Ok(None)
    }

    /// Whether this client plays a game against another person that is not over.
    async fn plays_a_person(&mut self) -> bool {
        for (id, view) in &mut self.played {
            if view.is_old()
                && let Ok(room) = self.app.lobby.open(id, self.visitor.asker()).await
            {
                *view = room.view();
            }
        }
        self.played.retain(|_, view| view.is_between_people());
        !self.played.is_empty()
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
                    .retain(|id, watching| *id != game && !watching.is_finished());
                if self.watched.len() >= MAX_WATCHED {
                    return Err(Problem::busy(format!(
                        "one connection watches at most {MAX_WATCHED} games"
                    )));
                }
                let held = self.visitor.watch()?;
                let watch = Watch::open(&self.app, &self.visitor, game.clone(), key).await?;
                if let Some(view) = watch.played().filter(GameView::is_between_people) {
                    self.played.insert(game.clone(), view);
                    self.study.stop_all();
                }
                let watching = watch.start(Arc::clone(&self.app), self.outbox.clone(), held);
                self.watched.insert(game, watching);
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
