//! What `reversi db` is told.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use records::db::explore::By;
use records::db::years::Years;
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

/// More games than this are not listed.
const MOST_GAMES: usize = 10_000;

fn games(text: &str) -> Result<usize, String> {
    let wrong = || format!("it must be a whole number from 0 to {MOST_GAMES}");
    let number = text.parse().ok().filter(|number| *number <= MOST_GAMES);
    number.ok_or_else(wrong)
}
