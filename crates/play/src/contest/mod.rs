//! Games between programs of any origin, under a referee who trusts nobody.

mod clock;
mod contestant;
mod entrant;
mod fault;
mod played;
mod schedule;
mod wire;

pub use clock::{Clock, TimeControl};
pub use contestant::{Answer, Contestant};
pub use entrant::{EngineOptions, Entrant, ParseEntrantError, Protocol};
pub use fault::Fault;
pub use played::{Ending, MoveMade, Played};
pub use schedule::{Next, Pairing, Schedule};
pub use wire::{Heard, Piece, Talk, Wire};
