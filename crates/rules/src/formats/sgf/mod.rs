//! SGF, the Smart Game Format, for Othello (`GM[2]`): games with variations, comments and marks.

mod read;
mod setup;
mod write;

use std::fmt;

use crate::formats::moves::MoveError;
use crate::record::Mark;
use crate::size::SizeError;

pub use read::read;
pub use write::write;

/// The marks with the property and value of each.
const MARKS: [(Mark, &str, &str); 5] = [
    (Mark::Good, "TE", "1"),
    (Mark::Interesting, "IT", ""),
    (Mark::Doubtful, "DO", ""),
    (Mark::Bad, "BM", "1"),
    (Mark::VeryBad, "BM", "2"),
];

/// Why a text is not an SGF game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfError {
    /// It does not start with `(;`, or the closing `)` is missing.
    Truncated,
    /// A character where a node or a property is expected.
    Unexpected(char),
    /// It is a record of another game.
    OtherGame(String),
    /// The size is not allowed.
    Size(SizeError),
    /// A text is not a square of the board.
    Square(String),
    /// A square has two discs.
    Twice(String),
    /// Discs are set up after the first move.
    Setup,
    /// The record has too many variations.
    Variations,
    /// A move is invalid.
    Move {
        /// The number of the move, in its line.
        number: usize,
        /// The error.
        error: MoveError,
    },
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::Truncated => write!(
                f,
                "the SGF record is cut short; it should run from (; to the ) that belongs to it"
            ),
            SgfError::Unexpected(letter) => write!(
                f,
                "{letter:?} is out of place in the SGF record; nodes begin with ; and properties \
                 are written C[value]"
            ),
            SgfError::OtherGame(game) => {
                write!(f, "the SGF record is of game {game}, not of 2, Othello")
            }
            SgfError::Size(error) => write!(f, "the SGF record: {error}"),
            SgfError::Square(name) => {
                write!(
                    f,
                    "the board of the SGF record: `{name}` is not a square such as f5"
                )
            }
            SgfError::Twice(name) => {
                write!(
                    f,
                    "the board of the SGF record: there are two discs on {name}"
                )
            }
            SgfError::Setup => write!(
                f,
                "the SGF record sets up discs after the first move; only its beginning may"
            ),
            SgfError::Variations => write!(
                f,
                "the SGF record has more than {} variations",
                super::lines::MAX_VARIATIONS
            ),
            SgfError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for SgfError {}
