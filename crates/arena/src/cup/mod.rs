//! A contest of many: who met whom, what came of it, and who won.

pub mod config;
mod course;
mod event;
mod fixtures;
mod format;
pub mod journal;
mod meeting;
mod sandbox;
mod score;
mod summary;
mod table;
mod terms;

pub use course::{Course, Stray};
pub use event::{Bracket, CupGame, Enrolled, Event, Format, Rated, Standing, Tie};
pub use fixtures::Fixtures;
pub use meeting::{Decider, Length, Meeting, Tally};
pub use sandbox::SandboxPlan;
pub use score::{Score, Scores, Slot};
pub use table::{TieBreak, rules_of_ties, standings};
pub use terms::Terms;
