//! A match of two: openings, each played with both colours, and the score so far.

mod openings;
mod schedule;
mod tally;

pub use openings::{Openings, OpeningsError, Supply};
pub use schedule::Duel;
pub use tally::{GameResult, Tally};
