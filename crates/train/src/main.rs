//! Makes the weights that the engine judges positions with.

use anyhow::Result;
use clap::{Parser, Subcommand};
use train::heuristic::Heuristic;
use train::{
    AnyEvaluator, check, export, fit, head_to_head, label, probcut, puzzles, read_weights,
    selfplay, solved, win_probability, worker,
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
    Odds(win_probability::Options),
    /// Solve the opening of 6×6 Reversi
    Solved(solved::Options),
    /// Make endgame puzzles: positions with one winning move
    Puzzles(puzzles::Options),
    /// Let two sets of weights play each other
    Duel(head_to_head::Options),
    /// Do training jobs of a farm
    Worker(worker::Options),
}

fn main() -> Result<()> {
    match Cli::parse().command {
        Command::Selfplay(options) => {
            let evaluator = if options.handmade {
                AnyEvaluator::Heuristic(Heuristic)
            } else {
                AnyEvaluator::Trained(read_weights(options.weights.as_deref())?)
            };
            selfplay::run(&options, &evaluator)
        }
        Command::Label(options) => {
            let trained = read_weights(options.weights.as_deref())?;
            label::run(&options, &AnyEvaluator::Trained(trained))
        }
        Command::Fit(options) => fit::run(&options),
        Command::Samples(options) => export::write_samples(&options),
        Command::Export(options) => export::export(&options),
        Command::Check(options) => check::run(&options),
        Command::Probcut(options) => probcut::run(&options),
        Command::Odds(options) => win_probability::run(&options),
        Command::Solved(options) => solved::run(&options),
        Command::Puzzles(options) => puzzles::run(&options),
        Command::Duel(options) => head_to_head::run(&options),
        Command::Worker(options) => worker::run(&options),
    }
}
