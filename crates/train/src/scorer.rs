//! The scorer: searches a position a few moves ahead, or to the end of the game.

use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use clap::Args;
use engine::{Engine, Limits, Score, Settings};
use rules::{Board, Square};
use serde::{Deserialize, Serialize};

use crate::evaluator::AnyEvaluator;

/// The search limits of a scorer.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchLimits {
    /// Search depth, at most 36
    #[arg(long, default_value_t = 6)]
    pub depth: u32,
    /// Solve the game from this many empty squares on
    #[arg(long, default_value_t = 16)]
    pub solve: u32,
    /// If larger than --solve: search to the end with selectivity from this many empty
    /// squares on
    #[arg(long, default_value_t = 0)]
    pub probable: u32,
    /// Use multi-probcut in midgame searches
    #[arg(long)]
    pub selective: bool,
}

impl SearchLimits {
    /// The largest depth: beyond it, one position takes hours.
    pub const FURTHEST: u32 = 36;

    /// Checks that the limits are feasible.
    ///
    /// # Errors
    /// Names the limit that is too large.
    pub fn check(&self) -> Result<()> {
        let asked = [
            ("depth", self.depth),
            ("solve", self.solve),
            ("probable", self.probable),
        ];
        for (name, count) in asked {
            ensure!(
                count <= SearchLimits::FURTHEST,
                "{name} {count} is too far: {} is the most",
                SearchLimits::FURTHEST
            );
        }
        Ok(())
    }
}

/// The stop flag of a scorer that is never stopped.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Scores positions on one thread. It keeps its transposition table until [`Scorer::forget`].
pub struct Scorer<'a> {
    engine: Engine,
    reach: SearchLimits,
    stop: &'a AtomicBool,
}

impl<'a> Scorer<'a> {
    /// A scorer with an empty table.
    pub fn new(evaluator: impl Into<AnyEvaluator>, reach: SearchLimits) -> Scorer<'static> {
        // The table of a few positions: a larger one would not stay in the cache.
        let settings = Settings {
            threads: 1,
            hash_mb: 1,
        };
        Scorer {
            engine: evaluator.into().engine(settings),
            reach,
            stop: &NEVER,
        }
    }

    /// The same scorer until `stop` is set: its scores must be discarded from then on.
    #[must_use]
    pub fn until(self, stop: &'a AtomicBool) -> Scorer<'a> {
        Scorer { stop, ..self }
    }

    /// Clears the table, so that later scores do not depend on earlier positions.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// The best move and its expected score, in discs; no move when the side to move must pass.
    ///
    /// Before the end of the game, the score is the mean of two depths: the requested one and one
    /// less. The side with the last move picks overrated positions, so each depth alone is biased.
    pub fn best(&mut self, board: Board) -> (Option<Square>, f64) {
        self.look(board, self.reach)
    }

    /// The same for a position one move later, with depths one less.
    pub fn after(&mut self, board: Board) -> f64 {
        let reach = SearchLimits {
            depth: self.reach.depth.saturating_sub(1).max(1),
            ..self.reach
        };
        self.look(board, reach).1
    }

    fn look(&mut self, board: Board, reach: SearchLimits) -> (Option<Square>, f64) {
        let empties = board.empties();
        let to_the_end = empties <= reach.solve.max(reach.probable);
        let limits = if empties <= reach.solve {
            Limits::exact()
        } else if to_the_end {
            Limits {
                enough: Some(1),
                ..Limits::depth(empties)
            }
        } else {
            Limits {
                thorough: !reach.selective,
                ..Limits::depth(reach.depth)
            }
        };
        let mut scores: Vec<Score> = Vec::new();
        let analysis = self
            .engine
            .analyse(board, &limits, 1, self.stop, &mut |analysis| {
                scores.push(analysis.best().score);
            });
        let last = analysis.best().score.discs();
        let expected = match scores.as_slice() {
            [.., before, _] if !to_the_end => (before.discs() + last) / 2.0,
            _ => last,
        };
        (analysis.best().square(), expected)
    }
}
