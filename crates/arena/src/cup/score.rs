//! Scores of games, and the slots that identify the games of a cup.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use rules::{ByColor, Color};

use crate::contest::{Ending, Played};

/// The identity of a game in a cup. It does not depend on the order of play or on interruptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The round, counted from 1.
    pub round: usize,
    /// The meeting in that round, counted from 1.
    pub meeting: usize,
    /// The game in that meeting, counted from 1.
    pub game: usize,
}

/// The text is not the slot of a game, such as `2.1.4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSlotError(pub String);

impl fmt::Display for ParseSlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a game; it is named by round, meeting and game, as in 2.1.4",
            self.0
        )
    }
}

impl std::error::Error for ParseSlotError {}

impl FromStr for Slot {
    type Err = ParseSlotError;

    fn from_str(text: &str) -> Result<Slot, ParseSlotError> {
        let number = |part: &str| part.parse().ok().filter(|number| *number > 0);
        let parts: Option<Vec<usize>> = text.split('.').map(number).collect();
        match parts.as_deref() {
            Some([round, meeting, game]) => Ok(Slot {
                round: *round,
                meeting: *meeting,
                game: *game,
            }),
            _ => Err(ParseSlotError(text.to_string())),
        }
    }
}

impl fmt::Display for Slot {
    /// Round, meeting and game, as in `2.1.4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}.{}", self.round, self.meeting, self.game))
    }
}

/// The score of a game, as pairings and standings need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The entrants by colour.
    pub seats: ByColor<usize>,
    /// The tournament score for Black: 0 is a draw.
    pub discs: i32,
    /// The colour that lost by a fault.
    pub fault: Option<Color>,
    /// Whether the game counts for nothing and is not played again.
    pub annulled: bool,
}

/// The scores of the games that have ended.
pub type Scores = BTreeMap<Slot, Score>;

impl Score {
    /// The score of a game that was played.
    #[must_use]
    pub fn of(seats: ByColor<usize>, played: &Played) -> Score {
        let fault = match played.ending {
            Ending::Board | Ending::Adjudicated { .. } | Ending::Void { .. } => None,
            Ending::Fault { black: true, .. } => Some(Color::Black),
            Ending::Fault { black: false, .. } => Some(Color::White),
        };
        Score {
            seats,
            discs: played.score(),
            fault,
            annulled: false,
        }
    }

    /// The score of a game that counts for nothing.
    #[must_use]
    pub fn annulled(seats: ByColor<usize>) -> Score {
        Score {
            seats,
            discs: 0,
            fault: None,
            annulled: true,
        }
    }

    /// The disc difference for an entrant; 0 for an entrant that did not play.
    #[must_use]
    pub fn discs(&self, entrant: usize) -> i32 {
        if entrant == self.seats.black {
            self.discs
        } else if entrant == self.seats.white {
            -self.discs
        } else {
            0
        }
    }

    /// The half points of an entrant that played: 2 for a win, 1 for a draw, none for an annulled
    /// game.
    #[must_use]
    pub fn halves(&self, entrant: usize) -> u32 {
        if self.annulled {
            return 0;
        }
        (1 + self.discs(entrant).signum()) as u32
    }

    /// Whether an entrant lost the game by a fault.
    #[must_use]
    pub fn is_fault_of(&self, entrant: usize) -> bool {
        self.fault.is_some_and(|color| self.seats[color] == entrant)
    }
}
