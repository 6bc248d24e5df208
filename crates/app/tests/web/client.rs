//! A small client: games as they are told, and live connections.

use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

use super::requests::{Answer, PATIENCE, Visitor};
use super::server::Server;

impl Server {
    /// Makes a game.
    #[track_caller]
    pub fn game(&self, wish: &Value) -> Table<'_> {
        self.here().game(wish)
    }

    /// Opens a live connection.
    #[track_caller]
    pub fn live(&self) -> Live {
        self.here().live()
    }

    /// The same with more headers; the status when it is refused.
    pub fn try_live(&self, headers: &[(&'static str, &str)]) -> Result<Live, u16> {
        self.here().try_live(headers)
    }
}

impl<'s> Visitor<'s> {
    /// Makes a game.
    #[track_caller]
    pub fn game(&self, wish: &Value) -> Table<'s> {
        let made = self.post("/api/games", None, wish).good();
        let key = |side: &str| made["keys"][side].as_str().map(str::to_string);
        Table {
            visitor: self.clone(),
            id: made["id"].as_str().expect("a name").to_string(),
            black: key("black"),
            white: key("white"),
        }
    }

    /// Opens a live connection.
    #[track_caller]
    pub fn live(&self) -> Live {
        self.try_live(&[]).expect("a live connection")
    }

    /// The same with more headers; the status when it is refused.
    pub fn try_live(&self, headers: &[(&'static str, &str)]) -> Result<Live, u16> {
        let stream = TcpStream::connect(&self.server.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let url = format!("ws://{}/api/live", self.server.address);
        let mut request = url.into_client_request().expect("a request");
        let own = self.headers.iter().map(|(name, value)| (*name, &**value));
        for (name, value) in own.chain(headers.iter().copied()) {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(name, value);
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Live {
                socket,
                newest: None,
            }),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// A game, and the keys of its seats.
pub struct Table<'s> {
    pub visitor: Visitor<'s>,
    pub id: String,
    pub black: Option<String>,
    pub white: Option<String>,
}

impl Table<'_> {
    /// The key of the only person, or of both.
    pub fn key(&self) -> &str {
        let key = self.black.as_deref().or(self.white.as_deref());
        key.expect("somebody has a key")
    }

    /// How it stands, for somebody without a key.
    #[track_caller]
    pub fn look(&self) -> Value {
        self.visitor.get(&format!("/api/games/{}", self.id)).good()
    }

    /// Has something done, for one who has a key.
    pub fn act(&self, verb: &str, key: &str, body: &Value) -> Answer {
        let path = format!("/api/games/{}/{verb}", self.id);
        self.visitor.post(&path, Some(key), body)
    }

    /// Moves, and waits for the computer's reply.
    #[track_caller]
    pub fn play(&self, square: &str) -> Value {
        self.act("move?wait=reply", self.key(), &json!({"square": square}))
            .good()
    }

    /// Plays on to the end, as the only person or as both, always on the first legal square.
    #[track_caller]
    pub fn play_out(&self) -> Value {
        let mut game = self.look();
        while game["status"] == "playing" {
            // A computer may have the first move.
            if game["thinking"].is_null() {
                game = self.play(&first_legal(&game));
            } else {
                sleep(Duration::from_millis(5));
                game = self.look();
            }
        }
        game
    }
}

/// How a game stands, for somebody without a key.
#[track_caller]
pub fn look(server: &Server, id: &str) -> Value {
    server.get(&format!("/api/games/{id}")).good()
}

/// The first legal square.
#[track_caller]
pub fn first_legal(game: &Value) -> String {
    let legal = game["position"]["legal"]
        .as_object()
        .expect("legal squares");
    legal.keys().next().expect("a legal square").clone()
}

/// The moves of a game.
#[track_caller]
pub fn moves(game: &Value) -> Vec<&str> {
    let moves = game["moves"].as_array().expect("moves");
    moves
        .iter()
        .map(|name| name.as_str().expect("a name"))
        .collect()
}

/// A live connection.
pub struct Live {
    pub socket: WebSocket<TcpStream>,
    /// The game that was heard of last.
    newest: Option<Value>,
}

impl Live {
    /// Says something.
    pub fn say(&mut self, message: &Value) {
        let text = message.to_string();
        self.socket.send(Message::text(text)).expect("it is sent");
    }

    /// Hears the next message.
    #[track_caller]
    pub fn hear(&mut self) -> Value {
        let patience = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < patience, "nothing but signs of life");
            match self.socket.read().expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// Watches a game, and hears how it stands.
    #[track_caller]
    pub fn watch(&mut self, id: &str, key: Option<&str>) -> Value {
        self.say(&json!({"type": "watch", "game": id, "key": key}));
        self.newest = None;
        self.game_where(|_| true)
    }

    /// Hears of games until one is as it should be, if the last was not.
    #[track_caller]
    pub fn game_where(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(game) = self.newest.as_ref().filter(|game| fits(game)) {
                return game.clone();
            }
            let message = self.hear();
            assert_eq!(message["type"], "game", "{message}");
            self.newest = Some(message["game"].clone());
        }
    }
}
