//! Who plays whom: players and the session every door of the program drives; what openings are
//! called, and puzzles. Nothing here draws anything for a person.

pub mod batch;
pub mod contest;
pub mod cup;
pub mod duel;
pub mod fence;
mod mind;
pub mod opening;
mod player;
pub mod protocol;
pub mod puzzle;
pub mod rating;
mod repertoire;
pub mod review;
mod session;
pub mod solve;
pub mod split;
pub mod weights;

pub use mind::{Advice, Mind, Watch};
pub use player::{ParsePlayerError, Player};
pub use repertoire::Repertoire;
pub use session::{Session, VerbError};
