//! Requests that say exactly what a test wants, from any address.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use super::server::{Server, forwarded_for};

/// How long a test waits for anything, on however slow a machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

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
        self.here().post(path, key, body)
    }

    /// A visitor on this computer.
    pub fn here(&self) -> Visitor<'_> {
        Visitor {
            server: self,
            headers: Vec::new(),
        }
    }

    /// A visitor from another address, as the proxy before this server reports it.
    pub fn visitor(&self, address: &str) -> Visitor<'_> {
        Visitor {
            server: self,
            headers: forwarded_for(address).to_vec(),
        }
    }
}

/// Somebody who uses a server.
#[derive(Clone)]
pub struct Visitor<'s> {
    pub server: &'s Server,
    /// The headers of all requests.
    pub headers: Vec<(&'static str, String)>,
}

impl Visitor<'_> {
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

    /// Sends a request with some headers.
    pub fn request(&self, method: &str, path: &str, more: &[(&str, &str)], body: &[u8]) -> Answer {
        let own = self.headers.iter();
        let mut headers: Vec<(&str, &str)> = own.map(|(name, value)| (*name, &**value)).collect();
        headers.extend(more);
        self.server.request(method, path, &headers, body)
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
