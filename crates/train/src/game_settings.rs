//! The settings of self-play: which games are played.

use std::fmt;

use anyhow::{Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::scorer::SearchLimits;

/// The most other moves that are scored at a turn.
pub(crate) const MOST_ASIDES: usize = 16;
/// The most random moves: there are no more in a game.
const MOST_RANDOM: usize = 60;

/// Everything but the evaluator that decides which games are played.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSettings {
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How far the players look
    #[command(flatten)]
    pub reach: SearchLimits,
    /// Random moves at the start, at least
    #[arg(long, default_value_t = 0)]
    pub random_from: usize,
    /// Random moves at the start, at most
    #[arg(long, default_value_t = 20)]
    pub random_to: usize,
    /// The random moves of every other game are drawn anew until neither side is further ahead
    /// than this many discs
    #[arg(long, default_value_t = 8.0)]
    pub balance: f64,
    /// Other moves to judge at each turn, 16 at most
    #[arg(long, default_value_t = 2)]
    pub asides: usize,
}

impl GameSettings {
    /// Whether games can be played like this.
    ///
    /// # Errors
    /// Says what is too much.
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
    /// A few words that distinguish it from others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameSettings { seed, reach, .. } = self;
        write!(
            f,
            "seed {seed}, depth {}, solve {}",
            reach.depth, reach.solve
        )
    }
}
