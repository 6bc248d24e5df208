//! Search limits: depth, nodes, time, clock, goal and window.

use std::time::Duration;

use crate::score::Score;

/// The goal of an analysis and when it ends. The first limit reached ends it; without limits, it goes
/// on until the game is solved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Limits {
    /// The search depth in moves.
    pub depth: Option<u32>,
    /// The number of nodes. Subtrees of up to 12 empty squares are always finished, so each thread may
    /// exceed it by some hundred thousand nodes: milliseconds.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub time: Option<Duration>,
    /// The clock of the side to move; the engine decides how much of it to spend.
    pub clock: Option<Clock>,
    /// What to find.
    pub goal: Goal,
    /// No multi-probcut: slower, with the score of a full search to that depth.
    pub thorough: bool,
    /// A search for a good move that reaches the end of the game may stop at this selectivity: when
    /// its score is right with this probability in percent.
    pub enough: Option<u8>,
    /// Answer from the engine's book where the position is in it. Without a
    /// [book](crate::Engine::set_book) this has no effect.
    pub book: bool,
    /// A search window in whole discs, the lower end first: the best line is
    /// [`Exact`](crate::Kind::Exact) if its score lies within, else it has
    /// [`Bounds`](crate::Kind::Bounds) on one side. Only for one line and the goal
    /// [`Exact`](Goal::Exact).
    pub window: Option<(Score, Score)>,
}

impl Limits {
    /// Search to a depth.
    #[must_use]
    pub fn depth(moves: u32) -> Limits {
        Limits {
            depth: Some(moves),
            ..Limits::default()
        }
    }

    /// Search for a time.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }

    /// Solve the position to the last disc.
    #[must_use]
    pub fn exact() -> Limits {
        Limits {
            goal: Goal::Exact,
            ..Limits::default()
        }
    }

    /// Solve the position within a window.
    #[must_use]
    pub fn window(low: Score, high: Score) -> Limits {
        Limits {
            window: Some((low, high)),
            ..Limits::exact()
        }
    }

    /// Find the winner.
    #[must_use]
    pub fn win_loss_draw() -> Limits {
        Limits {
            goal: Goal::WinLossDraw,
            ..Limits::default()
        }
    }
}

/// The goal of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Goal {
    /// A good move: selective search deeper and deeper, exact when it reaches the end of the game.
    #[default]
    Best,
    /// The exact score: `depth` is not used.
    Exact,
    /// The winner: `depth` is not used.
    WinLossDraw,
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// Time left on the clock.
    pub left: Duration,
    /// The increment per move.
    pub increment: Duration,
}
