//! What `reversi review` is told.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::Level;
use jobs::cli::FarmArgs;
use play::review::Effort;
use rules::Size;

use super::SizeArg;
use super::solve::{hash, threads};

/// How far to look ahead unless told otherwise: a game of 60 moves then takes some ten seconds on
/// one core.
const USUAL: Level = Level::new(20).unwrap();

/// Options of the review.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// The game: its moves, as in f5d6c3…, or a file with a recorded game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Of a file with several games, the one with this number; without it, the last
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number)]
    pub number: Option<usize>,
    /// Review all games of a file, several at once, and print a line for each
    #[arg(long, conflicts_with = "number")]
    pub all: bool,
    /// How many moves to look ahead; from twice as many empty squares on, up to 24, the game is
    /// solved [default: 20]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        conflicts_with = "time"
    )]
    pub level: Option<Level>,
    /// Think for about so many seconds about each move instead
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = time)]
    pub time: Option<Duration>,
    /// Solve positions with at most so many empty squares, whatever the level
    #[arg(long, value_name = "EMPTIES", allow_hyphen_values = true, value_parser = exact)]
    pub exact: Option<u32>,
    /// How many threads to search with; with --all, how many games to review at once [default: one
    /// for each processor core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Megabytes for the table of positions already seen; with --all, for each game at once
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
    /// Also draw the graph of the game as a picture, into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Also write the game with comments and better lines, in GGF
    #[arg(long, value_name = "FILE")]
    pub ggf: Option<PathBuf>,
    /// Also write the game with comments and better lines, in SGF
    #[arg(long, value_name = "FILE")]
    pub sgf: Option<PathBuf>,
    /// How large the board of a game given by moves is.
    #[command(flatten)]
    pub size: SizeArg,
    /// Where all games of a file are reviewed.
    #[command(flatten)]
    pub farm: FarmArgs,
}

impl ReviewArgs {
    /// How far to look on a board of a size.
    pub fn effort(&self, size: Size) -> Effort {
        let effort = match self.time {
            Some(time) => Effort::time(time, size),
            None => Effort::level(self.level.unwrap_or(USUAL), size),
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
