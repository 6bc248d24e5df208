//! Games under a referee: the players of this program, and other programs, which are not trusted.

pub mod check;
mod entrant;
mod games;
mod gaming;
mod launch;
mod played;
mod portable;
mod program;
mod referee;
mod runner;
mod schedule;
mod seat;
mod sheet;
mod table;
mod verify;

pub use entrant::{Entrant, ParseEntrantError};
pub use games::Games;
pub use gaming::{GameJob, Gaming};
pub use launch::Launch;
pub use played::{Ending, MoveMade, Played};
pub use portable::NotPortable;
pub use program::{Manners, Program, Start};
pub use referee::Referee;
pub use runner::{GameRunner, Sit};
pub use schedule::{Pairing, Schedule};
pub use seat::{Outside, Seats, told_apart};
pub use sheet::GameSheet;
