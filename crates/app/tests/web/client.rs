//! A small client: requests that say exactly what a test wants, and games as they are told.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

use super::server::Server;

/// How long a test waits for anything, on however slow a machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The body of an answer that says that all is well.
    #[track_caller]
    pub fn good(&self) -> Value {
        assert!(
            matches!(self.status, 200 | 201),
            "{}: {}",
            self.status,
            self.text()
        );
        self.json()
    }

    /// The code of a refusal, in the form that all refusals have.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let kind = &self.headers["content-type"];
        assert!(
            kind.starts_with("application/json"),
            "{kind}: {}",
            self.text()
        );
        let problem = self.json();
        assert!(
            problem["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{problem}"
        );
        problem["code"].as_str().expect("a code").to_string()
    }
}

impl Server {
    /// Sends bytes as they are, and reads until the server has said everything.
    pub fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        // It may be refused before all is said.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        parse(&bytes)
    }

    /// Sends a request with some headers.
    pub fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        let has = |name: &str| {
            headers
                .iter()
                .any(|(known, _)| known.eq_ignore_ascii_case(name))
        };
        if !has("host") {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || method == "POST" {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        self.raw(&[head.as_bytes(), b"\r\n", body].concat())
    }

    /// Asks for something.
    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    /// Has something done.
    pub fn post(&self, path: &str, key: Option<&str>, body: &Value) -> Answer {
        let bearer = key.map(|key| format!("Bearer {key}"));
        let mut headers = vec![("Content-Type", "application/json")];
        headers.extend(bearer.as_deref().map(|bearer| ("Authorization", bearer)));
        self.request("POST", path, &headers, body.to_string().as_bytes())
    }

    /// Makes a game.
    #[track_caller]
    pub fn game(&self, wish: &Value) -> Table<'_> {
        let made = self.post("/api/games", None, wish).good();
        let key = |side: &str| made["keys"][side].as_str().map(str::to_string);
        Table {
            server: self,
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
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        let url = format!("ws://{}/api/live", self.address);
        let mut request = url.into_client_request().expect("a request");
        for (name, value) in headers {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(*name, value);
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
    pub server: &'s Server,
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
        look(self.server, &self.id)
    }

    /// Has something done, for one who has a key.
    pub fn act(&self, verb: &str, key: &str, body: &Value) -> Answer {
        let path = format!("/api/games/{}/{verb}", self.id);
        self.server.post(&path, Some(key), body)
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

fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8_lossy(&bytes[..end]);
    let mut lines = head.split("\r\n");
    let first = lines.next().expect("a first line");
    let status = first.split(' ').nth(1).and_then(|code| code.parse().ok());
    let header = |line: &str| {
        let (name, value) = line.split_once(':').expect("a header");
        (name.to_ascii_lowercase(), value.trim().to_string())
    };
    Answer {
        status: status.expect("a status"),
        headers: lines.map(header).collect(),
        body: bytes[end + 4..].to_vec(),
    }
}
