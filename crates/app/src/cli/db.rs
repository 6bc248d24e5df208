//! What `reversi db` is told.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use rules::Color;

/// Options of the game database.
#[derive(Debug, Args)]
pub struct DbArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub command: DbCommand,
}

/// What can be done with a game database.
#[derive(Debug, Subcommand)]
pub enum DbCommand {
    /// Add games from files of any kind; those that are there already are left alone
    Import(ImportArgs),
    /// What is in a database: games, players, openings and results, or one player's record
    Stats(StatsArgs),
    /// What was played in a position, how often, and with what success
    Explore(ExploreArgs),
}

/// Options of the import.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The database; it is made if it does not exist
    #[arg(value_name = "GAMES.db")]
    pub database: PathBuf,
    /// Files of games: WTHOR (.wtb with its .jou and .trn beside it), GGF, SGF, PGN or
    /// transcripts; or folders of such files
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
}

/// Options of the statistics.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// The database
    #[arg(value_name = "GAMES.db")]
    pub database: PathBuf,
    /// The record of one player; a part of the name is enough
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Print a JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// Options of the explorer.
#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// The database
    #[arg(value_name = "GAMES.db")]
    pub database: PathBuf,
    /// The position: moves such as f5d6c3, a board string, a file with a saved position or a
    /// recorded game, or the word start [default: start]
    #[arg(value_name = "POSITION")]
    pub position: Vec<String>,
    /// Only games of this player; a part of the name is enough
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only games in which the player of --player had this colour: black or white
    #[arg(long = "as", value_name = "COLOR", requires = "player")]
    pub color: Option<Color>,
    /// Only games of these years, as in 1997, 1990-1999, 2010- or -1989
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    pub year: Option<Years>,
    /// What to count apart: moves, years, or players of the side to move
    #[arg(long, value_enum, default_value = "move")]
    pub by: By,
    /// How many of the newest games to list
    #[arg(long, value_name = "N", default_value = "5", allow_hyphen_values = true, value_parser = games)]
    pub games: usize,
    /// Print a JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

/// What games in a position are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// What was played.
    Move,
    /// When the game was played.
    Year,
    /// Who was to move.
    Player,
}

/// More games than this are not listed.
const MOST_GAMES: usize = 10_000;

fn games(text: &str) -> Result<usize, String> {
    let wrong = || format!("it must be a whole number from 0 to {MOST_GAMES}");
    let number = text.parse().ok().filter(|number| *number <= MOST_GAMES);
    number.ok_or_else(wrong)
}

/// The years that dates can have.
const FIRST_YEAR: u16 = 1;
const LAST_YEAR: u16 = 9999;

/// A span of years, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Years {
    first: u16,
    last: u16,
}

impl Years {
    /// Whether a game of some year is meant; one of an unknown year is not.
    pub fn contains(self, year: Option<u16>) -> bool {
        year.is_some_and(|year| (self.first..=self.last).contains(&year))
    }
}

impl fmt::Display for Years {
    /// `1997`, `1990–1999`, `2010–` or `–1989`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.last) {
            (first, last) if first == last => write!(f, "{first}"),
            (FIRST_YEAR, last) => write!(f, "–{last}"),
            (first, LAST_YEAR) => write!(f, "{first}–"),
            (first, last) => write!(f, "{first}–{last}"),
        }
    }
}

impl FromStr for Years {
    type Err = String;

    /// Reads `1997`, `1990-1999` (also `1990..1999`), `2010-` or `-1989`.
    fn from_str(text: &str) -> Result<Years, String> {
        let wrong = "it must be a year or years such as 1997, 1990-1999, 2010- or -1989";
        let ends = text.split_once("..").or_else(|| text.split_once('-'));
        let (first, last) = ends.unwrap_or((text, text));
        let year = |text: &str, open: u16| match text.trim() {
            "" if ends.is_some() => Some(open),
            text => text
                .parse()
                .ok()
                .filter(|year| (FIRST_YEAR..=LAST_YEAR).contains(year)),
        };
        let years = year(first, FIRST_YEAR).zip(year(last, LAST_YEAR));
        let both_open = first.trim().is_empty() && last.trim().is_empty();
        match years {
            Some((first, last)) if first <= last && !both_open => Ok(Years { first, last }),
            _ => Err(wrong.to_string()),
        }
    }
}
