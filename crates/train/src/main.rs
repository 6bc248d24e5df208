//! Makes the weights that the engine judges positions with.

use anyhow::Result;
use clap::{Parser, Subcommand};
use train::handmade::Handmade;
use train::{
    check, duel, export, fit, label, odds, probcut, puzzles, read_weights, selfplay, solved,
};

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
    /// Judge positions of games anew, by deeper searches or to the end
    Label(label::Options),
    /// Fit weights to the results of games
    Fit(fit::Options),
    /// Write positions for the training of a network
    Samples(export::SamplesOptions),
    /// Pack a trained network into a file for the engine
    Export(export::ExportOptions),
    /// Compare the judgements of weights with known scores
    Check(check::Options),
    /// Measure how far shallow searches are from deep ones
    Probcut(probcut::Options),
    /// Measure how likely a score is to win
    Odds(odds::Options),
    /// Solve the opening of 6×6 Reversi
    Solved(solved::Options),
    /// Make endgame puzzles: positions with one winning move
    Puzzles(puzzles::Options),
    /// Let two sets of weights play each other
    Duel(duel::Options),
}

fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Selfplay(options) if options.handmade => selfplay::run(&options, &Handmade),
        Command::Selfplay(options) => {
            selfplay::run(&options, &read_weights(options.weights.as_deref())?)
        }
        Command::Label(options) => label::run(&options, &read_weights(options.weights.as_deref())?),
        Command::Fit(options) => fit::run(&options),
        Command::Samples(options) => export::write_samples(&options),
        Command::Export(options) => export::export(&options),
        Command::Check(options) => check::run(&options),
        Command::Probcut(options) => probcut::run(&options),
        Command::Odds(options) => odds::run(&options),
        Command::Solved(options) => solved::run(&options),
        Command::Puzzles(options) => puzzles::run(&options),
        Command::Duel(options) => duel::run(&options),
    }
}
