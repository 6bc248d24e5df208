//! The search effort of a review: depth or time, and where it solves.

use std::time::Duration;

use engine::{Level, Limits};
use rules::Size;

/// The search effort of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The limit of searches that do not solve.
    pub ahead: Ahead,
    /// Positions with at most this many empty squares are solved.
    pub exact: u32,
}

/// The limit of a search that does not solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// The depth of this level, at least three moves.
    Level(Level),
    /// About this time for each move of the game.
    Time(Duration),
}

/// No review solves more empty squares than this: a few seconds for all positions of a game together.
/// 6×6 positions are solved faster.
const fn max_exact_empties(size: Size) -> u32 {
    if size.side() < 8 { 28 } else { 24 }
}

/// At this number of empty squares the depth begins to grow; at [`LATE`] it is twice the level. In this part of the
/// game a short search errs most, and a deeper one takes little time.
const MIDDLE: u32 = 44;

/// From this number of empty squares on, an estimate is searched twice as deep as the level says.
const LATE: u32 = 28;

/// The depth does not grow beyond this.
const DEEP_ENOUGH: u32 = 20;

/// The least depth. An estimate is the mean over its last two depths, and the played move is searched
/// one move less deep.
pub(super) const MIN_DEPTH: u32 = 3;

/// The selectivity of estimates that reach the end of the game. Only positions that shall be exact are
/// searched further.
const SELECTIVITY_PERCENT: u8 = 95;

impl Effort {
    /// Searches to the depth of a level, in the second half of the game up to twice as deep, and solves from
    /// twice as many empty squares: at most 24, on smaller boards 28.
    #[must_use]
    pub fn level(level: Level, size: Size) -> Effort {
        Effort {
            ahead: Ahead::Level(level),
            exact: level.moves().saturating_mul(2).min(max_exact_empties(size)),
        }
    }

    /// Searches for a time, and solves from 24 or 28 empty squares without a time limit.
    #[must_use]
    pub fn time(time: Duration, size: Size) -> Effort {
        Effort {
            ahead: Ahead::Time(time),
            exact: max_exact_empties(size),
        }
    }

    /// The search limits of a position with this many empty squares. A decided one is searched no deeper than the
    /// level says: there, searches take far longer and tell less.
    pub(super) fn limits(self, size: Size, empties: u32, is_decided: bool) -> Limits {
        if empties <= self.exact {
            return Limits::exact();
        }
        let enough = Some(SELECTIVITY_PERCENT);
        match self.ahead {
            Ahead::Level(level) => {
                let limits = level.limits(size, empties);
                let grown = |depth| {
                    if is_decided {
                        depth
                    } else {
                        grown(depth, empties)
                    }
                };
                let depth = limits.depth.map(|depth| grown(depth).max(MIN_DEPTH));
                Limits {
                    // A search to the end has no depth limit: with one, the engine may answer from
                    // the solved table, and an exact score cannot be compared with an estimate.
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

/// The depth of a level with this many empty squares.
fn grown(depth: u32, empties: u32) -> u32 {
    let steps = MIDDLE - empties.clamp(LATE, MIDDLE);
    let more = depth.saturating_mul(steps) / (MIDDLE - LATE);
    depth.saturating_add(more).min(DEEP_ENOUGH).max(depth)
}
