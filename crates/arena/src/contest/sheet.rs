//! A game that was played, as text.

use std::time::Duration;

use rules::formats::{board_string, transcript};
use serde::{Deserialize, Serialize};

use super::played::{Ending, MoveMade, Played};

/// The sheet of a game that is over: everything there is to know of it but who played, in a shape
/// that can be kept in a file or sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSheet {
    start: String,
    /// How many of the moves were the opening.
    opening: usize,
    moves: String,
    made: Vec<Made>,
    ending: Ending,
    #[serde(rename = "murmurs")]
    stderr: [String; 2],
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Made {
    /// Microseconds.
    us: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

/// No more than this many bytes of what a program said on standard error are kept of a game.
pub(super) const LONGEST_MURMUR: usize = 32 * 1024;

/// What stands for the middle of a text.
const MIDDLE: &str = "\n[…]\n";

impl GameSheet {
    /// The sheet of a game. Times are in microseconds, and of what programs murmured the middle is
    /// left out where it is long.
    #[must_use]
    pub fn of(played: &Played) -> GameSheet {
        let made = played.moves.iter().map(|made| Made {
            us: u64::try_from(made.spent.as_micros()).unwrap_or(u64::MAX),
            value: made.value,
            depth: made.depth,
        });
        GameSheet {
            start: board_string::write(played.game.start()),
            opening: played.opening,
            moves: played.transcript(),
            made: made.collect(),
            ending: played.ending.clone(),
            stderr: played.stderr.each_ref().map(|text| shortened(text)),
        }
    }

    /// The game.
    ///
    /// # Errors
    /// When it is against the rules, its moves and what is told of them are not equally many, or it
    /// is not over.
    pub fn played(self) -> Result<Played, String> {
        let start = board_string::read(&self.start).map_err(|error| error.to_string())?;
        let game = transcript::read(&self.moves, start).map_err(|error| error.to_string())?;
        if game.turns().len() != self.opening.saturating_add(self.made.len()) {
            return Err("its moves and their times are not equally many".to_string());
        }
        if self.ending == Ending::Board && !game.is_over() {
            return Err("the game is not over".to_string());
        }
        let made = self.made.into_iter().map(|made| MoveMade {
            spent: Duration::from_micros(made.us),
            value: made.value,
            depth: made.depth,
        });
        Ok(Played {
            game,
            opening: self.opening,
            moves: made.collect(),
            ending: self.ending,
            stderr: self.stderr,
        })
    }
}

/// A text without its middle where it is too long.
fn shortened(text: &str) -> String {
    if text.len() <= LONGEST_MURMUR {
        return text.to_string();
    }
    let half = (LONGEST_MURMUR - MIDDLE.len()) / 2;
    let head = text.floor_char_boundary(half);
    let tail = text.ceil_char_boundary(text.len() - half);
    format!("{}{MIDDLE}{}", &text[..head], &text[tail..])
}
