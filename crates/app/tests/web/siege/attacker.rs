//! An attacker: the addresses it has, and a count of what it achieved.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::web::remote::{Client, Remote, Socket};
use crate::web::server::Server;

/// The pause of an attacker after a refusal. Without one it would attack itself.
const PAUSE: Duration = Duration::from_millis(50);

/// An attacker. Copies share their count.
#[derive(Clone)]
pub struct Attacker {
    /// Where it comes from, if it has one address only.
    pub remote: Remote,
    pub count: Arc<Count>,
}

/// What an attacker achieved.
#[derive(Debug, Default)]
pub struct Count {
    /// Messages, requests, games or connections that the server took.
    taken: AtomicU64,
    /// Searches that brought a result.
    answered: AtomicU64,
    /// What was refused.
    refused: AtomicU64,
}

impl Count {
    pub fn take(&self) {
        self.taken.fetch_add(1, Ordering::Relaxed);
    }

    pub fn answer(&self) {
        self.answered.fetch_add(1, Ordering::Relaxed);
    }

    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    pub fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }
}

impl Attacker {
    /// An attacker at an address.
    pub fn new(server: &Server, address: &str) -> Attacker {
        Attacker {
            remote: Remote::new(server, address),
            count: Arc::default(),
        }
    }

    /// The same attacker at another of its addresses, of which it has more than a hundred thousand.
    pub fn elsewhere(&self, number: usize) -> Attacker {
        // A network that is reserved for tests of load.
        let [high, middle, low] = [number / 62_500 % 2, number / 250 % 250, number % 250];
        let mut other = self.clone();
        other.remote.address = Some(format!("198.{}.{middle}.{}", 18 + high, low + 1));
        other
    }

    /// Does something many times at once, until it is dropped.
    pub async fn many<F>(&self, times: usize, act: impl Fn(Attacker, usize) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let acts = (0..times).map(|number| act(self.clone(), number));
        let mut tasks: JoinSet<()> = acts.collect();
        while let Some(ended) = tasks.join_next().await {
            ended.expect("an attack goes on");
        }
    }

    /// A WebSocket, as soon as the server gives one.
    pub async fn live(&self) -> Socket {
        loop {
            match self.remote.live().await {
                Ok(socket) => return socket,
                Err(_) => self.pause().await,
            }
        }
    }

    /// An HTTP connection, as soon as the server gives one.
    pub async fn http(&self) -> Client {
        loop {
            match self.remote.http().await {
                Some(client) => return client,
                None => self.pause().await,
            }
        }
    }

    /// The answer to a POST, if it is no refusal. A lost connection is opened again.
    pub async fn post(
        &self,
        client: &mut Client,
        path: &str,
        key: &str,
        body: &Value,
    ) -> Option<Value> {
        match client.post(path, key, body).await {
            Some(answer) if answer["code"].is_null() => Some(answer),
            Some(_) => {
                self.pause().await;
                None
            }
            None => {
                self.pause().await;
                *client = self.http().await;
                None
            }
        }
    }

    /// Counts a refusal, and waits a moment.
    pub async fn pause(&self) {
        self.count.refused.fetch_add(1, Ordering::Relaxed);
        sleep(PAUSE).await;
    }
}

/// Reads until the server ends the connection.
pub async fn until_closed(socket: &mut Socket) {
    while let Some(Ok(message)) = socket.next().await {
        if matches!(message, Message::Close(_)) {
            return;
        }
    }
}
