//! Live games: each has a room, the only task that changes it.
//!
//! A [room](room::Room) handles one request after the other: it changes the game, saves it, and only
//! then answers and notifies the watchers. The [`Lobby`] opens rooms. Games without clients are
//! only in the store.

mod engine_pool;
mod fair_play;
mod handle;
mod lobby;
pub mod new_game;
mod registry;
mod room;
pub mod snapshot;

pub use engine_pool::EnginePool;
pub use fair_play::FairPlay;
pub use handle::{GameView, RoomHandle, Verb};
pub use lobby::Lobby;
