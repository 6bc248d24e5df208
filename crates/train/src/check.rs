//! How near weights come to the truth, on positions whose moves have known scores.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use engine::{Evaluator, Patterns, Score};
use rules::formats::obf;
use rules::{Board, Square};

use crate::search::Search;

/// What to check weights with.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of positions with the scores of their moves, in OBF
    #[arg(required = true)]
    problems: Vec<PathBuf>,
    /// The weights; without this, those of the program
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Moves to look ahead
    #[arg(long, default_value_t = 1)]
    depth: u32,
}

/// A position and the true scores of its moves.
struct Problem {
    board: Board,
    moves: Vec<(Square, i32)>,
}

impl Problem {
    fn new(problem: &obf::Problem) -> Result<Problem> {
        let board = problem.diagram.to_board().context("not an 8×8 board")?;
        let moves = problem.scores.iter();
        let moves = moves.filter_map(|(point, score)| Some(((*point).try_into().ok()?, *score)));
        Ok(Problem {
            board,
            moves: moves.collect(),
        })
    }
}

/// Prints one line for each file.
///
/// # Errors
/// When a file cannot be read.
pub fn run(options: &Options) -> Result<()> {
    let patterns = match &options.weights {
        None => Patterns::embedded(),
        Some(path) => {
            let bytes =
                std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            Patterns::from_bytes(&bytes)?
        }
    };
    println!(
        "| file | positions | best move first | mean loss | error of best | error of a move | bias |"
    );
    println!("|---|---|---|---|---|---|---|");
    for path in &options.problems {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let problems = obf::read_all(&text)
            .map(|(number, problem)| {
                let broken = || format!("{}, line {number}", path.display());
                Problem::new(&problem.with_context(broken)?).with_context(broken)
            })
            .collect::<Result<Vec<Problem>>>()?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        println!(
            "| {name} | {} |",
            compare(&problems, &patterns, options.depth.max(1))
        );
    }
    Ok(())
}

/// One line of numbers: how often the best move is a best one, how many discs the move loses, and
/// how far judgements are from the truth: for the best move, for every move, and with their sign.
fn compare(problems: &[Problem], patterns: &impl Evaluator, depth: u32) -> String {
    let search = Search::new(patterns);
    let (mut right, mut loss, mut best_error) = (0, 0, 0.0);
    let mut errors: Vec<f64> = Vec::new();
    let mut count = 0;
    for problem in problems {
        let judged: Vec<(f64, i32)> = problem
            .moves
            .iter()
            .filter_map(|&(square, score)| {
                let child = problem.board.play(square)?;
                let units = -search.score(child, depth - 1);
                Some((Score::from_units(units).discs(), score))
            })
            .collect();
        let Some(truth) = judged.iter().map(|&(_, score)| score).max() else {
            continue;
        };
        let chosen = judged
            .iter()
            .max_by(|left, right| left.0.total_cmp(&right.0));
        let Some(&(judgement, score)) = chosen else {
            continue;
        };
        count += 1;
        right += i32::from(score == truth);
        loss += truth - score;
        best_error += (judgement - f64::from(truth)).abs();
        errors.extend(
            judged
                .iter()
                .map(|&(judged, score)| judged - f64::from(score)),
        );
    }
    let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
    format!(
        "{count} | {:.1} % | {:.2} | {:.2} | {:.2} | {:+.2}",
        100.0 * mean(right.into(), count),
        mean(loss.into(), count),
        mean(best_error, count),
        mean(errors.iter().map(|error| error.abs()).sum(), errors.len()),
        mean(errors.iter().sum(), errors.len()),
    )
}
