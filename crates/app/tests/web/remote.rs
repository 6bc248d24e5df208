//! A computer that uses the server: its address, its HTTP connections and its WebSockets. Many of
//! them fit into one process.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::requests::PATIENCE;
use super::server::{Server, forwarded_for};

/// A computer that uses the server.
#[derive(Clone, Debug)]
pub struct Remote {
    /// Where the server is.
    server: SocketAddr,
    /// The address that a proxy reports; `None` for this computer.
    pub address: Option<String>,
}

impl Remote {
    /// This computer.
    pub fn here(server: &str) -> Remote {
        Remote {
            server: server.parse().expect("an address"),
            address: None,
        }
    }

    /// Another computer, as the proxy before a server reports it.
    pub fn new(server: &Server, address: &str) -> Remote {
        Remote {
            address: Some(address.to_string()),
            ..Remote::here(&server.address)
        }
    }

    /// The headers of all its requests.
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        match &self.address {
            None => vec![("Host", self.server.to_string())],
            Some(address) => forwarded_for(address).to_vec(),
        }
    }

    /// The head of a request, with some more lines.
    pub fn head(&self, method: &str, path: &str, more: &str) -> String {
        let headers = self.headers();
        let headers = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"));
        format!(
            "{method} {path} HTTP/1.1\r\n{}{more}\r\n",
            headers.collect::<String>()
        )
    }

    /// A connection on which nothing was said yet; `None` when the server does not take it.
    pub async fn connect(&self) -> Option<TcpStream> {
        let connected = timeout(PATIENCE, TcpStream::connect(self.server)).await;
        let stream = connected.expect("the server listens").ok()?;
        stream.set_nodelay(true).ok()?;
        Some(stream)
    }

    /// An HTTP connection that stays open.
    pub async fn http(&self) -> Option<Client> {
        Some(Client {
            remote: self.clone(),
            stream: BufReader::new(self.connect().await?),
        })
    }

    /// A WebSocket; the status if it is refused, and 0 if the connection ends without an answer.
    pub async fn live(&self) -> Result<Socket, u16> {
        let stream = self.connect().await.ok_or(0_u16)?;
        let url = format!("ws://{}/api/live", self.server);
        let mut request = url.into_client_request().expect("a request");
        for (name, value) in self.headers() {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(name, value);
        }
        let shaken = timeout(PATIENCE, tokio_tungstenite::client_async(request, stream)).await;
        match shaken.expect("an answer") {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(_) => Err(0),
        }
    }
}

/// A WebSocket.
pub type Socket = WebSocketStream<TcpStream>;

/// Sends a message; `None` when the connection has ended.
pub async fn say(socket: &mut Socket, message: &Value) -> Option<()> {
    socket.send(Message::text(message.to_string())).await.ok()
}

/// Hears the next message; `None` when the connection has ended.
pub async fn hear(socket: &mut Socket) -> Option<Value> {
    loop {
        let heard = timeout(PATIENCE, socket.next()).await;
        if let Message::Text(text) = heard.expect("some news")?.ok()? {
            return Some(serde_json::from_str(&text).expect("JSON"));
        }
    }
}

/// An HTTP connection that stays open.
pub struct Client {
    remote: Remote,
    stream: BufReader<TcpStream>,
}

impl Client {
    /// The answer to a POST, and `None` when nobody is there any more.
    pub async fn post(&mut self, path: &str, key: &str, body: &Value) -> Option<Value> {
        let body = body.to_string();
        let more = format!(
            "Authorization: Bearer {key}\r\nContent-Type: application/json\r\nContent-Length: \
             {}\r\n",
            body.len()
        );
        let request = self.remote.head("POST", path, &more) + &body;
        self.ask(&request).await
    }

    /// The answer to a GET.
    pub async fn get(&mut self, path: &str) -> Option<Value> {
        let request = self.remote.head("GET", path, "");
        self.ask(&request).await
    }

    /// The answer to a request.
    async fn ask(&mut self, request: &str) -> Option<Value> {
        timeout(PATIENCE, self.exchange(request))
            .await
            .expect("an answer")
    }

    async fn exchange(&mut self, request: &str) -> Option<Value> {
        self.stream.write_all(request.as_bytes()).await.ok()?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await.ok()?;
        Some(serde_json::from_slice(&body).expect("JSON"))
    }
}

/// Asks the system for so many open files.
pub fn raise_limit(needed: u64) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| current < needed) {
            limit.current = Some(needed);
            setrlimit(Resource::Nofile, limit).expect("the system gives enough connections");
        }
    }
}
