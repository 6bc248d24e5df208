//! Game sheet: a finished game in serialised form, for journals and jobs.

use std::time::Duration;

use rules::formats::{board_string, transcript};
use serde::{Deserialize, Serialize};

use super::played::{Ending, MoveMade, Played};

/// A finished game without its players, in a form that can be stored or sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSheet {
    start: String,
    /// The number of opening moves.
    opening: usize,
    moves: String,
    made: Vec<Made>,
    ending: Ending,
    #[serde(rename = "murmurs")]
    stderr: [String; 2],
    /// Why the game was disturbed from outside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    disturbed: Option<String>,
}

/// Data of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Made {
    /// The time it took, in microseconds.
    us: u64,
    /// The processor time, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cpu: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

/// The maximum number of bytes kept of a program's standard error in a game.
pub(super) const MAX_STDERR_BYTES: usize = 32 * 1024;

/// The text that replaces the middle of a long text.
const ELLIPSIS: &str = "\n[…]\n";

impl GameSheet {
    /// The sheet of a game. Times are rounded down to microseconds. The middle of long standard error
    /// is left out.
    #[must_use]
    pub fn of(played: &Played) -> GameSheet {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let made = played.moves.iter().map(|made| Made {
            us: micros(made.spent),
            cpu: made.cpu.map(micros),
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
            disturbed: played.disturbed.clone(),
        }
    }

    /// Whether it is the same game, whatever time it took.
    pub(super) fn is_same_game(&self, other: &GameSheet) -> bool {
        let game = |sheet: &GameSheet| (sheet.start.clone(), sheet.moves.clone());
        game(self) == game(other) && self.ending == other.ending
    }

    /// The game.
    ///
    /// # Errors
    /// When it has an illegal move, the number of moves and times differ, or it is not over.
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
            cpu: made.cpu.map(Duration::from_micros),
            value: made.value,
            depth: made.depth,
        });
        Ok(Played {
            game,
            opening: self.opening,
            moves: made.collect(),
            ending: self.ending,
            stderr: self.stderr,
            disturbed: self.disturbed,
            talk: Default::default(),
        })
    }
}

/// A text, without its middle if it is too long.
fn shortened(text: &str) -> String {
    if text.len() <= MAX_STDERR_BYTES {
        return text.to_string();
    }
    let half = (MAX_STDERR_BYTES - ELLIPSIS.len()) / 2;
    let head = text.floor_char_boundary(half);
    let tail = text.ceil_char_boundary(text.len() - half);
    format!("{}{ELLIPSIS}{}", &text[..head], &text[tail..])
}
