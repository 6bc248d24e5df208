//! A server of its own for a test, and what can be asked of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::common::reversi;

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
pub struct Server {
    child: Child,
    address: String,
    _folder: TempDir,
}

/// What it answers.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Server {
    pub fn start() -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = reversi()
            .args(["web", "--no-open", "--port", "0", "--data"])
            .arg(folder.path().join("games.sqlite"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("a line");
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}"));
        Server {
            child,
            address: address.to_string(),
            _folder: folder,
        }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &[u8]) -> Answer {
        self.ask("POST", path, &[], body)
    }

    pub fn post_json(&self, path: &str, body: &Value) -> Answer {
        let json = ("content-type", "application/json");
        self.ask("POST", path, &[json], body.to_string().as_bytes())
    }

    /// A request that has to be refused in this way.
    #[track_caller]
    pub fn refuses(&self, path: &str, body: &Value, status: u16, code: &str) {
        let answer = self.post_json(path, body);
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
        let problem = answer.json();
        assert_eq!(problem["code"], code, "{body}: {problem}");
        assert!(
            problem["message"]
                .as_str()
                .is_some_and(|text| text.len() > 5),
            "{problem}"
        );
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n",
            self.address
        );
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if method != "GET" {
            head += &format!("content-length: {}\r\n", body.len());
        }
        stream
            .write_all(format!("{head}\r\n").as_bytes())
            .expect("sent");
        // A server that refuses a body need not read all of it.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let read = stream.read_to_end(&mut bytes);
        assert!(read.is_ok() || !bytes.is_empty(), "{read:?}");
        Answer::of(&bytes)
    }

    /// A live connection.
    pub fn live(&self) -> Live {
        let url = format!("ws://{}/api/live", self.address);
        let (mut socket, _) = tungstenite::connect(url).expect("a WebSocket");
        if let MaybeTlsStream::Plain(stream) = socket.get_mut() {
            stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        }
        Live { socket }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn of(bytes: &[u8]) -> Answer {
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("a head");
        let head = std::str::from_utf8(&bytes[..end]).expect("text");
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1))
            .expect("a status");
        let header = |line: &str| {
            let (name, value) = line.split_once(':').expect("a header");
            (name.to_ascii_lowercase(), value.trim().to_string())
        };
        let headers: Vec<(String, String)> = lines.map(header).collect();
        assert!(
            !headers.iter().any(|(name, _)| name == "transfer-encoding"),
            "{head}"
        );
        Answer {
            status: status.parse().expect("a number"),
            headers,
            body: bytes[end + 4..].to_vec(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// A WebSocket to a server.
pub struct Live {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Live {
    pub fn say(&mut self, message: &Value) {
        self.socket
            .send(Message::text(message.to_string()))
            .expect("sent");
    }

    /// The next message.
    #[track_caller]
    pub fn hear(&mut self) -> Value {
        loop {
            match self.socket.read().expect("a message in good time") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}
