//! `reversi-train win-probability`: fits the win probability of a score to games between people.
//!
//! The odds of the side with a score of `s` discs and `e` empty squares left are modelled as
//! exp(k·s), where a disc weighs k = a + b·exp(−e/c). a, b and c maximize the likelihood of the
//! results.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use engine::Network;
use rules::formats::wthor::{self, Names};
use rules::{Color, Game};

use crate::scorer::{Scorer, SearchLimits};

/// The games and the search limits of their positions.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of games, .wtb
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Take one game in this number
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Numbers of empty squares of the positions to score
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "50,44,40,36,30,26,20,14,10,6"
    )]
    empties: Vec<u32>,
    /// The search limits.
    #[command(flatten)]
    reach: SearchLimits,
}

/// A position of a finished game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The number of empty squares.
    pub empties: u32,
    /// The score for the side to move, in discs.
    pub score: f64,
    /// The result of that side: 1 for a win, 0 for a loss, 0.5 for a draw.
    pub result: f64,
}

/// The weight of a disc: a + b·exp(−empties/c).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// a: with many empty squares.
    pub a: f64,
    /// b: added at the end of the game.
    pub b: f64,
    /// c: the number of empty squares in which the addition falls to 1/e.
    pub c: f64,
}

impl Weight {
    /// The weight of a disc with this many empty squares.
    #[must_use]
    pub fn at(self, empties: u32) -> f64 {
        self.a + self.b * self.fall(empties)
    }

    fn fall(self, empties: u32) -> f64 {
        (-f64::from(empties) / self.c).exp()
    }

    /// The weight that maximizes the likelihood of the results of some positions.
    #[must_use]
    pub fn fitted(samples: &[Sample]) -> Weight {
        let candidates = (4..=40).map(|half| Weight::with_fall(samples, f64::from(half) / 2.0));
        let surprise = |weight: &Weight| surprise(samples, |empties| weight.at(empties));
        let best = candidates.min_by(|one, other| surprise(one).total_cmp(&surprise(other)));
        best.expect("there are candidates")
    }

    /// The same for a given `c`: a logistic regression with two unknowns, solved by Newton's
    /// method.
    fn with_fall(samples: &[Sample], c: f64) -> Weight {
        let mut weight = Weight { a: 0.1, b: 0.0, c };
        for _ in 0..50 {
            let mut slope = [0.0; 2];
            let mut bend = [[1e-9, 0.0], [0.0, 1e-9]];
            for sample in samples {
                let expected = chance(weight.at(sample.empties) * sample.score);
                let parts = [sample.score, sample.score * weight.fall(sample.empties)];
                for (row, part) in parts.into_iter().enumerate() {
                    slope[row] += part * (sample.result - expected);
                    for (column, other) in parts.into_iter().enumerate() {
                        bend[row][column] += part * other * expected * (1.0 - expected);
                    }
                }
            }
            let determinant = bend[0][0] * bend[1][1] - bend[0][1] * bend[1][0];
            weight.a += (bend[1][1] * slope[0] - bend[0][1] * slope[1]) / determinant;
            weight.b += (bend[0][0] * slope[1] - bend[1][0] * slope[0]) / determinant;
        }
        weight
    }
}

fn chance(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The mean log loss of the results under a weight.
fn surprise(samples: &[Sample], weight: impl Fn(u32) -> f64) -> f64 {
    let of = |sample: &Sample| {
        let logit = weight(sample.empties) * sample.score;
        let (won, lost) = (chance(logit), chance(-logit));
        -sample.result * won.ln() - (1.0 - sample.result) * lost.ln()
    };
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// Prints the weight of a disc, fitted for each number of empty squares alone and as a formula.
///
/// # Errors
/// When a file cannot be read or holds no finished game.
pub fn run(options: &Options) -> Result<()> {
    let samples = samples(options)?;
    ensure!(!samples.is_empty(), "there is no finished game in it");
    let weight = Weight::fitted(&samples);
    println!(
        "| empties | positions | a disc weighs | by the formula | surprise |\n|---|---|---|---|---|"
    );
    for &empties in &options.empties {
        let of_phase = samples.iter().filter(|sample| sample.empties == empties);
        let of_phase: Vec<Sample> = of_phase.copied().collect();
        if of_phase.is_empty() {
            continue;
        }
        // Where c is very large, only the sum a + b is determined.
        let alone = Weight::with_fall(&of_phase, f64::MAX).at(empties);
        println!(
            "| {empties} | {} | {alone:.3} | {:.3} | {:.3} |",
            of_phase.len(),
            weight.at(empties),
            surprise(&of_phase, |empties| weight.at(empties)),
        );
    }
    let Weight { a, b, c } = weight;
    println!("\nk = {a:.3} + {b:.3} exp(-empties / {c})");
    Ok(())
}

fn samples(options: &Options) -> Result<Vec<Sample>> {
    let mut scorer = Scorer::new(Network::embedded(), options.reach);
    let mut samples = Vec::new();
    for path in &options.games {
        let name = || format!("cannot use {}", path.display());
        let bytes = std::fs::read(path).with_context(name)?;
        let (header, entries) = wthor::read(&bytes).with_context(name)?;
        for entry in entries.step_by(options.every.max(1)) {
            let record = entry
                .with_context(name)?
                .to_record(&header, &Names::new())
                .with_context(name)?;
            samples.extend(of_game(&record.game, options, &mut scorer));
        }
    }
    Ok(samples)
}

/// The positions of a finished game.
fn of_game(game: &Game, options: &Options, scorer: &mut Scorer<'_>) -> Vec<Sample> {
    let Some(outcome) = game.outcome() else {
        return Vec::new();
    };
    let mut samples = Vec::new();
    for turn in game.turns() {
        let empties = turn.before().board().empties();
        if let Some(board) = turn.before().to_board()
            && options.empties.contains(&empties)
        {
            scorer.forget();
            let won = f64::from(outcome.score(Color::Black).signum());
            let won = if turn.color() == Color::Black {
                won
            } else {
                -won
            };
            samples.push(Sample {
                empties,
                score: scorer.best(board).1,
                result: (won + 1.0) / 2.0,
            });
        }
    }
    samples
}
