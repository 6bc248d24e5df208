//! Who plays whom: players and the session every door of the program drives. Nothing here draws
//! anything for a person.

mod player;
mod session;

pub use player::{ParsePlayerError, Player};
pub use session::{Session, VerbError};
