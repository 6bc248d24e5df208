//! PGN, the notation of chess databases, as Othello programs and servers write it.

mod fen;
mod read;
mod write;

use std::fmt;

use crate::formats::moves::MoveError;
use crate::record::Mark;

pub use fen::{FenError, read as read_fen, write as write_fen};
pub use read::read;
pub use write::{Dialect, write};

/// The marks: the NAG of each first, then similar NAGs, and the symbols.
const MARKS: [(Mark, &[u8], &[&str]); 5] = [
    (Mark::Good, &[1, 3], &["!", "!!"]),
    (Mark::Interesting, &[5], &["!?"]),
    (Mark::Doubtful, &[6], &["?!"]),
    (Mark::Bad, &[2], &["?"]),
    (Mark::VeryBad, &[4], &["??"]),
];

/// Why a text is not a PGN game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnError {
    /// A tag is not written `[Name "value"]`.
    Tag(String),
    /// A comment or a variation is not closed, or closed without having been opened.
    Bracket(char),
    /// A variation with no move before it to replace.
    Variation,
    /// The record has too many variations.
    Variations,
    /// The start position is invalid.
    Fen(FenError),
    /// There is neither a tag nor a move.
    Nothing,
    /// A move is invalid.
    Move {
        /// The number of the move, in its line.
        number: usize,
        /// The error.
        error: MoveError,
    },
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnError::Tag(tag) => {
                write!(f, "`{tag}` is not a tag; one is written [Black \"Ann\"]")
            }
            PgnError::Bracket(letter) => write!(
                f,
                "the {letter} in the PGN record has no partner; comments are in {{}}, variations \
                 in ()"
            ),
            PgnError::Variation => write!(
                f,
                "a variation in the PGN record comes before the move that it is instead of"
            ),
            PgnError::Variations => write!(
                f,
                "the PGN record has more than {} variations",
                super::lines::MAX_VARIATIONS
            ),
            PgnError::Fen(error) => write!(f, "the board of the PGN record: {error}"),
            PgnError::Nothing => {
                write!(f, "there is neither a tag nor a move in the PGN record")
            }
            PgnError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for PgnError {}
