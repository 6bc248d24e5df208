//! Journal entry: a game that has ended, one line of JSON.

use rules::ByColor;
use serde::{Deserialize, Serialize};

use crate::contest::{GameSheet, Played};
use crate::cup::config::Config;
use crate::cup::score::Slot;

/// A game of a cup that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its slot.
    pub slot: Slot,
    /// The entrants by colour.
    pub seats: ByColor<usize>,
    /// The game and how it ended.
    pub played: Played,
    /// The paths of the talk of Black and White in the results folder.
    pub talk: [Option<String>; 2],
    /// Whether a program played without a sandbox.
    pub no_sandbox: bool,
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
pub struct Line {
    round: usize,
    meeting: usize,
    game: usize,
    black: String,
    white: String,
    #[serde(default, skip_serializing_if = "has_no_talk")]
    talk: [Option<String>; 2],
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    no_sandbox: bool,
    #[serde(flatten)]
    sheet: GameSheet,
}

impl Line {
    /// The line of a game.
    pub fn of(entry: &Entry, config: &Config) -> Line {
        let Entry {
            slot,
            seats,
            played,
            talk,
            no_sandbox,
        } = entry;
        let name = |entrant: usize| config.participants[entrant].name.clone();
        Line {
            round: slot.round,
            meeting: slot.meeting,
            game: slot.game,
            black: name(seats.black),
            white: name(seats.white),
            talk: talk.clone(),
            no_sandbox: *no_sandbox,
            sheet: GameSheet::of(played),
        }
    }

    /// The game of the line.
    ///
    /// # Errors
    /// The reason why the line is invalid.
    pub fn entry(self, config: &Config) -> Result<Entry, String> {
        let seats = ByColor {
            black: place(&self.black, config)?,
            white: place(&self.white, config)?,
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
            talk: self.talk,
            no_sandbox: self.no_sandbox,
        })
    }
}

fn has_no_talk(talk: &[Option<String>; 2]) -> bool {
    talk.iter().all(Option::is_none)
}

/// The index of a participant.
///
/// # Errors
/// When there is none of this name.
pub fn place(name: &str, config: &Config) -> Result<usize, String> {
    let mut participants = config.participants.iter();
    let found = participants.position(|one| one.name == name);
    found.ok_or_else(|| format!("no entrant is called `{name}`"))
}
