//! What is known about one position, and about one move.

use engine::{Kind, Score};
use rules::{Color, Point};

use super::label::Label;
use super::win_probability;

/// How a position of the game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The score if both sides go on as well as they can, for Black whoever is to move.
    pub score: Score,
    /// What the score means.
    pub kind: Kind,
    /// How both sides would go on; `None` is a pass.
    pub line: Vec<Option<Point>>,
}

/// A move of the game beside the best one. Both scores come from the same search of the position
/// it was made in, so that they can be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its number, counted from 1.
    pub number: usize,
    /// Who made it.
    pub color: Color,
    /// Where the disc was placed.
    pub point: Point,
    /// How many squares were empty then.
    pub empties: u32,
    /// The score with the best move, for the side that moved.
    pub before: Score,
    /// The score with this move, for the side that moved; never more than `before`.
    pub after: Score,
    /// What the scores mean.
    pub kind: Kind,
    /// The best move and how both sides would go on; `None` is a pass. It begins with the move
    /// that was made if that one is as good as any.
    pub line: Vec<Option<Point>>,
    /// Whether there was no other legal move.
    pub forced: bool,
}

/// Estimates within this are even: neighbouring results are two discs apart, and estimates are not
/// surer than that.
const EVEN: Score = Score::from_discs(2);

impl Judged {
    /// What the best move would have been worth more; not negative.
    #[must_use]
    pub fn lost(&self) -> Score {
        Score::from_units(self.before.units() - self.after.units())
    }

    /// The best move.
    #[must_use]
    pub fn best(&self) -> Point {
        self.line.first().copied().flatten().unwrap_or(self.point)
    }

    /// How good it was in a word.
    #[must_use]
    pub fn label(&self) -> Label {
        Label::of(self.lost())
    }

    /// How good it was from 0 to 100: by how much it lowered the chance to win.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        win_probability::accuracy(self.before, self.after, self.empties)
    }

    /// Whether it gave the lead away, from a won position to an even or a lost one, or from an
    /// even one to a lost one. By estimates, only moves that are [inaccurate](Label::Inaccuracy) or
    /// worse do.
    #[must_use]
    pub fn is_turning_point(&self) -> bool {
        let counts = self.kind.is_exact() || self.label() >= Label::Inaccuracy;
        counts && self.leader(self.before) > self.leader(self.after)
    }

    /// 1 when the side that moved is ahead, −1 when it is behind.
    fn leader(&self, score: Score) -> i32 {
        let is_even = score.units().abs() <= EVEN.units() && !self.kind.is_exact();
        if is_even { 0 } else { score.units().signum() }
    }
}
