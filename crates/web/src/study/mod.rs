//! For those who study games: records read and written, trees explained, analyses and reviews.

pub mod about;
pub mod analysis;
mod desk;
pub mod explain;
pub mod message;
pub mod read;
pub mod recorded;
pub mod review;
mod tell;
mod tools;
mod turns;
mod write;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use super::House;
pub use desk::Desk;
pub use message::{Wish, read};
pub use tools::Tools;
pub use write::{File, written};

/// The most that is read or written at once: a year of the WTHOR archive is a tenth of it.
const LARGEST: usize = 4 << 20;

/// What can be asked for without a live connection.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/about", get(about::about))
        .route("/api/read", post(read::read))
        .route("/api/write", post(write::write))
        .route("/api/explain", post(explain::explain))
        .layer(DefaultBodyLimit::max(LARGEST))
}
