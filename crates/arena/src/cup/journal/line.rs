//! A game on one line.

use rules::ByColor;
use serde::{Deserialize, Serialize};

use super::Entry;
use crate::contest::GameSheet;
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
    #[serde(flatten)]
    sheet: GameSheet,
}

impl Line {
    pub fn of(entry: &Entry, config: &Config) -> Line {
        let Entry {
            slot,
            seats,
            played,
        } = entry;
        let name = |entrant: usize| config.participants[entrant].name.clone();
        Line {
            round: slot.round,
            meeting: slot.meeting,
            game: slot.game,
            black: name(seats.black),
            white: name(seats.white),
            sheet: GameSheet::of(played),
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
        let played = self.sheet.played()?;
        if played.game.size() != config.size {
            return Err("a game on a board of another size".to_string());
        }
        Ok(Entry {
            slot: Slot {
                round: self.round,
                meeting: self.meeting,
                game: self.game,
            },
            seats,
            played,
        })
    }
}
