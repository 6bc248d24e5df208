//! `reversi-train ladder`: finds the strengths of the rungs, and measures how strong they are.

mod choice;
mod contestant;
mod measure;
mod mistakes;
mod path;
mod round_robin;

use anyhow::Result;
use clap::Subcommand;

pub use contestant::{Contestant, play};
pub use round_robin::ratings;

/// The steps from a path of strengths to a rated ladder.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Find twenty strengths in even steps, and print the table of the program
    Choose(choice::Options),
    /// Rate the rungs of the program, the classics and the engine
    Measure(measure::Options),
}

/// Runs a step.
///
/// # Errors
/// When games cannot be read.
pub fn run(command: &Command) -> Result<()> {
    match command {
        Command::Choose(options) => {
            choice::run(options);
            Ok(())
        }
        Command::Measure(options) => measure::run(options),
    }
}
