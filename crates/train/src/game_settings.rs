//! The settings of self-play: which games are played.

use std::fmt;

use anyhow::{Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::scorer::SearchLimits;

/// The maximum number of other moves that are scored at a turn.
pub(crate) const MOST_ASIDES: usize = 16;
/// The maximum number of random moves: a game has no more.
const MOST_RANDOM: usize = 60;

/// All settings of self-play games except the evaluator.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSettings {
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Search limits of the players
    #[command(flatten)]
    pub reach: SearchLimits,
    /// Minimum number of random moves at the start
    #[arg(long, default_value_t = 0)]
    pub random_from: usize,
    /// Maximum number of random moves at the start
    #[arg(long, default_value_t = 20)]
    pub random_to: usize,
    /// In every other game, draw the random moves again until neither side is ahead by more than
    /// this many discs
    #[arg(long, default_value_t = 8.0)]
    pub balance: f64,
    /// Other moves to score at each turn, at most 16
    #[arg(long, default_value_t = 2)]
    pub asides: usize,
}

impl GameSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// Names the setting that is too large.
    pub fn check(&self) -> Result<()> {
        self.reach.check()?;
        for count in [self.random_from, self.random_to] {
            ensure!(
                count <= MOST_RANDOM,
                "{count} random moves are too many: a game has {MOST_RANDOM}"
            );
        }
        ensure!(
            (0.0..=64.0).contains(&self.balance),
            "a balance of {} is none: 0 to 64 discs are possible",
            self.balance
        );
        ensure!(
            self.asides <= MOST_ASIDES,
            "{} moves aside are too many: {MOST_ASIDES} is the most",
            self.asides
        );
        Ok(())
    }
}

impl fmt::Display for GameSettings {
    /// A short text that identifies the settings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameSettings { seed, reach, .. } = self;
        write!(
            f,
            "seed {seed}, depth {}, solve {}",
            reach.depth, reach.solve
        )
    }
}
