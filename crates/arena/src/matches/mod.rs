//! Matches (`reversi match`): openings, each played with both colours, the score, and the journal.

mod fault_group;
mod game_result;
mod journal;
mod match_schedule;
mod match_score;
mod meeting;
mod openings;

pub use fault_group::FaultGroup;
pub use game_result::GameResult;
pub use journal::{FoundJournal, MatchJournal, MatchJournalError};
pub use match_schedule::{MatchFormat, MatchSchedule};
pub use match_score::{MatchScore, NarrowLosses};
pub use meeting::Meeting;
pub use openings::{OpeningSupply, Openings, OpeningsError};
