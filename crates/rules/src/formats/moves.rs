//! Moves in records: a square or a pass.

use std::fmt;

use crate::diagram::Diagram;
use crate::game::{Game, IllegalMove};
use crate::point::Point;

/// Whether a word is a pass: `--`, `ps`, or a prefix of `pass`, in any case.
#[must_use]
pub fn is_pass(word: &str) -> bool {
    let begins = |whole: &str| {
        let start = whole.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    !word.is_empty() && (word == "--" || word.eq_ignore_ascii_case("ps") || begins("pass"))
}

/// Plays the move of a word and returns its point. For a pass it returns `None`: the game has passed
/// already.
pub(crate) fn make(game: &mut Game, word: &str) -> Result<Option<Point>, MoveError> {
    if is_pass(word) {
        let passed = game.passed().is_some() || game.is_over();
        return if passed {
            Ok(None)
        } else {
            Err(MoveError::Pass)
        };
    }
    let point = word
        .parse()
        .map_err(|_| MoveError::Square(shortened(word)))?;
    game.play(point).map_err(MoveError::Illegal)?;
    Ok(Some(point))
}

/// The first characters of a word, to quote in a message.
pub(crate) fn shortened(word: &str) -> String {
    word.chars().take(12).collect()
}

/// Why a recorded move is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is not a square.
    Square(String),
    /// It is a pass by a side that can move.
    Pass,
    /// It is illegal.
    Illegal(IllegalMove),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Square(name) => write!(f, "`{name}` is not a square such as f5"),
            MoveError::Pass => write!(f, "a pass, but the side to move has a legal move"),
            MoveError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {}

/// The last position of a game. Without moves it is the start position as given, even if its side to
/// move must pass.
pub(crate) fn last_position(game: &Game) -> Diagram {
    if game.turns().is_empty() {
        *game.start()
    } else {
        *game.diagram()
    }
}
