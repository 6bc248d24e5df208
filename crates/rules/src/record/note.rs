//! Notes on moves: comments, marks, values and times.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What is said about one move, or about the position before the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Words; may have several lines.
    pub comment: String,
    /// What the side that moved thought it was worth, in its own favour. About the beginning:
    /// what the side to move may expect.
    pub value: Option<Value>,
    /// How long the move took.
    pub time: Option<Duration>,
    /// How good the move was.
    pub mark: Option<Mark>,
}

impl Note {
    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Note::default()
    }
}

/// A score as records hold it: hundredths of a disc.
///
/// ```
/// use reversi_rules::Value;
/// assert_eq!("-3.5".parse(), Ok(Value(-350)));
/// assert_eq!(Value(-350).to_string(), "-3.50");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub i32);

impl fmt::Display for Value {
    /// Signed, with two decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { '-' } else { '+' };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}

impl FromStr for Value {
    type Err = ParseValueError;

    /// Reads a number of discs; one beyond ten thousand is taken for ten thousand.
    fn from_str(text: &str) -> Result<Value, ParseValueError> {
        let discs = text
            .trim()
            .parse()
            .ok()
            .filter(|discs: &f64| !discs.is_nan());
        let discs = discs.ok_or_else(|| ParseValueError(text.to_string()))?;
        let hundredths = (discs * 100.0).round().clamp(-1e6, 1e6);
        Ok(Value(hundredths as i32))
    }
}

/// The text was not a number of discs such as `-3.5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseValueError(pub String);

impl fmt::Display for ParseValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a number of discs such as -3.5", self.0)
    }
}

impl std::error::Error for ParseValueError {}

/// How good a move was, as review and study files mark it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A very good move.
    Good,
    /// Worth a look.
    Interesting,
    /// Not quite right.
    Doubtful,
    /// A mistake.
    Bad,
    /// A mistake that changes the game.
    VeryBad,
}
