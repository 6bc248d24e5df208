//! A contest of many: who met whom, what came of it, and who won.

pub mod config;
mod event;
mod fixtures;
mod format;
mod meeting;
mod score;
mod table;
mod terms;

pub use event::{Bracket, CupGame, Enrolled, Event, Format, Rated, Standing, Tie};
pub use fixtures::Fixtures;
pub use meeting::{Decider, Length, Meeting, Tally};
pub use score::{Score, Scores, Slot};
pub use table::{TieBreak, rules_of_ties, standings};
pub use terms::Terms;
