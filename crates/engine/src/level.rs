//! How far an opponent looks ahead.

use std::fmt;
use std::str::FromStr;

/// A level of play: how many moves ahead an opponent looks, 1 or more.
///
/// ```
/// use engine::Level;
/// assert_eq!("4".parse::<Level>().unwrap().moves(), 4);
/// assert!("0".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u32);

impl Level {
    /// One move ahead.
    pub const LOWEST: Level = Level(1);

    /// The level of an opponent that is asked for by name alone.
    pub const DEFAULT: Level = Level(4);

    /// Checks a number of moves; `None` for 0.
    #[must_use]
    pub const fn new(moves: u32) -> Option<Level> {
        if moves == 0 { None } else { Some(Level(moves)) }
    }

    /// How many moves ahead.
    #[must_use]
    pub const fn moves(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text was not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError(pub String);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a level; it is how many moves to look ahead: 1, 2, 3 and so on",
            self.0
        )
    }
}

impl std::error::Error for LevelError {}

impl FromStr for Level {
    type Err = LevelError;

    /// Reads a whole number from 1 up. One too large to count to means "to the end of the game",
    /// like every level beyond it.
    fn from_str(text: &str) -> Result<Level, LevelError> {
        let wrong = || LevelError(text.to_string());
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        Level::new(text.parse().unwrap_or(u32::MAX)).ok_or_else(wrong)
    }
}
