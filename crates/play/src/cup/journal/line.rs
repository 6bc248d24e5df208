//! A game on one line.

use std::time::Duration;

use rules::ByColor;
use rules::formats::{board_string, transcript};
use serde::{Deserialize, Serialize};

use super::Entry;
use crate::contest::{Ending, MoveMade, Played};
use crate::cup::config::Config;
use crate::cup::score::Slot;

/// A game as it stands in the journal.
#[derive(Serialize, Deserialize)]
pub struct Line {
    round: usize,
    meeting: usize,
    game: usize,
    black: String,
    white: String,
    start: String,
    /// How many of the moves were the opening.
    opening: usize,
    moves: String,
    made: Vec<Made>,
    ending: Ending,
    stderr: [String; 2],
}

/// What is known of a move.
#[derive(Serialize, Deserialize)]
struct Made {
    /// Microseconds.
    us: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

/// No more than this many bytes of what a program said on standard error are kept of a game.
const LONGEST_MURMUR: usize = 32 * 1024;

impl Line {
    pub fn of(entry: &Entry, config: &Config) -> Line {
        let Entry {
            slot,
            seats,
            played,
        } = entry;
        let name = |entrant: usize| config.participants[entrant].name.clone();
        let made = played.moves.iter().map(|made| Made {
            us: u64::try_from(made.spent.as_micros()).unwrap_or(u64::MAX),
            value: made.value,
            depth: made.depth,
        });
        Line {
            round: slot.round,
            meeting: slot.meeting,
            game: slot.game,
            black: name(seats.black),
            white: name(seats.white),
            start: board_string::write(played.game.start()),
            opening: played.opening,
            moves: played.transcript(),
            made: made.collect(),
            ending: played.ending.clone(),
            stderr: played.murmurs.each_ref().map(|text| shortened(text)),
        }
    }

    /// The game, if the line makes sense.
    pub fn entry(self, config: &Config) -> Result<Entry, String> {
        let place = |name: &str| {
            let mut participants = config.participants.iter();
            let found = participants.position(|one| one.name == name);
            found.ok_or_else(|| format!("nobody is called `{name}`"))
        };
        let seats = ByColor {
            black: place(&self.black)?,
            white: place(&self.white)?,
        };
        let start = board_string::read(&self.start).map_err(|error| error.to_string())?;
        let game = transcript::read(&self.moves, start).map_err(|error| error.to_string())?;
        if game.size() != config.size {
            return Err("a game on a board of another size".to_string());
        }
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
        Ok(Entry {
            slot: Slot {
                round: self.round,
                meeting: self.meeting,
                game: self.game,
            },
            seats,
            played: Played {
                game,
                opening: self.opening,
                moves: made.collect(),
                ending: self.ending,
                murmurs: self.stderr,
            },
        })
    }
}

/// A text without its middle where it is too long.
fn shortened(text: &str) -> String {
    if text.len() <= LONGEST_MURMUR {
        return text.to_string();
    }
    let half = LONGEST_MURMUR / 2;
    let head = text.floor_char_boundary(half);
    let tail = text.ceil_char_boundary(text.len() - half);
    format!("{}\n[…]\n{}", &text[..head], &text[tail..])
}
