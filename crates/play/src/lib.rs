//! Who plays whom: players and the session every door of the program drives. Nothing here draws
//! anything for a person.

mod mind;
mod player;
mod session;

pub use mind::Watch;
pub use player::{ParsePlayerError, Player};
pub use session::{Session, VerbError};
