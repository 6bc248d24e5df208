//! How far a review looks.

use std::time::Duration;

use engine::{Level, Limits};
use rules::Size;

/// How far the engine looks in a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How far it looks ahead where it does not solve.
    pub ahead: Ahead,
    /// Positions with at most this many empty squares are solved.
    pub exact: u32,
}

/// How far to look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// As far as an engine of this level, but at least three moves.
    Level(Level),
    /// As many as can be seen in about this time, for each move of the game.
    Time(Duration),
}

/// From this many empty squares on, every level high enough solves the rest of the game: that takes
/// a few seconds for all its positions together. On 6×6 games are solved faster.
const fn solvable(size: Size) -> u32 {
    if size.side() < 8 { 28 } else { 24 }
}

/// The score of an estimate is the mean over its last two depths, and the search of the move that
/// was made is one move shorter: so three is the least.
pub(super) const LEAST_DEPTH: u32 = 3;

/// Estimates that reach the end of the game are this sure, in percent. Proofs are for positions
/// that are to be exact.
const SURE: u8 = 95;

impl Effort {
    /// Looks so many moves ahead, and solves where twice as many squares are empty, up to 24 of
    /// them; on smaller boards up to 28.
    #[must_use]
    pub fn level(level: Level, size: Size) -> Effort {
        Effort {
            ahead: Ahead::Level(level),
            exact: level.moves().saturating_mul(2).min(solvable(size)),
        }
    }

    /// Looks ahead for a time, and solves the last 24 or 28 empty squares, however long that takes.
    #[must_use]
    pub fn time(time: Duration, size: Size) -> Effort {
        Effort {
            ahead: Ahead::Time(time),
            exact: solvable(size),
        }
    }

    /// What the engine may do with so many squares empty.
    pub(super) fn limits(self, size: Size, empties: u32) -> Limits {
        if empties <= self.exact {
            return Limits::exact();
        }
        let enough = Some(SURE);
        match self.ahead {
            Ahead::Level(level) => {
                let limits = level.limits(size, empties);
                let depth = limits.depth.map(|depth| depth.max(LEAST_DEPTH));
                Limits {
                    // To the end without saying how far that is: what was solved in advance would
                    // be exact, and could not be compared.
                    depth: depth.filter(|depth| *depth < empties),
                    enough,
                    ..limits
                }
            }
            Ahead::Time(time) => Limits {
                enough,
                ..Limits::time(time)
            },
        }
    }
}
