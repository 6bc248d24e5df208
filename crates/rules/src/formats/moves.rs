//! Moves as records write them: a square or a pass. The game decides what is legal.

use std::fmt;

use crate::diagram::Diagram;
use crate::game::{Game, IllegalMove};
use crate::point::Point;

/// Whether a word stands for a pass: `--`, `ps`, or any beginning of `pass`, in any case.
#[must_use]
pub fn is_pass(word: &str) -> bool {
    let begins = |whole: &str| {
        let start = whole.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    !word.is_empty() && (word == "--" || word.eq_ignore_ascii_case("ps") || begins("pass"))
}

/// Makes the move that a word stands for, or accepts a pass that the game has made already:
/// then there is no point.
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

/// The beginning of a word that is quoted in a message.
pub(crate) fn shortened(word: &str) -> String {
    word.chars().take(12).collect()
}

/// What is wrong with a recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is no square.
    Square(String),
    /// It is a pass by a side that can move.
    Pass,
    /// The rules do not allow it.
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

/// The position that a game has led to. One without moves is as it was given, also when the side
/// to move cannot move there.
pub(crate) fn last_position(game: &Game) -> Diagram {
    if game.turns().is_empty() {
        *game.start()
    } else {
        *game.diagram()
    }
}
