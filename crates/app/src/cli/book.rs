//! What `reversi book` is told, and which book a game is played with.

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
    /// Let the engine think from the first move on
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

/// Options of the tools for books.
#[derive(Debug, Args)]
pub struct BookArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: BookCommand,
}

/// What can be done with books.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Make a book, or let one grow: search the positions that good play leads to
    Build(BuildArgs),
    /// Add the positions of games to a book
    Add(AddArgs),
    /// Show what a book says about a position
    Show(ShowArgs),
    /// See whether a book fits together, and how far its scores are off
    Check(CheckArgs),
}

/// How positions are searched.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// How many moves ahead to search [default: as far as the start was, in a new book 20]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = ahead)]
    pub depth: Option<u32>,
    /// How many positions to search side by side [default: one for each processor core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Megabytes of memory for each of them
    #[arg(
        long,
        value_name = "MB",
        default_value = "32",
        allow_hyphen_values = true,
        value_parser = hash
    )]
    pub hash: usize,
}

/// Options of the making of books.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The file: made if it does not exist, else continued
    #[arg(value_name = "FILE")]
    pub book: String,
    /// How many positions the book shall have
    #[arg(long, value_name = "N", default_value = "1000", allow_hyphen_values = true, value_parser = positions)]
    pub positions: usize,
    /// How they are searched.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Begin no search after this many seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds)]
    pub seconds: Option<Duration>,
    /// Search no position after more moves than this
    #[arg(long, value_name = "MOVES", default_value = "30", allow_hyphen_values = true, value_parser = plies)]
    pub plies: u32,
    /// Begin with the positions of these games, as add does
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    pub from: Vec<String>,
    /// Of their positions, take those that this many of them reach
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true, value_parser = games, requires = "from")]
    pub at_least: usize,
}

/// Options of the adding of games.
#[derive(Debug, Args)]
pub struct AddArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub book: String,
    /// Games from the usual start: files, or moves such as f5d6c3
    #[arg(value_name = "GAMES", required = true)]
    pub games: Vec<String>,
    /// How many of their moves to add
    #[arg(long, value_name = "MOVES", default_value = "20", allow_hyphen_values = true, value_parser = plies)]
    pub plies: u32,
    /// Add only the positions that this many of the games reach
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true, value_parser = games)]
    pub at_least: usize,
    /// How they are searched.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Begin no search after this many seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds)]
    pub seconds: Option<Duration>,
}

/// Options of the look into a book.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// A file, or the word default for the book that comes with the program
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// Moves such as f5d6c3, or a position in any other way; without it, what the book holds
    #[arg(value_name = "MOVES|POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Print a JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Options of the check.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// A file, or the word default for the book that comes with the program
    #[arg(value_name = "BOOK")]
    pub book: String,
    /// Also search some of its positions this many moves ahead, and compare
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = ahead)]
    pub deeper: Option<u32>,
    /// How many of them
    #[arg(long, value_name = "N", default_value = "20", allow_hyphen_values = true, value_parser = positions, requires = "deeper")]
    pub count: usize,
    /// How many threads to search with [default: one for each processor core]
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
