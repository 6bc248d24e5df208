//! The outbox of a live connection: a bounded queue of messages to the client.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

/// At most this many messages are queued for a connection; senders wait for a free place.
const CAPACITY: usize = 4;

/// The sending end. Copies send to the same connection.
#[derive(Clone, Debug)]
pub struct Outbox {
    out: mpsc::Sender<Utf8Bytes>,
}

/// The connection has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disconnected;

impl Outbox {
    /// An outbox, and the queue that the connection sends from.
    pub fn new() -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (out, queue) = mpsc::channel(CAPACITY);
        (Outbox { out }, queue)
    }

    /// Sends a message when there is room for it.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn send(&self, message: &impl Serialize) -> Result<(), Disconnected> {
        self.reserve().await?.send(message);
        Ok(())
    }

    /// Waits for a free place. A caller that makes its message afterwards sends a slow reader only the
    /// newest state.
    ///
    /// # Errors
    /// When the connection has ended.
    pub async fn reserve(&self) -> Result<Slot<'_>, Disconnected> {
        self.out.reserve().await.map(Slot).map_err(|_| Disconnected)
    }
}

/// A place for one message.
#[derive(Debug)]
pub struct Slot<'m>(mpsc::Permit<'m, Utf8Bytes>);

impl Slot<'_> {
    /// Sends the message.
    pub fn send(self, message: &impl Serialize) {
        // Our own messages can all be written as JSON.
        if let Ok(text) = serde_json::to_string(message) {
            self.0.send(text.into());
        }
    }
}
