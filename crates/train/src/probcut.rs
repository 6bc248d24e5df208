//! Measures the difference between shallow and deep searches, for multi-probcut.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use clap::Args;
use engine::{Engine, Evaluator, Limits, Network, Settings};
use rules::Board;

use crate::records;

/// Options of the measurement.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of training games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Number of positions to search, one from a game
    #[arg(long, default_value_t = 2000)]
    positions: usize,
    /// Search depth in the midgame
    #[arg(long, default_value_t = 10)]
    depth: u32,
    /// Number of empty squares of positions to search to the end
    #[arg(long, default_value_t = 20)]
    solve: u32,
}

/// Positions where one side is ahead by more discs than this are left out.
const DECIDED: f64 = 32.0;

/// Sums over the differences between two depths.
#[derive(Clone, Copy, Debug, Default)]
struct Differences {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Differences {
    fn add(&mut self, difference: f64) {
        self.count += 1.0;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// The root of the mean square, in discs.
    fn spread(self) -> f64 {
        (self.squares / self.count).sqrt()
    }
}

/// Differences by empty squares, shallow depth and deep depth; depth 0 is to the end of the game.
type Table = BTreeMap<(u32, u32, u32), Differences>;

/// Prints the measured deviations and the formulas fitted to them, for the engine's `probcut.rs`.
///
/// # Errors
/// When a file cannot be read or holds too few games.
pub fn run(options: &Options) -> Result<()> {
    let mut boards = Vec::new();
    for path in &options.games {
        let records = records::read_all(path)?;
        for (number, record) in records.iter().enumerate() {
            let positions = record.positions()?;
            // Another stage of the game each time.
            if !positions.is_empty() {
                boards.push(positions[number * 7 % positions.len()].board);
            }
        }
    }
    ensure!(!boards.is_empty(), "there are no games in these files");
    let every = (boards.len() / options.positions.max(1)).max(1);
    let mut table = Table::new();
    for board in boards.iter().step_by(every) {
        measure(*board, options, &mut table);
    }
    report("middle game", &table, |deep| deep != 0);
    report("to the end", &table, |deep| deep == 0);
    Ok(())
}

fn measure(board: Board, options: &Options, table: &mut Table) {
    let empties = board.empties();
    let depth = options.depth.min(empties.saturating_sub(1));
    let mut scores = vec![first_judgement(board)];
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 16,
    });
    let stop = AtomicBool::new(false);
    let limits = Limits {
        thorough: true,
        ..Limits::depth(depth)
    };
    engine.analyse(board, &limits, 1, &stop, &mut |analysis| {
        scores.push(analysis.best().score.discs());
    });
    // In decided positions cuts do not matter, and evaluations have larger errors.
    if scores.last().is_some_and(|score| score.abs() > DECIDED) {
        return;
    }
    let phase = empties / 4 * 4;
    for (deep, late) in scores.iter().enumerate() {
        for (shallow, early) in scores.iter().enumerate().take(deep) {
            if (deep - shallow) % 2 == 0 {
                let key = (phase, shallow as u32, deep as u32);
                table.entry(key).or_default().add(late - early);
            }
        }
    }
    if empties <= options.solve && empties >= 8 {
        let exact = engine.analyse(board, &Limits::exact(), 1, &stop, &mut |_| {});
        let exact = exact.best().score.discs();
        for (shallow, early) in scores.iter().enumerate() {
            let key = (empties / 2 * 2, shallow as u32, 0);
            table.entry(key).or_default().add(exact - early);
        }
    }
}

fn first_judgement(board: Board) -> f64 {
    let network = Network::embedded();
    let units = network.evaluate(&network.state(board), board);
    engine::Score::from_units(units).discs()
}

/// Fits the logarithm of the deviation and prints the result.
fn report(name: &str, table: &Table, belongs: impl Fn(u32) -> bool) {
    println!("## {name}\n\n| empties | shallow | deep | count | mean | spread | formula |");
    println!("|---|---|---|---|---|---|---|");
    let rows: Vec<_> = table
        .iter()
        .filter(|((.., deep), row)| belongs(*deep) && row.count >= 20.0)
        .collect();
    let mut equations = Equations::default();
    for ((empties, shallow, deep), row) in &rows {
        equations.add(
            &terms(*empties, *shallow, *deep),
            row.spread().ln(),
            row.count,
        );
    }
    let formula = equations.solve();
    for ((empties, shallow, deep), row) in &rows {
        let terms = terms(*empties, *shallow, *deep);
        let fitted: f64 = terms.iter().zip(formula).map(|(term, by)| term * by).sum();
        let mean = row.sum / row.count;
        println!(
            "| {empties} | {shallow} | {deep} | {} | {mean:+.2} | {:.2} | {:.2} |",
            row.count,
            row.spread(),
            fitted.exp()
        );
    }
    println!(
        "\nln(spread) = {formula:.4?} · [1, x, x², ln(shallow + 1), ln(deep + 1)], x = empties / 60\n"
    );
}

const TERMS: usize = 5;

fn terms(empties: u32, shallow: u32, deep: u32) -> [f64; TERMS] {
    let played = f64::from(empties) / 60.0;
    let log = |depth: u32| f64::from(depth + 1).ln();
    // To the end, few numbers of empty squares are measured: a curve would overfit.
    let curve = if deep == 0 { 0.0 } else { played * played };
    [1.0, played, curve, log(shallow), log(deep)]
}

/// Weighted least squares for a handful of terms.
#[derive(Default)]
struct Equations {
    left: [[f64; TERMS]; TERMS],
    right: [f64; TERMS],
}

impl Equations {
    fn add(&mut self, terms: &[f64; TERMS], value: f64, weight: f64) {
        for (row, term) in terms.iter().enumerate() {
            for (column, other) in terms.iter().enumerate() {
                self.left[row][column] += weight * term * other;
            }
            self.right[row] += weight * term * value;
        }
    }

    /// Gaussian elimination; a small ridge term keeps constant terms at 0.
    fn solve(mut self) -> [f64; TERMS] {
        for row in 0..TERMS {
            self.left[row][row] += 1e-6;
        }
        for row in 0..TERMS {
            for below in row + 1..TERMS {
                let by = self.left[below][row] / self.left[row][row];
                for column in row..TERMS {
                    self.left[below][column] -= by * self.left[row][column];
                }
                self.right[below] -= by * self.right[row];
            }
        }
        let mut solution = [0.0; TERMS];
        for row in (0..TERMS).rev() {
            let known: f64 = (row + 1..TERMS)
                .map(|column| self.left[row][column] * solution[column])
                .sum();
            solution[row] = (self.right[row] - known) / self.left[row][row];
        }
        solution
    }
}
