//! Logistello's log book, `.gam`: a game a line, `+` before Black's moves and `-` before White's,
//! then Black's result.

use std::fmt::{self, Write};

use crate::color::Color;
use crate::diagram::Diagram;
use crate::formats::moves::{self, MoveError};
use crate::game::Game;
use crate::record::Record;
use crate::size::Size;
use crate::wide::Start;

/// Writes a game that begins from the usual start on the usual board. Passes are left out.
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
        // Text grows; that cannot fail.
        let _ = write!(text, "{}", turn.point());
    }
    if let Some(score) = record.score() {
        let _ = write!(text, ": {score:+03} 10");
    }
    text
}

/// Reads a line. The result may be missing; it is kept where the moves do not tell it. Who makes a
/// move follows from the game, not from its sign.
///
/// # Errors
/// At the first thing that is no move, or a move the rules do not allow.
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

/// Why a line is not a game of a log book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogbookError {
    /// It does not begin with a sign.
    Sign,
    /// A move makes no sense.
    Move {
        /// The number of the move.
        number: usize,
        /// What is wrong with it.
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
