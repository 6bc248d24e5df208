//! Options of `reversi book`, and the choice of the opening book of a game.

use std::time::Duration;

use clap::{Args, Subcommand};
use engine::book::MOST_POSITIONS;

use super::solve::{hash, threads};
use super::values::within;

/// The opening book of a game.
#[derive(Clone, Debug, Args)]
pub struct BookChoice {
    /// The opening book that the engine plays its first moves from, at level 10 and above: a file,
    /// or the word default for the one that comes with the program [default: default]
    #[arg(long, value_name = "BOOK")]
    pub book: Option<String>,
    /// Do not use an opening book: the engine searches from the first move
    #[arg(long, conflicts_with = "book")]
    pub no_book: bool,
}

impl BookChoice {
    /// No book.
    pub const NONE: BookChoice = BookChoice {
        book: None,
        no_book: true,
    };
}

/// Options of `reversi book`.
#[derive(Debug, Args)]
pub struct BookArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub command: BookCommand,
}

/// The subcommands of `reversi book`.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Create a book or extend one, by searching the positions that good play leads to
    Build(BuildArgs),
    /// Add the positions of games to a book
    Add(AddArgs),
    /// Show the entry of a position, or statistics of a book
    Show(ShowArgs),
    /// Check that a book is consistent, and measure the error of its scores
    Check(CheckArgs),
}

/// How positions are searched.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Search depth in moves [default: that of the start position, 20 in a new book]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = ahead)]
    pub depth: Option<u32>,
    /// Number of positions searched in parallel [default: one for each processor core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Megabytes of memory for each parallel search
    #[arg(
        long,
        value_name = "MB",
        default_value = "32",
        allow_hyphen_values = true,
        value_parser = hash
    )]
    pub hash: usize,
}

/// Options of `reversi book build`.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The book file; created if it does not exist, otherwise extended
    #[arg(value_name = "FILE")]
    pub book: String,
    /// Number of positions that the book should have
    #[arg(long, value_name = "N", default_value = "1000", allow_hyphen_values = true, value_parser = positions)]
    pub positions: usize,
    /// How they are searched.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Start no new search after this many seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds)]
    pub seconds: Option<Duration>,
    /// Do not search positions after more moves than this
    #[arg(long, value_name = "MOVES", default_value = "30", allow_hyphen_values = true, value_parser = plies)]
    pub plies: u32,
    /// Start with the positions of these games, as add does
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    pub from: Vec<String>,
    /// Use only positions that at least this many of these games reach
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true, value_parser = games, requires = "from")]
    pub at_least: usize,
}

/// Options of `reversi book add`.
#[derive(Debug, Args)]
pub struct AddArgs {
    /// The book file
    #[arg(value_name = "FILE")]
    pub book: String,
    /// Games from the usual start: files, or moves such as f5d6c3
    #[arg(value_name = "GAMES", required = true)]
    pub games: Vec<String>,
    /// Number of moves of each game to add
    #[arg(long, value_name = "MOVES", default_value = "20", allow_hyphen_values = true, value_parser = plies)]
    pub plies: u32,
    /// Add only positions that at least this many of the games reach
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true, value_parser = games)]
    pub at_least: usize,
    /// How they are searched.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Start no new search after this many seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds)]
    pub seconds: Option<Duration>,
}

/// Options of `reversi book show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// A file, or the word default for the book that comes with the program
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// Moves such as f5d6c3, or a position in any other form; without it, statistics of the book
    #[arg(value_name = "MOVES|POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Print a JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Options of `reversi book check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// A file, or the word default for the book that comes with the program
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// Also search some positions this many moves deep and compare the scores
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = ahead)]
    pub deeper: Option<u32>,
    /// Number of positions to compare
    #[arg(long, value_name = "N", default_value = "20", allow_hyphen_values = true, value_parser = positions, requires = "deeper")]
    pub count: usize,
    /// Number of search threads [default: one for each processor core]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = threads,
        requires = "deeper"
    )]
    pub threads: Option<usize>,
}

fn ahead(text: &str) -> Result<u32, String> {
    within(text, 1, 60)
}

fn plies(text: &str) -> Result<u32, String> {
    within(text, 0, 60)
}

fn positions(text: &str) -> Result<usize, String> {
    within(text, 1, MOST_POSITIONS)
}

fn games(text: &str) -> Result<usize, String> {
    within(text, 1, usize::MAX)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "it must be a number of seconds from 0 up".to_string();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}
