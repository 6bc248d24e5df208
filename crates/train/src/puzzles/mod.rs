//! `reversi-train puzzles`: makes the puzzles of the page, of the endgame and of the middle game.

pub mod endgame;
pub mod middle;
pub mod screen;
pub mod shares;

use anyhow::Result;
use clap::Subcommand;

/// What to make.
#[derive(Clone, Debug, Subcommand)]
pub enum Kind {
    /// Make endgame puzzles: positions with one winning move
    Endgame(endgame::Options),
    /// Make middle-game puzzles: positions of people's games with one clearly best move
    Middle(middle::Options),
    /// Compute again what share of people solves each middle-game puzzle, after the human-move model
    /// changed
    Shares(shares::Options),
}

/// Makes puzzles.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(kind: &Kind) -> Result<()> {
    match kind {
        Kind::Endgame(options) => endgame::run(options),
        Kind::Middle(options) => middle::run(options),
        Kind::Shares(options) => shares::run(options),
    }
}
