//! `reversi-train check`: compares evaluations with known scores.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use engine::{Engine, Evaluator, Limits, Score, Settings, Trained};
use rules::formats::obf;
use rules::{Board, Square};

use crate::samples::Sample;
use crate::weights::read_weights;
use crate::{blocks, labels};

/// Options of the check.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of positions with the scores of their moves, in OBF, or of labels
    #[arg(required = true)]
    problems: Vec<PathBuf>,
    /// The weights; without this, those of the program
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Search depths, one or more numbers
    #[arg(long, value_delimiter = ',', default_value = "1")]
    depth: Vec<u32>,
    /// Also score every move by itself, to the same depth as the best one
    #[arg(long)]
    moves: bool,
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
    let patterns = read_weights(options.weights.as_deref())?;
    let (labels, problems): (Vec<&PathBuf>, Vec<&PathBuf>) = options
        .problems
        .iter()
        .partition(|path| blocks::is_kind(path, labels::MAGIC).unwrap_or(false));
    for path in labels {
        compare_labels(&labels::read_all(path)?, &patterns);
    }
    if problems.is_empty() {
        return Ok(());
    }
    println!(
        "| file | positions | depth | best move found | mean loss | error of best | error of a move | bias | seconds each |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for path in problems {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let problems = obf::read_all(&text)
            .map(|(number, problem)| {
                let broken = || format!("{}, line {number}", path.display());
                Problem::new(&problem.with_context(broken)?).with_context(broken)
            })
            .collect::<Result<Vec<Problem>>>()?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        for &depth in &options.depth {
            let settings = Settings::default();
            let mut checker = Checker {
                engine: Engine::with_weights(settings, patterns.clone()),
                patterns: patterns.clone(),
                depth: depth.max(1),
            };
            println!(
                "| {name} | {} | {} |",
                problems.len(),
                checker.compare(&problems, options.moves)
            );
        }
    }
    Ok(())
}

/// Prints the errors of an evaluation against labels, by empty squares.
fn compare_labels(labels: &[Sample], patterns: &Trained) {
    println!("| empties | positions | RMSE | MAE | bias |\n|---|---|---|---|---|");
    for empties in 0..=60 {
        let mut errors = Vec::new();
        for sample in labels.iter().filter(|s| s.board.empties() == empties) {
            let units = patterns.evaluate(&patterns.state(sample.board), sample.board);
            errors.push(Score::from_units(units).discs() - f64::from(sample.score));
        }
        let count = errors.len() as f64;
        let mean = |of: &dyn Fn(f64) -> f64| errors.iter().map(|e| of(*e)).sum::<f64>() / count;
        if count > 0.0 {
            println!(
                "| {empties} | {count} | {:.2} | {:.2} | {:+.2} |",
                mean(&|error| error * error).sqrt(),
                mean(&f64::abs),
                mean(&|error| error),
            );
        }
    }
    println!();
}

/// An engine and its limits.
struct Checker {
    engine: Engine,
    patterns: Trained,
    depth: u32,
}

impl Checker {
    /// One line of numbers: how often the found move is a best one, the discs it loses, and the
    /// errors of the scores: of the best move, of every move, and with their sign.
    fn compare(&mut self, problems: &[Problem], every_move: bool) -> String {
        let (mut found, mut losses, mut best_errors) = (Vec::new(), Vec::new(), Vec::new());
        let mut errors: Vec<f64> = Vec::new();
        let mut seconds = 0.0;
        for problem in problems {
            let Some(truth) = problem.moves.iter().map(|&(_, score)| score).max() else {
                continue;
            };
            let start = Instant::now();
            let (square, judgement) = self.look(problem.board, self.depth);
            seconds += start.elapsed().as_secs_f64();
            let chosen = problem
                .moves
                .iter()
                .find(|(move_, _)| Some(*move_) == square);
            let loss = truth - chosen.map_or(-64, |&(_, score)| score);
            found.push(f64::from(u8::from(loss == 0)));
            losses.push(f64::from(loss));
            best_errors.push((judgement - f64::from(truth)).abs());
            for &(square, score) in problem.moves.iter().filter(|_| every_move) {
                if let Some(child) = problem.board.play(square) {
                    let judgement = -self.look(child, self.depth - 1).1;
                    errors.push(judgement - f64::from(score));
                }
            }
        }
        let sizes: Vec<f64> = errors.iter().map(|error| error.abs()).collect();
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
        let of_moves = if every_move {
            format!("{:.2} | {:+.2}", mean(&sizes), mean(&errors))
        } else {
            "– | –".to_owned()
        };
        format!(
            "{} | {:.1} % | {:.2} | {:.2} | {of_moves} | {:.4}",
            self.depth,
            100.0 * mean(&found),
            mean(&losses),
            mean(&best_errors),
            seconds / found.len().max(1) as f64,
        )
    }

    /// The best move and its score by the engine, in discs.
    fn look(&mut self, board: Board, depth: u32) -> (Option<Square>, f64) {
        if depth == 0 {
            let units = self.patterns.evaluate(&self.patterns.state(board), board);
            return (None, Score::from_units(units).discs());
        }
        self.engine.clear();
        let stop = AtomicBool::new(false);
        let limits = Limits::depth(depth);
        let analysis = self.engine.analyse(board, &limits, 1, &stop, &mut |_| {});
        (analysis.best().square(), analysis.best().score.discs())
    }
}
