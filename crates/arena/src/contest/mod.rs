//! Games between programs of any origin, under a referee who trusts nobody.

pub mod check;
mod clock;
mod contestant;
mod entrant;
mod fault;
mod games;
mod gaming;
mod inside;
mod launch;
mod outside;
mod played;
mod portable;
mod referee;
mod runner;
mod schedule;
mod seat;
mod sheet;
mod wire;

pub use clock::{Clock, TimeControl};
pub use contestant::{Answer, Contestant};
pub use entrant::{EngineOptions, Entrant, ParseEntrantError, Protocol};
pub use fault::Fault;
pub(crate) use fault::shortened;
pub use games::Games;
pub use gaming::{GameJob, Gaming};
pub use inside::Inside;
pub use launch::Launch;
pub use outside::{Manners, Program, Start};
pub use played::{Ending, MoveMade, Played};
pub use portable::NotPortable;
pub use referee::Referee;
pub use runner::{Hall, Sit};
pub use schedule::{Next, Pairing, Schedule};
pub use seat::{Outside, Seats, told_apart};
pub use sheet::GameSheet;
pub use wire::{Heard, Piece, Talk, Wire};
