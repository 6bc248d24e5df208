//! The judgement of one position and of one move.

use engine::{Kind, Score};
use rules::{Color, Point};

use super::MeanLoss;
use super::label::Label;

/// The score and the line of a position of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The score with best play of both sides. Always for Black.
    pub score: Score,
    /// The kind of the score.
    pub kind: Kind,
    /// The principal variation; `None` is a pass.
    pub line: Vec<Option<Point>>,
}

/// A move of the game compared with the best one. Both scores come from searches of equal depth, so
/// they can be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that moved.
    pub color: Color,
    /// Where the disc was placed.
    pub point: Point,
    /// The squares of the board.
    pub squares: u32,
    /// Empty squares before the move.
    pub empties: u32,
    /// The score with the best move, for the side that moved.
    pub before: Score,
    /// The score with this move, for the side that moved; never more than `before`.
    pub after: Score,
    /// The kind of both scores.
    pub kind: Kind,
    /// The principal variation, from the best move on; `None` is a pass. It starts with the played
    /// move if no other is better.
    pub line: Vec<Option<Point>>,
    /// The principal variation from the played move on. The same as `line` if no other move is better;
    /// empty when a worker sent the review without it.
    pub played: Vec<Option<Point>>,
    /// Whether it was the only legal move.
    pub forced: bool,
}

/// Estimates up to this count as a draw. Final scores are two discs apart, and estimates are not more
/// precise than that.
const EVEN: Score = Score::from_discs(2);

impl Judged {
    /// The score of the best move minus that of this one; never negative.
    #[must_use]
    pub fn lost(&self) -> Score {
        Score::from_units(self.before.units() - self.after.units())
    }

    /// The best move.
    #[must_use]
    pub fn best(&self) -> Point {
        self.line.first().copied().flatten().unwrap_or(self.point)
    }

    /// The label for the loss of this move.
    #[must_use]
    pub fn label(&self) -> Label {
        Label::of(self.lost())
    }

    /// The accuracy from 0 to 100: that of a game where every move loses as much of what is at stake.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        let mut loss = MeanLoss::default();
        loss.add_move(self.before, self.after, self.empties, self.squares);
        loss.accuracy().unwrap_or(100.0)
    }

    /// Whether the move turned a won position into an even or lost one, or an even one into a lost one.
    /// With estimated scores, only an [inaccuracy](Label::Inaccuracy) or worse counts.
    #[must_use]
    pub fn is_turning_point(&self) -> bool {
        let counts = self.kind.is_exact() || self.label() >= Label::Inaccuracy;
        counts && self.leader(self.before) > self.leader(self.after)
    }

    /// 1 when the side that moved is ahead, 0 when the position is even, −1 when it is behind.
    fn leader(&self, score: Score) -> i32 {
        let is_even = score.units().abs() <= EVEN.units() && !self.kind.is_exact();
        if is_even { 0 } else { score.units().signum() }
    }
}
