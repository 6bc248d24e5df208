//! The WebSocket: watched games, analyses and reviews of one client.

mod connection;
mod pace;
mod request;
mod watch;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::get;

use crate::app_state::AppState;
use crate::guard::Visitor;
use connection::Connection;
pub use request::{Request, read};

/// The longest accepted message, in bytes. A whole game on the largest board is shorter.
const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// The read buffer of a connection, in bytes. It is small because there are many connections.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// The route of the WebSocket.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route("/api/live", get(live))
}

async fn live(
    State(app): State<Arc<AppState>>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .on_upgrade(|socket| async move {
            // The connection has ended: nobody is left to get the error.
            let _ = Connection::new(app, visitor).serve(socket).await;
        })
}
