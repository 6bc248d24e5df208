//! The HTTP handlers of the API, and its WebSocket.

pub mod explain;
pub mod game_access;
pub mod games;
pub mod line;
pub mod live;
pub mod middle_puzzles;
pub mod puzzles;
pub mod read;
pub mod recorded;
pub mod server_info;
pub mod write;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use super::app_state::AppState;
use super::guard::LARGEST_BODY;
use super::openapi;

/// The largest body of other requests than files, in bytes. A whole game on the largest board is shorter.
const LARGEST_REQUEST: usize = 64 << 10;

/// All routes that openapi.json describes.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/openapi.json", get(openapi::describe))
        .route("/api/line", post(line::line))
        .route("/api/explain", post(explain::explain))
        .merge(live::routes())
        .merge(puzzles::routes())
        .merge(middle_puzzles::routes())
        .merge(games::routes())
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .merge(records())
}

/// Routes with a large request body.
fn records() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/about", get(server_info::about))
        .route("/api/read", post(read::read))
        .route("/api/write", post(write::write))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
}
