//! What the games of a cup came to, and where they belong.

use std::collections::BTreeMap;
use std::fmt;

use rules::{ByColor, Color};

use crate::contest::{Ending, Played};

/// Where a game belongs. It tells the games of a cup apart, whoever plays first and however often
/// the cup is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The round, counted from 1.
    pub round: usize,
    /// The meeting in that round, counted from 1.
    pub meeting: usize,
    /// The game in that meeting, counted from 1.
    pub game: usize,
}

impl fmt::Display for Slot {
    /// Round, meeting and game, as in `2.1.4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.round, self.meeting, self.game)
    }
}

/// What a game came to: all that pairings and tables need of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Who played which colour.
    pub seats: ByColor<usize>,
    /// The tournament score for Black: 0 is a draw.
    pub discs: i32,
    /// Who lost by a fault.
    pub fault: Option<Color>,
}

/// The games that have ended.
pub type Scores = BTreeMap<Slot, Score>;

impl Score {
    /// The score of a game that was played.
    #[must_use]
    pub fn of(seats: ByColor<usize>, played: &Played) -> Score {
        let fault = match played.ending {
            Ending::Board => None,
            Ending::Fault { black: true, .. } => Some(Color::Black),
            Ending::Fault { black: false, .. } => Some(Color::White),
        };
        Score {
            seats,
            discs: played.score(),
            fault,
        }
    }

    /// The disc difference for an entrant; 0 for who did not play.
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

    /// What an entrant who played gets, in half points: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn halves(&self, entrant: usize) -> u32 {
        (1 + self.discs(entrant).signum()) as u32
    }

    /// Whether an entrant lost it by a fault.
    #[must_use]
    pub fn is_fault_of(&self, entrant: usize) -> bool {
        self.fault.is_some_and(|color| self.seats[color] == entrant)
    }
}
