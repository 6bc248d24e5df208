//! `reversi-train`: makes the weights of the engine's evaluation.

use anyhow::Result;
use clap::{Parser, Subcommand};
use train::heuristic::Heuristic;
use train::{
    AnyEvaluator, accuracy, check, export, fit, head_to_head, label, ladder, people, probcut,
    puzzles, read_weights, selfplay, solved, worker,
};

/// Makes the weights of the engine's evaluation
#[derive(Parser)]
#[command(name = "reversi-train", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games of the engine against itself
    Selfplay(selfplay::Options),
    /// Score positions of games again, by deeper searches or to the end of the game
    Label(label::Options),
    /// Fit weights to the results of games
    Fit(fit::Options),
    /// Write positions for the training of a network
    Samples(export::SamplesOptions),
    /// Pack a trained network into a file for the engine
    Export(export::ExportOptions),
    /// Compare the evaluations of weights with known scores
    Check(check::Options),
    /// Measure the difference between shallow and deep searches, for multi-probcut
    Probcut(probcut::Options),
    /// Fit the accuracy, the strength and the labels of reviews, and measure them
    Accuracy(accuracy::Options),
    /// Solve the opening of 6×6 Reversi
    Solved(solved::Options),
    /// Make puzzles: positions with one winning move, or one clearly best
    #[command(subcommand)]
    Puzzles(puzzles::Kind),
    /// Play a match between two sets of weights
    #[command(alias = "duel")]
    Match(head_to_head::Options),
    /// Make the human-move model: ratings of people, training data, the model, its figures
    #[command(subcommand)]
    People(people::Command),
    /// Find and measure the rungs of the ladder of rivals
    #[command(subcommand)]
    Ladder(ladder::Command),
    /// Run training jobs of a farm
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
        Command::Accuracy(options) => accuracy::run(&options),
        Command::Solved(options) => solved::run(&options),
        Command::Puzzles(kind) => puzzles::run(&kind),
        Command::Match(options) => head_to_head::run(&options),
        Command::People(command) => people::run(&command),
        Command::Ladder(command) => ladder::run(&command),
        Command::Worker(options) => worker::run(&options),
    }
}
