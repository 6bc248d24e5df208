//! What goes out to one live connection.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

/// So many messages may be on their way to a connection; who writes more waits.
const MOST_ON_THE_WAY: usize = 16;

/// Where everybody who has something to tell one connection puts it. Copies go to the same place.
#[derive(Clone, Debug)]
pub struct Mail {
    out: mpsc::Sender<Utf8Bytes>,
}

/// The connection has ended: nobody is there to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

impl Mail {
    /// A letter box, and where the connection finds what was put into it.
    pub fn new() -> (Mail, mpsc::Receiver<Utf8Bytes>) {
        let (out, letters) = mpsc::channel(MOST_ON_THE_WAY);
        (Mail { out }, letters)
    }

    /// Sends a message when there is room for it.
    ///
    /// # Errors
    /// When nobody is there any more.
    pub async fn send(&self, message: &impl Serialize) -> Result<(), Gone> {
        self.send_newest(|| message).await
    }

    /// Waits until there is room, and only then asks what there is to send: a slow reader gets the
    /// newest, and not all that came before it.
    ///
    /// # Errors
    /// When nobody is there any more.
    pub async fn send_newest<T: Serialize>(&self, message: impl FnOnce() -> T) -> Result<(), Gone> {
        let room = self.out.reserve().await.map_err(|_| Gone)?;
        // Our own messages can all be written as JSON.
        if let Ok(text) = serde_json::to_string(&message()) {
            room.send(text.into());
        }
        Ok(())
    }
}
