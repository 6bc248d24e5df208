//! `reversi-train people`: the human-move model, from games of people to its figures.

mod baselines;
mod export;
pub mod games;
mod join;
mod judge;
pub(crate) mod parallel;
pub mod ratings;
pub mod samples;
pub mod scale;
mod score;

use anyhow::Result;
use clap::Subcommand;

/// The steps from games to a model.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Compute the ratings of all players, and how pools of players are joined
    Ratings(join::Options),
    /// Print how well the model predicts games that nothing learnt from
    Judge(judge::Options),
    /// Pack a trained network into a file for the program
    Export(export::Options),
    /// Write positions with their features for the training
    Samples(samples::Options),
}

/// Runs a step.
///
/// # Errors
/// When games cannot be read or files cannot be written.
pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Ratings(options) => join::run(options),
        Command::Judge(options) => judge::run(options),
        Command::Export(options) => export::run(options),
        Command::Samples(options) => samples::run(options),
    }
}
