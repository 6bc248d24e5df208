//! Who plays: players and the session every door of the program drives; reviews, what openings are
//! called, and puzzles. Nothing here draws anything for a person.

mod clock;
pub mod explain;
mod fault;
pub mod json;
pub mod mind;
pub mod opening;
mod player;
pub mod puzzle;
mod repertoire;
pub mod review;
mod session;
pub mod solve;
mod spec;
pub mod split;
pub mod weights;

pub use clock::{Clock, TimeControl};
pub use fault::{Fault, shortened};
pub use mind::{Advice, Mind};
pub use player::{ChosenMove, Player, Watch};
pub use repertoire::Repertoire;
pub use session::{Session, VerbError};
pub use spec::{Computer, ParsePlayerError, PlayerSpec};
