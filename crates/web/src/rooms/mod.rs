//! Live games: who plays, who watches, and what is done in which order.
//!
//! Each game that somebody looks at has a [room](room::Room), one task that alone changes it: it hears
//! one wish after the other, keeps what has changed, and only then answers and tells the watchers.
//! The [`Lobby`] knows the rooms; games that nobody looks at are only in the file.

pub mod clock;
pub mod create;
pub mod key;
mod lobby;
mod minds;
mod room;
pub mod routes;
mod seat;
pub mod snapshot;
pub mod state;

pub use lobby::{Door, Lobby};
pub use minds::Minds;
pub use routes::routes;
pub use seat::Seats;
