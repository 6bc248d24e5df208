//! Studies over a live connection: analyses of positions and reviews of games.

pub mod analysis;
mod engines;
pub mod message;
mod progress;
pub mod review;
mod session;
mod time_slice;

pub use engines::StudyEngines;
pub use message::{Wish, read};
pub use session::StudySession;
