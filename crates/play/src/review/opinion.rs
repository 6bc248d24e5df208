//! What the engine thinks of a position, from one side.

use engine::{Analysis, Kind, Score};
use rules::{Color, Point};

use super::Standing;

/// A score for one side, and the line it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Opinion {
    pub(super) score: Score,
    pub(super) kind: Kind,
    pub(super) line: Vec<Option<Point>>,
}

impl Opinion {
    /// The opinion that an analysis came to for the side to move; `passes` are the scores of its
    /// passes.
    ///
    /// An estimate is the mean of the last two passes: the side that moves last in a search picks
    /// what is judged too well, so looking an odd number of moves ahead leans to one side, and an
    /// even number to the other. Without this the scores of a game would go up and down with every
    /// move.
    pub(super) fn new(analysis: &Analysis, passes: &[Score]) -> Opinion {
        let best = analysis.best();
        let score = match (best.kind, passes) {
            (Kind::Estimate(_), [.., before, last]) => mean(*before, *last),
            _ => best.score,
        };
        Opinion {
            score,
            kind: best.kind,
            line: best.moves.clone(),
        }
    }

    /// The opinion about a position that is known, for the side to move; `passed` when the other
    /// side had to move first and could not.
    pub(super) fn known(standing: &Standing, side: Color, passed: bool) -> Opinion {
        let pass = passed.then_some(None);
        Opinion {
            score: for_side(standing.score, side),
            kind: standing.kind,
            line: pass
                .into_iter()
                .chain(standing.line.iter().copied())
                .collect(),
        }
    }

    /// The same about the move that led here, for who made it.
    pub(super) fn of_move(mut self, point: Point) -> Opinion {
        self.score = -self.score;
        self.line.insert(0, Some(point));
        self
    }

    /// How the position stands when it is this side's move.
    pub(super) fn standing(&self, side: Color) -> Standing {
        Standing {
            score: for_side(self.score, side),
            kind: self.kind,
            line: self.line.clone(),
        }
    }
}

/// A score for Black as one for a side, or the other way round.
fn for_side(score: Score, side: Color) -> Score {
    match side {
        Color::Black => score,
        Color::White => -score,
    }
}

fn mean(one: Score, other: Score) -> Score {
    Score::from_units((one.units() + other.units()) / 2)
}
