//! Errors of a split.

use std::fmt;

use super::tree::Contradiction;

/// Why a position could not be split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SplitError {
    /// The search of a position and of one of its successors failed. Holds the reason of the last
    /// failure.
    Unanswered(String),
    /// The proof bounds of different answers exclude each other.
    Contradiction,
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SplitError::Unanswered(why) => f.write_str(why),
            SplitError::Contradiction => f.write_str("the answers contradict each other"),
        }
    }
}

impl std::error::Error for SplitError {}

impl From<Contradiction> for SplitError {
    fn from(_: Contradiction) -> SplitError {
        SplitError::Contradiction
    }
}
