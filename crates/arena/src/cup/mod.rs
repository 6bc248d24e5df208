//! Cups (tournaments): configuration, pairings, journal, standings with tie-breaks.

mod arbiter;
mod check;
pub mod config;
mod confinement;
mod course;
mod event;
mod fixtures;
mod forecast;
mod format;
pub mod journal;
mod ledger;
mod meeting;
mod numbering;
mod opening_plan;
mod pairing_rules;
mod ruling;
mod sandbox;
mod score;
mod seeds;
mod standings;
mod summary;
mod totals;
mod tournament;

pub use check::check;
pub use confinement::Confinement;
pub use event::{
    Bracket, CupGame, Enrolled, Event, Format, GroupTable, QualifierTables, Rated, Standing, Tie,
};
pub use fixtures::{Fixtures, Withdrawals};
pub use ledger::UnexpectedGame;
pub use meeting::{Decider, Meeting, MeetingLength, MeetingScore};
pub use opening_plan::OpeningPlan;
pub use pairing_rules::{PairingRules, Qualifier};
pub use ruling::{Action, Ruling, RulingError};
pub use sandbox::SandboxPlan;
pub use score::{ParseSlotError, Score, Scores, Slot};
pub use totals::TieBreak;
pub use tournament::Tournament;
