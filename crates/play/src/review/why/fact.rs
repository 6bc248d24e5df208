//! What an explanation states: facts of two lines, with their squares and counts.

use rules::Point;

/// A statement about the line after the played move and the line after the best one, which replaying them
/// proves. "We" are the side that moved, "they" its opponent.
///
/// Numbers of moves count from the start of the game, as in its record. Counts come in pairs: in the played
/// line, and in the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// They take a corner in the played line, and not in the best one, which is as long.
    CornerGiven {
        /// The corner.
        corner: Point,
        /// The number of the move that takes it.
        at: usize,
        /// Whether they could take it before the move already, were it their turn.
        open: bool,
        /// Whether the move was played beside the corner.
        beside: bool,
    },
    /// The best move takes a corner.
    CornerMissed {
        /// The corner.
        corner: Point,
        /// The number of the move with which they take it in the played line.
        lost_at: Option<usize>,
    },
    /// We take a corner in the best line, and not in the played one, which is as long.
    CornerWon {
        /// The corner.
        corner: Point,
        /// The number of the move that takes it.
        at: usize,
    },
    /// We lose all discs in the played line.
    WipedOut {
        /// The number of the move that turns the last of them.
        at: usize,
    },
    /// We have to pass in the played line, and not in the best one, which is as long.
    PassForced {
        /// The number of the move before the pass.
        after: usize,
    },
    /// They have to pass in the best line, and not in the played one, which is as long.
    PassMissed {
        /// The number of the move before the pass.
        after: usize,
    },
    /// Our legal moves, when it is our turn again.
    OurMoves(Pair),
    /// Our legal moves after which they cannot take a corner at once, when it is our turn again.
    OurSafeMoves(Pair),
    /// Their legal moves when it is their turn.
    TheirMoves(Pair),
    /// Their legal moves after which we cannot take a corner at once, when it is their turn.
    TheirSafeMoves(Pair),
    /// The squares where each side could play, were it its turn, when it is our turn again.
    Mobility {
        /// Ours.
        ours: Pair,
        /// Theirs.
        theirs: Pair,
    },
    /// Discs beside an empty square, when it is our turn again.
    Frontier {
        /// Ours.
        ours: Pair,
        /// Theirs.
        theirs: Pair,
    },
    /// Empty squares beside our discs when it is their turn: where they may play sooner or later.
    Exposed(Pair),
    /// The discs turned by the move that have an empty square beside them.
    Loud(Pair),
    /// The best move turns at most two discs, none of them beside an empty square; the move turns others.
    Quiet {
        /// The discs beside an empty square that the move turns.
        loud: u32,
        /// Whether no other legal move was like the best one.
        only: bool,
    },
    /// They play on the square of the best move at once.
    Shared,
    /// The last empty square of a region: they fill it in the played line, we fill it in the best one.
    LastOfRegion {
        /// The empty squares of the region before the move.
        region: Vec<Point>,
        /// The last one in the played line.
        theirs: Point,
        /// The last one in the best line.
        ours: Point,
    },
    /// The last move of the game: theirs in the played line, ours in the best one.
    LastOfGame {
        /// The last move in the played line.
        theirs: Point,
        /// The last move in the best line.
        ours: Point,
    },
    /// The discs that can never be turned again, after as many moves of each line.
    Stable {
        /// Our stable discs.
        ours: Pair,
        /// Their stable discs.
        theirs: Pair,
    },
    /// Our discs on an edge at the end of the game.
    Edge {
        /// The corners at both ends of the edge.
        ends: [Point; 2],
        /// Our discs on it.
        ours: Pair,
    },
    /// Our and their discs at the end of the game.
    Results {
        /// In the played line.
        played: (u32, u32),
        /// In the best line.
        best: (u32, u32),
    },
    /// Nothing is known but that the best line is better.
    BetterLine,
}

/// A count in the played line and in the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// In the played line.
    pub played: u32,
    /// In the best line.
    pub best: u32,
}

impl Pair {
    /// The count in the best line minus that in the played one.
    pub(super) fn gap(self) -> f64 {
        f64::from(self.best) - f64::from(self.played)
    }
}

impl Fact {
    /// Whether it tells what the best move would have done, not what the played one does.
    #[must_use]
    pub fn praises_best(&self) -> bool {
        matches!(
            self,
            Fact::CornerMissed { .. }
                | Fact::CornerWon { .. }
                | Fact::PassMissed { .. }
                | Fact::Quiet { .. }
                | Fact::Shared
        )
    }

    /// The name, as programs read it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Fact::CornerGiven { .. } => "corner_given",
            Fact::CornerMissed { .. } => "corner_missed",
            Fact::CornerWon { .. } => "corner_won",
            Fact::WipedOut { .. } => "wiped_out",
            Fact::PassForced { .. } => "pass_forced",
            Fact::PassMissed { .. } => "pass_missed",
            Fact::OurMoves(_) => "our_moves",
            Fact::OurSafeMoves(_) => "our_safe_moves",
            Fact::TheirMoves(_) => "their_moves",
            Fact::TheirSafeMoves(_) => "their_safe_moves",
            Fact::Mobility { .. } => "mobility",
            Fact::Frontier { .. } => "frontier",
            Fact::Exposed(_) => "exposed",
            Fact::Loud(_) => "loud",
            Fact::Quiet { .. } => "quiet",
            Fact::Shared => "shared",
            Fact::LastOfRegion { .. } => "last_of_region",
            Fact::LastOfGame { .. } => "last_of_game",
            Fact::Stable { .. } => "stable",
            Fact::Edge { .. } => "edge",
            Fact::Results { .. } => "results",
            Fact::BetterLine => "better_line",
        }
    }
}
