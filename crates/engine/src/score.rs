//! Scores in discs.

use std::fmt;
use std::ops::Neg;

/// A result or an estimate for the side to move, in discs, with fractions. Empty squares count
/// for the winner, so it is never beyond 64 discs either way. Only values of the kind
/// [`Heuristic`](crate::Kind::Heuristic) are not in discs and may be larger.
///
/// ```
/// use reversi_engine::Score;
/// let score = Score::from_discs(6);
/// assert_eq!(score.to_string(), "+6");
/// assert_eq!((-score).discs(), -6.0);
/// assert_eq!(Score::from_units(320).to_string(), "+2.50");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// Units in a disc.
    pub const DISC: i32 = 128;
    /// Neither side is ahead.
    pub const DRAW: Score = Score(0);
    /// All 64 squares.
    pub const MAX: Score = Score::from_discs(64);

    /// A whole number of discs.
    #[must_use]
    pub const fn from_discs(discs: i32) -> Score {
        Score(discs * Score::DISC)
    }

    /// A score in units of a 128th of a disc, the unit of the search.
    #[must_use]
    pub const fn from_units(units: i32) -> Score {
        Score(units)
    }

    /// The score in units of a 128th of a disc.
    #[must_use]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// The score in discs.
    #[must_use]
    pub fn discs(self) -> f64 {
        f64::from(self.0) / f64::from(Score::DISC)
    }

    /// The nearest whole number of discs; halves go away from zero.
    #[must_use]
    pub fn rounded(self) -> i32 {
        self.discs().round() as i32
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// Signed, with two decimals only where they are needed: `+6`, `-0.50`, `+0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % Score::DISC == 0 {
            f.pad(&format!("{:+}", self.0 / Score::DISC))
        } else {
            f.pad(&format!("{:+.2}", self.discs()))
        }
    }
}
