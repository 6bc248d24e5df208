//! Analysis: the lines, scores, depth, nodes and time of a search.

use std::time::Duration;

use rules::Square;

use crate::score::Score;

/// What is known about a position: the best lines, best first, and the work it took.
///
/// Also what is reported on the way, as it improves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The best lines, best first; one with no moves when the game is over.
    pub lines: Vec<Line>,
    /// Moves looked ahead in full by the last pass that was finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Analysis {
    /// The best line. There is always one.
    #[must_use]
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }
}

/// One way to play on.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it leads to, for the side to move.
    pub score: Score,
    /// What the score means.
    pub kind: Kind,
    /// The moves, both sides'; `None` is a pass.
    pub moves: Vec<Option<Square>>,
}

impl Line {
    /// The first move; `None` when it is a pass or there is none.
    #[must_use]
    pub fn square(&self) -> Option<Square> {
        self.moves.first().copied().flatten()
    }
}

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// An estimate from this many moves ahead.
    Estimate(u32),
}

impl Kind {
    /// Whether the score is proven.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self == Kind::Exact
    }
}
