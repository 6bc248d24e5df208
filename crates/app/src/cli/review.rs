//! Options of `reversi review`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::Level;
use jobs::cli::FarmArgs;
use play::review::Effort;
use rules::Size;

use super::SizeArg;
use super::solve::{hash, threads};
use crate::text::Language;

/// The default search depth: a game of 60 moves takes about ten seconds on one core.
const DEFAULT_LEVEL: Level = Level::new(20).unwrap();

/// Options of `reversi review`.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// The game: its moves, as in f5d6c3…, or a file with a recorded game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The number of the game in a file of several games [default: the last]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number)]
    pub number: Option<usize>,
    /// Review all games of a file in parallel and print a line for each
    #[arg(long, conflicts_with = "number")]
    pub all: bool,
    /// Search depth in moves, deeper in the middle of the game [default: 20]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        conflicts_with = "time"
    )]
    pub level: Option<Level>,
    /// Search for about this many seconds per move instead of a fixed depth
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = time)]
    pub time: Option<Duration>,
    /// Solve positions with at most this many empty squares [default: twice the level, up to 24; up to 28
    /// on 6×6 and 4×4]
    #[arg(long, value_name = "EMPTIES", allow_hyphen_values = true, value_parser = exact)]
    pub exact: Option<u32>,
    /// Number of search threads; with --all, number of games reviewed in parallel [default: one for
    /// each processor core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Megabytes for the transposition table; with --all, for each game reviewed in parallel
    #[arg(
        long,
        value_name = "MB",
        default_value = "64",
        allow_hyphen_values = true,
        value_parser = hash
    )]
    pub hash: usize,
    /// Print a JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// Language of the sentences that explain mistakes [default: that of the locale]
    #[arg(long, value_enum, conflicts_with_all = ["json", "all"])]
    pub lang: Option<Language>,
    /// Also draw the graph of the game as a picture, into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Also write the game with comments and better lines, in GGF
    #[arg(long, value_name = "FILE")]
    pub ggf: Option<PathBuf>,
    /// Also write the game with comments and better lines, in SGF
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// The board size of a game given by moves.
    #[command(flatten)]
    pub size: SizeArg,
    /// Where the games of --all are reviewed.
    #[command(flatten)]
    pub farm: FarmArgs,
}

impl ReviewArgs {
    /// The search limits on a board size.
    pub fn effort(&self, size: Size) -> Effort {
        let effort = match self.time {
            Some(time) => Effort::time(time, size),
            None => Effort::level(self.level.unwrap_or(DEFAULT_LEVEL), size),
        };
        Effort {
            exact: self.exact.unwrap_or(effort.exact),
            ..effort
        }
    }
}

fn time(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it must be a number of seconds, more than 0 and up to 3600".to_string()),
    }
}

fn exact(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| *number <= 60);
    number.ok_or_else(|| "it must be a number of empty squares from 0 to 60".to_string())
}

fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "games are counted from 1".to_string())
}
