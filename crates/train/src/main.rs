//! Makes the weights that the engine judges positions with.

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use engine::Patterns;
use train::handmade::Handmade;
use train::{check, duel, fit, probcut, selfplay, solved};

/// Makes the weights that the engine judges positions with
#[derive(Parser)]
#[command(name = "reversi-train", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games against itself
    Selfplay(selfplay::Options),
    /// Fit weights to the results of games
    Fit(fit::Options),
    /// Compare the judgements of weights with known scores
    Check(check::Options),
    /// Measure how far shallow searches are from deep ones
    Probcut(probcut::Options),
    /// Solve the opening of 6×6 Reversi
    Solved(solved::Options),
    /// Let two sets of weights play each other
    Duel(duel::Options),
}

fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Selfplay(options) => match &options.weights {
            None => selfplay::run(&options, &Handmade),
            Some(path) => {
                let bytes = std::fs::read(path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                selfplay::run(&options, &Patterns::from_bytes(&bytes)?)
            }
        },
        Command::Fit(options) => fit::run(&options),
        Command::Check(options) => check::run(&options),
        Command::Probcut(options) => probcut::run(&options),
        Command::Solved(options) => solved::run(&options),
        Command::Duel(options) => duel::run(&options),
    }
}
