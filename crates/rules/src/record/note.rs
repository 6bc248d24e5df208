//! Notes on moves: comments, marks, values and times.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A note about one move, or about the position before the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// A comment; may have several lines.
    pub comment: String,
    /// The value that the mover reported, for its own side. At the start: the expected score for
    /// the side to move.
    pub value: Option<Value>,
    /// The time of the move.
    pub time: Option<Duration>,
    /// The mark of the move.
    pub mark: Option<Mark>,
}

impl Note {
    /// Whether the note is empty.
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

    /// Parses a number of discs; larger ones than ten thousand are clipped.
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

/// The quality of a move, as review and study files mark it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A very good move.
    Good,
    /// An interesting move.
    Interesting,
    /// A dubious move.
    Doubtful,
    /// A mistake.
    Bad,
    /// A mistake that changes the result.
    VeryBad,
}
