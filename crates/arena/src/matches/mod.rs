//! Matches of two players (`reversi match`): openings, each played with both colours, and the score.

mod head_to_head;
mod match_score;
mod openings;

pub use head_to_head::HeadToHead;
pub use match_score::{GameResult, MatchScore};
pub use openings::{OpeningSupply, Openings, OpeningsError};
