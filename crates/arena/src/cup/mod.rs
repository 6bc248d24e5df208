//! Cups (tournaments): configuration, pairings, journal, standings with tie-breaks.

pub mod config;
mod event;
mod fixtures;
mod format;
pub mod journal;
mod meeting;
mod pairing_rules;
mod sandbox;
mod score;
mod standings;
mod summary;
mod tournament;

pub use event::{Bracket, CupGame, Enrolled, Event, Format, Rated, Standing, Tie};
pub use fixtures::Fixtures;
pub use meeting::{Decider, Meeting, MeetingLength, MeetingScore};
pub use pairing_rules::PairingRules;
pub use sandbox::SandboxPlan;
pub use score::{Score, Scores, Slot};
pub use standings::TieBreak;
pub use tournament::{Tournament, UnexpectedGame};
