//! A hint in NBoard's protocol: a move with its value, search depth and principal variation.

use std::fmt;

use rules::{Point, Value};

use super::made::read_value;
use crate::protocol::line::{read_line, write_line};

/// The engine's evaluation of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The principal variation, beginning with the move; `None` is a pass.
    pub line: Vec<Option<Point>>,
    /// Its value for the side to move.
    pub value: Value,
    /// The number of games in the book with this move.
    pub games: u64,
    /// The search depth.
    pub depth: Depth,
}

/// A search depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// A number of moves.
    Moves(u32),
    /// To the end, with this selectivity in percent.
    Probable(u8),
    /// To the end, exact.
    Exact,
    /// To the end, win/loss/draw only.
    WinLossDraw,
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Moves(moves) => write!(f, "{moves}"),
            Depth::Probable(percent) => write!(f, "{percent}%"),
            Depth::Exact => f.write_str("100%"),
            Depth::WinLossDraw => f.write_str("100%W"),
        }
    }
}

impl Depth {
    fn read(word: &str) -> Option<Depth> {
        let end = word.find(|letter: char| !letter.is_ascii_digit());
        let (digits, suffix) = word.split_at(end.unwrap_or(word.len()));
        let number: u32 = digits.parse().ok()?;
        Some(match (number, suffix) {
            (100, "%") => Depth::Exact,
            (100, "%W") => Depth::WinLossDraw,
            (percent @ 0..=100, suffix) if suffix.starts_with('%') => {
                Depth::Probable(percent as u8)
            }
            _ => Depth::Moves(number),
        })
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = write_line(&self.line);
        write!(f, "{line} {} {} {}", self.value, self.games, self.depth)
    }
}

impl Hint {
    /// Parses the arguments of `search` or `book`.
    pub(super) fn read(text: &str) -> Option<Hint> {
        let mut words = text.split_whitespace();
        let line = read_line(words.next()?)?;
        let value = read_value(words.next()?)?;
        let games = words.next()?.parse().ok()?;
        let depth = Depth::read(words.next()?)?;
        Some(Hint {
            line,
            value,
            games,
            depth,
        })
    }
}
