//! Comparison of the solver's answers with the file's, and totals over all problems.

use std::time::Duration;

use engine::{Analysis, Kind, Line};
use rules::Point;
use rules::formats::obf::Problem;

use crate::score_text::result;

/// The file's answer beside the solver's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The score in the file.
    pub expected: i32,
    /// The difference of the solver's score; `None` when only the winner was searched.
    pub error: Option<u32>,
    /// Statements of the file that the solver contradicts, each in a few words.
    pub objections: Vec<String>,
}

impl Comparison {
    /// Compares an answer with the file's. `None` when the file has none, or the solver was
    /// stopped before it had one.
    ///
    /// Every line of the answer is compared with the file's score of its move. With win, loss or
    /// draw, only the winner is compared.
    #[must_use]
    pub fn of(problem: &Problem, analysis: &Analysis) -> Option<Comparison> {
        let expected = problem.best_score()?;
        let best = analysis.best();
        if !is_final(best) {
            return None;
        }
        let mut objections = Vec::new();
        if !agrees(best, expected) {
            objections.push(match best_moves(problem) {
                moves if moves.is_empty() => told(best, expected),
                moves => format!("{} with {moves}", told(best, expected)),
            });
        }
        for (index, line) in analysis.lines.iter().enumerate() {
            // The score of the best move has been compared already if it is also the file's best.
            let compared = |score| index == 0 && score == expected;
            if let Some(square) = line.square()
                && let Some(score) = problem.score_of(Point::from(square))
                && is_final(line)
                && !agrees(line, score)
                && !compared(score)
            {
                objections.push(format!("{} for {square}", told(line, score)));
            }
        }
        let exact = best.kind.is_exact();
        Some(Comparison {
            expected,
            error: exact.then(|| best.score.rounded().abs_diff(expected)),
            objections,
        })
    }

    /// Whether the solver agrees with the file.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.objections.is_empty()
    }
}

/// Whether the score of a line is final.
fn is_final(line: &Line) -> bool {
    matches!(line.kind, Kind::Exact | Kind::WinLossDraw)
}

fn agrees(line: &Line, score: i32) -> bool {
    if line.kind.is_exact() {
        line.score.rounded() == score
    } else {
        line.score.rounded().signum() == score.signum()
    }
}

/// The file's score, in the solver's terms.
fn told(line: &Line, score: i32) -> String {
    if line.kind.is_exact() {
        format!("{score:+}")
    } else {
        result(score).to_string()
    }
}

fn best_moves(problem: &Problem) -> String {
    let names: Vec<String> = problem
        .scores
        .iter()
        .filter(|&&(_, score)| Some(score) == problem.best_score())
        .map(|(point, _)| point.to_string())
        .collect();
    names.join(" ")
}

/// Totals over the problems so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Problems solved.
    pub solved: usize,
    /// Problems with an answer in the file.
    pub judged: usize,
    /// Problems with the same answer.
    pub right: usize,
    /// Problems whose exact scores were compared, and the sum of the differences.
    pub errors: (usize, u32),
    /// Lines without a solvable problem.
    pub skipped: usize,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Totals {
    /// Counts an answer.
    pub fn add(&mut self, analysis: &Analysis, comparison: Option<&Comparison>) {
        self.solved += usize::from(is_final(analysis.best()));
        self.nodes += analysis.nodes;
        self.time += analysis.time;
        if let Some(comparison) = comparison {
            self.judged += 1;
            self.right += usize::from(comparison.is_right());
            if let Some(error) = comparison.error {
                self.errors.0 += 1;
                self.errors.1 += error;
            }
        }
    }

    /// Whether every problem was solved and no file disagrees.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.right == self.judged && self.skipped == 0
    }

    /// The mean absolute difference of the exact scores; `None` when none was compared.
    #[must_use]
    pub fn mean_absolute_error(&self) -> Option<f64> {
        let (count, sum) = self.errors;
        (count > 0).then(|| f64::from(sum) / count as f64)
    }
}
