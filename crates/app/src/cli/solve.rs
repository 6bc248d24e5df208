//! Options of `reversi solve`.

use std::fs;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::Args;
use jobs::cli::FarmArgs;

use super::SizeArg;

/// Maximum number of threads.
const MOST_THREADS: usize = 1024;

/// Maximum megabytes, if the memory of the machine is unknown.
const MOST_HASH: usize = 1 << 24;

/// Options of `reversi solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The problems: a problem file (.obf), - for problems from standard input, or a position: a
    /// board string, moves such as f5d6c3, a game in any format, a file that holds one, or the word
    /// start
    #[arg(required = true, value_name = "FILE|POSITION")]
    pub problems: Vec<String>,
    /// Find the score of every legal move, not only of the best one
    #[arg(long)]
    pub all_moves: bool,
    /// Compute only win, loss or draw, which is faster
    #[arg(long)]
    pub wld: bool,
    /// Split each position into many easier ones and solve those in parallel
    #[arg(long, conflicts_with = "all_moves")]
    pub split: bool,
    /// Number of search threads [default: one for each processor core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Megabytes for the transposition table; it takes them when it needs them [default: an eighth of
    /// the memory, 256 to 4096]
    #[arg(
        long,
        value_name = "MB",
        default_value_t = share_of_memory(8, 256, 4096),
        hide_default_value = true,
        allow_hyphen_values = true,
        value_parser = hash
    )]
    pub hash: usize,
    /// Solve only the problems on these lines of a file, as in 3, 1-5 or 1-5,9
    #[arg(long, value_name = "LINES", allow_hyphen_values = true)]
    pub only: Option<Lines>,
    /// Print a JSON object for each problem instead of a table
    #[arg(long)]
    pub json: bool,
    /// The board size of a position given by moves.
    #[command(flatten)]
    pub size: SizeArg,
    /// Where the problems are solved.
    #[command(flatten)]
    pub farm: FarmArgs,
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    within(text, MOST_THREADS)
        .ok_or_else(|| format!("it must be a whole number from 1 to {MOST_THREADS}"))
}

pub(super) fn hash(text: &str) -> Result<usize, String> {
    let most = memory().unwrap_or(MOST_HASH);
    within(text, most).ok_or_else(|| {
        format!(
            "it must be a whole number of megabytes from 1 to {most}, which is all there is here"
        )
    })
}

fn within(text: &str, most: usize) -> Option<usize> {
    text.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
}

/// The memory of this machine in megabytes, if the system reports it.
fn memory() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// A part of the memory of this machine in megabytes, within limits; the lower one if the system does
/// not report it.
pub(super) fn share_of_memory(part: usize, least: usize, most: usize) -> usize {
    memory().map_or(least, |memory| {
        (memory / part).clamp(least, most).min(memory.max(1))
    })
}

/// A set of line numbers, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines(Vec<RangeInclusive<usize>>);

impl Lines {
    /// True if the set contains a line.
    pub fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }
}

impl FromStr for Lines {
    type Err = String;

    /// Parses numbers and ranges separated by commas: `3`, `1-5`, `1..5`, `1-5,9`.
    fn from_str(text: &str) -> Result<Lines, String> {
        let range = |part: &str| {
            let ends = part.split_once("..").or_else(|| part.split_once('-'));
            let (first, last) = ends.unwrap_or((part, part));
            let first: usize = first.trim().parse().ok()?;
            let last = last.trim().parse().ok()?;
            (1 <= first && first <= last).then_some(first..=last)
        };
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        let wrong = || "it must be line numbers such as 3, 1-5 or 1-5,9".to_string();
        ranges.map(Lines).ok_or_else(wrong)
    }
}
