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
    /// What to find out.
    pub goal: Goal,
    /// Cut nothing by probability: slower, and the same as searching everything to that depth.
    pub thorough: bool,
    /// A search for a good move that reaches the end of the game may stop at this selectivity: when
    /// its score is right with this probability in percent.
    pub enough: Option<u8>,
    /// Answer from the engine's book where the position is in it. Without a
    /// [book](crate::Engine::set_book) this has no effect.
    pub book: bool,
    /// Find out only whether the score lies between these, and which it is if it does: the best line
    /// ends as [`Exact`](crate::Kind::Exact), or as [`Bounds`](crate::Kind::Bounds) on one side. Only
    /// for one line with the goal [`Exact`](Goal::Exact), and in whole discs, the lower end first.
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

    /// Solve the position as far as it lies between these scores.
    #[must_use]
    pub fn window(low: Score, high: Score) -> Limits {
        Limits {
            window: Some((low, high)),
            ..Limits::exact()
        }
    }

    /// Find out who wins.
    #[must_use]
    pub fn win_loss_draw() -> Limits {
        Limits {
            goal: Goal::WinLossDraw,
            ..Limits::default()
        }
    }
}

/// What an analysis finds out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Goal {
    /// A good move: selective search deeper and deeper, exact when it reaches the end of the game.
    #[default]
    Best,
    /// The exact score: `depth` is not used.
    Exact,
    /// Who wins: `depth` is not used.
    WinLossDraw,
}

/// Time left for the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// Until the flag falls.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
}
