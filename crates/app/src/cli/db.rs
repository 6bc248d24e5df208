//! Options of `reversi db`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use records::db::explore::By;
use records::db::years::Years;
use rules::Color;

/// Options of `reversi db`.
#[derive(Debug, Args)]
pub struct DbArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub command: DbCommand,
}

/// The subcommands of `reversi db`.
#[derive(Debug, Subcommand)]
pub enum DbCommand {
    /// Add games from files of any format; games that are there already are skipped
    Import(ImportArgs),
    /// Show statistics: games, players, openings and results, or the record of one player
    Stats(StatsArgs),
    /// Show which moves were played in a position, how often, and with what results
    Explore(ExploreArgs),
}

/// Options of `reversi db import`.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The database file; created if it does not exist
    #[arg(value_name = "GAMES.db")]
    pub database: PathBuf,
    /// Files of games: WTHOR (.wtb with its .jou and .trn beside it), GGF, SGF, PGN or
    /// transcripts; or folders of such files
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
}

/// Options of `reversi db stats`.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// The database file
    #[arg(value_name = "GAMES.db")]
    pub database: PathBuf,
    /// The record of one player; a part of the name is enough
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Print a JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// Options of `reversi db explore`.
#[derive(Debug, Args)]
pub struct ExploreArgs {
    /// The database file
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
    /// Group the games by move, by year or by player to move
    #[arg(long, value_enum, default_value = "move")]
    pub by: By,
    /// Number of newest games to list
    #[arg(long, value_name = "N", default_value = "5", allow_hyphen_values = true, value_parser = games)]
    pub games: usize,
    /// Print a JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

/// Maximum number of listed games.
const MOST_GAMES: usize = 10_000;

fn games(text: &str) -> Result<usize, String> {
    let wrong = || format!("it must be a whole number from 0 to {MOST_GAMES}");
    let number = text.parse().ok().filter(|number| *number <= MOST_GAMES);
    number.ok_or_else(wrong)
}
