//! Logistello's log book, `.gam`: one game per line, with `+` before Black's moves, `-` before White's,
//! and Black's score at the end.

use std::fmt::{self, Write};

use crate::color::Color;
use crate::diagram::Diagram;
use crate::formats::moves::{self, MoveError};
use crate::game::Game;
use crate::record::Record;
use crate::size::Size;
use crate::wide::Start;

/// Writes an 8×8 game from the standard start. Passes are not written.
///
/// ```
/// use reversi_rules::{formats::{logbook, transcript}, Diagram, Record, Size, Start};
/// let start = Diagram::start(Size::EIGHT, Start::Standard);
/// let mut record = Record::from(transcript::read("d3c3c4", start).unwrap());
/// record.info.declared = Some(-6);
/// assert_eq!(logbook::write(&record), "+d3-c3+c4: -06 10");
/// ```
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::with_capacity(192);
    for turn in record.game.turns() {
        text.push(match turn.color() {
            Color::Black => '+',
            Color::White => '-',
        });
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{}", turn.point());
    }
    if let Some(score) = record.score() {
        let _ = write!(text, ": {score:+03} 10");
    }
    text
}

/// Reads a line. The score may be missing; it is kept only if the game is not over. The side that moves
/// follows from the rules, not from the sign.
///
/// # Errors
/// At the first word that is not a move, or an illegal move.
pub fn read(line: &str) -> Result<Record, LogbookError> {
    let (moves, result) = line.split_once(':').unwrap_or((line, ""));
    let mut game = Game::from_diagram(Diagram::start(Size::EIGHT, Start::Standard));
    let signs = |letter: char| matches!(letter, '+' | '-');
    let Some(first) = moves.trim().strip_prefix(signs) else {
        return Err(LogbookError::Sign);
    };
    for (number, word) in (1..).zip(first.split(signs)) {
        let made = moves::make(&mut game, word.trim());
        made.map_err(|error| LogbookError::Move { number, error })?;
    }
    let score = result.split_whitespace().next();
    let mut record = Record::from(game);
    if !record.game.is_over() {
        let sane = |score: &i32| (-64..=64).contains(score);
        record.info.declared = score.and_then(|score| score.parse().ok()).filter(sane);
    }
    Ok(record)
}

/// Why a line is not a log book game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogbookError {
    /// It does not begin with a sign.
    Sign,
    /// A move is invalid.
    Move {
        /// The number of the move.
        number: usize,
        /// The error.
        error: MoveError,
    },
}

impl fmt::Display for LogbookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogbookError::Sign => {
                write!(f, "a game of a log book should begin like +d3-c3")
            }
            LogbookError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for LogbookError {}
