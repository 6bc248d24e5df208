//! Who plays: players and the session every door of the program drives; reviews, what openings are
//! called, and puzzles. Nothing here draws anything for a person.

pub mod explain;
pub mod json;
pub mod mind;
pub mod opening;
mod player;
pub mod puzzle;
mod repertoire;
mod replay;
pub mod review;
mod session;
pub mod solve;
pub mod split;
pub mod weights;

pub use mind::{Advice, Mind, Watch};
pub use player::{Computer, ParsePlayerError, Player};
pub use repertoire::Repertoire;
pub use session::{Session, VerbError};
