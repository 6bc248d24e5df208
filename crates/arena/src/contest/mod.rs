//! Games under a referee: the players of this program, and other programs, which are not trusted.

pub mod check;
mod conditions;
mod entrant;
mod games;
mod gaming;
mod launch;
mod loss;
mod played;
mod portable;
mod program;
mod referee;
mod repeats;
mod runner;
mod schedule;
mod seat;
mod sheet;
mod stoppable;
mod suspension;
mod table;
mod trial;
mod verify;

pub use conditions::Conditions;
pub use entrant::{Entrant, ParseEntrantError};
pub use games::Games;
pub use gaming::{GameJob, Gaming};
pub use launch::Launch;
pub use played::{Ending, MAX_REPEATS, MoveMade, Played};
pub use portable::NotPortable;
pub use program::{Manners, Program, Start};
pub use referee::Referee;
pub use repeats::Repeats;
pub use runner::{GameRunner, Sit};
pub use schedule::{Pairing, Schedule};
pub use seat::{Outside, Seats, cores, pinned_core, told_apart};
pub use sheet::GameSheet;
pub use trial::try_start;
