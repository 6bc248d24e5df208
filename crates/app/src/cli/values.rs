//! Option values that several commands share: sizes, seeds, numbers, usage errors.

use std::fmt;
use std::num::NonZero;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use clap::Args;
use engine::Method;
use play::{ComputerSpec, ParsePlayerError};
use rules::{Convention, Size};

/// The size of the board.
#[derive(Clone, Copy, Debug, Args)]
pub struct SizeArg {
    /// Board size: an even number from 4 to 26
    #[arg(short = 'n', long, default_value = "8", allow_hyphen_values = true)]
    size: Size,
}

impl SizeArg {
    /// The board size.
    pub fn get(self) -> Size {
        self.size
    }
}

/// A player of a game at the terminal, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatArg {
    /// A person.
    Human,
    /// A computer.
    Computer(ComputerSpec),
}

impl SeatArg {
    /// The computer, unless it is a person.
    pub fn computer(self) -> Option<ComputerSpec> {
        match self {
            SeatArg::Human => None,
            SeatArg::Computer(computer) => Some(computer),
        }
    }
}

impl FromStr for SeatArg {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<SeatArg, ParsePlayerError> {
        match text.parse() {
            Ok(computer) => Ok(SeatArg::Computer(computer)),
            Err(ParsePlayerError::Human) => Ok(SeatArg::Human),
            Err(error) => Err(error),
        }
    }
}

/// The random seed.
#[derive(Clone, Copy, Debug, Args)]
pub struct SeedArg {
    /// Random seed; the same seed gives the same game
    #[arg(long, allow_hyphen_values = true, value_parser = seed)]
    seed: Option<u64>,
}

fn seed(text: &str) -> Result<u64, String> {
    let wrong = |_| format!("it must be a whole number from 0 to {}", u64::MAX);
    text.parse().map_err(wrong)
}

impl SeedArg {
    /// The given seed, or a default.
    pub fn or(self, seed: u64) -> u64 {
        self.seed.unwrap_or(seed)
    }

    /// The given seed, or a random one.
    pub fn seed(self) -> u64 {
        self.seed.unwrap_or_else(|| {
            use std::hash::{BuildHasher, RandomState};
            RandomState::new().hash_one(0)
        })
    }
}

/// The default number of threads: one for each processor core.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Parses a pause in seconds.
pub fn pause(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it must be a number of seconds from 0 to 3600".to_string()),
    }
}

/// Parses a whole number in a range.
pub(super) fn within<T: FromStr + PartialOrd + fmt::Display>(
    text: &str,
    least: T,
    most: T,
) -> Result<T, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (&least..=&most).contains(&number))
        .ok_or_else(|| format!("it must be a whole number from {least} to {most}"))
}

/// Parses a perft convention.
pub(super) fn convention(text: &str) -> Result<Convention, String> {
    match text.to_ascii_lowercase().as_str() {
        "a" => Ok(Convention::A),
        "b" => Ok(Convention::B),
        "c" => Ok(Convention::C),
        _ => Err("it must be a, b or c".to_string()),
    }
}

/// The options of the command line contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage(pub &'static str);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Usage {}

/// A search method, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MethodArg {
    /// Visit every branch.
    Minimax,
    /// Skip branches that cannot change the result.
    #[value(alias = "alphabeta")]
    AlphaBeta,
}

impl From<MethodArg> for Method {
    fn from(method: MethodArg) -> Method {
        match method {
            MethodArg::Minimax => Method::Minimax,
            MethodArg::AlphaBeta => Method::AlphaBeta,
        }
    }
}
