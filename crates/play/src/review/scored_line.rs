//! A score for the side to move, with its line.

use engine::{Analysis, Kind, Score};
use rules::{Color, Point};

use super::Standing;

/// A score for the side to move, with its kind and principal variation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScoredLine {
    pub(super) score: Score,
    pub(super) kind: Kind,
    pub(super) line: Vec<Option<Point>>,
}

impl ScoredLine {
    /// The result of an analysis. `iterations` are the scores of its iterative deepening.
    ///
    /// An estimate is the mean of the last two iterations. The side that moves last in a search picks
    /// positions that are evaluated too high, so odd and even depths err in opposite directions.
    /// Without the mean, the scores of a game would alternate with every move.
    pub(super) fn new(analysis: &Analysis, iterations: &[Score]) -> ScoredLine {
        let best = analysis.best();
        let score = match (best.kind, iterations) {
            (Kind::Estimate(_), [.., before, last]) => mean(*before, *last),
            _ => best.score,
        };
        ScoredLine {
            score,
            kind: best.kind,
            line: best.moves.clone(),
        }
    }

    /// A judged position, for `side`. With `passed`, the line starts with a pass of `side`.
    pub(super) fn from_standing(standing: &Standing, side: Color, passed: bool) -> ScoredLine {
        let pass = passed.then_some(None);
        ScoredLine {
            score: for_side(standing.score, side),
            kind: standing.kind,
            line: pass
                .into_iter()
                .chain(standing.line.iter().copied())
                .collect(),
        }
    }

    /// The same for the opponent, one move earlier: `point` led to this position.
    pub(super) fn before_move(mut self, point: Point) -> ScoredLine {
        self.score = -self.score;
        self.line.insert(0, Some(point));
        self
    }

    /// The judgement of the position where `side` is to move.
    pub(super) fn standing(&self, side: Color) -> Standing {
        Standing {
            score: for_side(self.score, side),
            kind: self.kind,
            line: self.line.clone(),
        }
    }
}

/// Converts a score for Black to one for `side`, or back.
fn for_side(score: Score, side: Color) -> Score {
    match side {
        Color::Black => score,
        Color::White => -score,
    }
}

fn mean(one: Score, other: Score) -> Score {
    Score::from_units((one.units() + other.units()) / 2)
}
