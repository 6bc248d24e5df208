//! Analysis: the lines, scores, depth, nodes and time of a search.

use std::time::Duration;

use reversi_rules::{Point, PointSet, Size, Square, Symmetry};

use crate::score::Score;

/// What is known about a position: the best lines, best first, and the work it took.
///
/// The same type is reported while a search is running. [`Analysis::default`] is the state before
/// anything is known.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Analysis {
    /// The best lines, best first. When the game is over, one line without moves.
    pub lines: Vec<Line>,
    /// The first moves that are as good as the best one: its mirror images, and above 8×8 every move
    /// with the same value. Empty when there is no legal move or nothing is known of equal moves.
    pub best_moves: PointSet,
    /// The depth of the last finished pass.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// The best line of an analysis without lines.
static UNKNOWN: Line = Line {
    score: Score::DRAW,
    kind: Kind::Estimate(0),
    moves: Vec::new(),
};

impl Analysis {
    /// The best line. Before anything is known, it is a line without moves and with the kind
    /// `Estimate(0)`; the analyses of an [`Engine`](crate::Engine) always have a line.
    #[must_use]
    pub fn best(&self) -> &Line {
        self.lines.first().unwrap_or(&UNKNOWN)
    }

    /// The analysis of the same position of the 8×8 board in another orientation.
    pub(crate) fn turned(mut self, symmetry: Symmetry) -> Analysis {
        for line in &mut self.lines {
            *line = line.turned(symmetry);
        }
        self
    }

    /// The analysis of the position before a pass, from the side that passes.
    pub(crate) fn after_pass(mut self) -> Analysis {
        self.best_moves = PointSet::EMPTY;
        for line in &mut self.lines {
            line.score = -line.score;
            line.moves.insert(0, None);
            if let Kind::Bounds(low, high) = line.kind {
                line.kind = Kind::Bounds(-high, -low);
            }
        }
        self
    }
}

/// One line of play.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// The score for the side to move.
    pub score: Score,
    /// What the score means.
    pub kind: Kind,
    /// The moves of both sides; `None` is a pass.
    pub moves: Vec<Option<Point>>,
}

impl Line {
    /// The first move; `None` when it is a pass or there is none.
    #[must_use]
    pub fn point(&self) -> Option<Point> {
        self.moves.first().copied().flatten()
    }

    /// The score if it is a number of discs; on boards above 8×8 it is not.
    #[must_use]
    pub fn discs(&self) -> Option<Score> {
        self.kind.is_in_discs().then_some(self.score)
    }

    /// The same line on the 8×8 board in another orientation.
    pub(crate) fn turned(&self, symmetry: Symmetry) -> Line {
        let turned = |point: Point| symmetry.point(point, Size::EIGHT);
        Line {
            moves: self.moves.iter().map(|at| at.map(turned)).collect(),
            ..*self
        }
    }

    /// The first move as a square of the 8×8 board; `None` also when it lies beyond h8.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.point().and_then(|point| point.try_into().ok())
    }
}

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Kind {
    /// The result of perfect play.
    Exact,
    /// Only its sign is known: a win (+1 disc or more), a loss or a draw.
    WinLossDraw,
    /// The result of perfect play lies between these.
    Bounds(Score, Score),
    /// The result of a selective search to the end of the game, right with about this
    /// probability in percent.
    Probable(u8),
    /// The evaluation after a search of this depth.
    Estimate(u32),
    /// The score of the opening book, from a search of this depth.
    Book(u32),
    /// A value of the handmade evaluation on a board above 8×8, after a search of this depth. It is
    /// not in discs: only its order means something.
    Heuristic(u32),
}

impl Kind {
    /// Whether the score is proven.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self == Kind::Exact
    }

    /// Whether the score is a number of discs; on boards above 8×8 it is not.
    #[must_use]
    pub fn is_in_discs(self) -> bool {
        !matches!(self, Kind::Heuristic(_))
    }
}
