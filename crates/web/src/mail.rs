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
        self.room().await?.send(message);
        Ok(())
    }

    /// Waits until there is room for a message. Who asks only then what there is to say sends a slow
    /// reader the newest, and not all that came before it.
    ///
    /// # Errors
    /// When nobody is there any more.
    pub async fn room(&self) -> Result<Room<'_>, Gone> {
        self.out.reserve().await.map(Room).map_err(|_| Gone)
    }
}

/// Room for one message.
#[derive(Debug)]
pub struct Room<'m>(mpsc::Permit<'m, Utf8Bytes>);

impl Room<'_> {
    /// Sends the message.
    pub fn send(self, message: &impl Serialize) {
        // Our own messages can all be written as JSON.
        if let Ok(text) = serde_json::to_string(message) {
            self.0.send(text.into());
        }
    }
}
