//! Levels of play: search depth, and the limits that go with it.

use std::fmt;
use std::str::FromStr;

use reversi_rules::Size;

use crate::limits::Limits;

/// With at most this many empty squares, levels from 12 on solve the rest of the game: half a second.
const SOLVE: u32 = 24;

/// From this level on the engine plays perfectly on 6×6.
const PERFECT: u32 = 10;

/// The node limit of one move at any level.
const BUDGET: u64 = 200_000_000;

/// A level of play: the search depth in moves, 1 or more.
///
/// ```
/// use reversi_engine::Level;
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

    /// The lowest level that uses an opening book. A book holds the results of deep searches: lower
    /// levels would open far above their strength. In the opening this level gives away 0.3 discs a
    /// move, level 1 1.3 (docs/book.md). With a book moves come at once and games differ more.
    pub const BOOK: Level = Level(10);

    /// The least level of a suggestion: deeper than most opponents, and still at once.
    pub const ADVICE: Level = Level(10);

    /// Checks a number of moves; `None` for 0.
    #[must_use]
    pub const fn new(moves: u32) -> Option<Level> {
        if moves == 0 { None } else { Some(Level(moves)) }
    }

    /// The limits of the [`Engine`](crate::Engine) at this level, for a position with `empties` empty
    /// squares: the depth is the level, or the end of the game once it is within twice the level, up
    /// to 24 empty squares. On 6×6, level 10 and above play perfectly from the first move. From
    /// [`Level::BOOK`] on a book may answer.
    ///
    /// At every level a move takes seconds, not minutes: the number of nodes is limited.
    #[must_use]
    pub fn limits(self, size: Size, empties: u32) -> Limits {
        let end = match size.side() {
            6 if self.0 >= PERFECT => empties,
            4..=8 => self.0.saturating_mul(2).min(SOLVE).max(self.0),
            // On larger boards the engine itself decides where the end of the game is near.
            _ => 0,
        };
        Limits {
            depth: Some(if empties <= end { empties } else { self.0 }),
            nodes: Some(BUDGET),
            book: self >= Level::BOOK,
            ..Limits::default()
        }
    }

    /// The number of moves.
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
