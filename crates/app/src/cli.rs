//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use engine::{Level, Method, Opponent};
use play::Player;
use rules::{Color, Convention, Size};

use crate::draw::Style;
use crate::guided::text::Language;

/// Play, teach and study Reversi.
///
/// Without a command, starts the console: type `help` there.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What the console is started with.
    #[command(flatten)]
    pub console: ConsoleArgs,
    /// WALL-E against R2-D2 (also written -testai)
    #[arg(long)]
    pub testai: bool,
    /// What to do instead of starting the console.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// A guided game: against the computer, against each other, or just watch
    Play(PlayArgs),
    /// Computer against computer
    Demo(DemoArgs),
    /// Draw how an opponent looks ahead: minimax and alpha-beta as a tree
    Explain(ExplainArgs),
    /// Count the leaves of the game tree
    Perft(PerftArgs),
}

/// Options of the console.
#[derive(Debug, Args)]
pub struct ConsoleArgs {
    /// Board size: an even number from 4 to 26
    #[arg(short = 'n', long, default_value = "8", allow_hyphen_values = true)]
    pub size: Size,
    /// Level: how many moves ahead the computer looks [default: 1]
    #[arg(short = 'd', long, allow_hyphen_values = true)]
    pub level: Option<Level>,
    /// Mark your legal squares with *
    #[arg(short = 'l', long)]
    pub legal: bool,
    /// Play white, which moves second
    #[arg(short = 'w', long)]
    pub white: bool,
    /// The computer's way of playing: engine, discs, corners-edges, positional, roxanne, walle,
    /// greedy or random
    #[arg(long, default_value = "engine", value_name = "NAME")]
    pub opponent: Opponent,
    /// What settles the computer's choice among equal moves.
    #[command(flatten)]
    pub seed: SeedArg,
}

/// The seed of everything left to chance.
#[derive(Clone, Copy, Debug, Args)]
pub struct SeedArg {
    /// Settles the choice among equal moves: the same seed gives the same game again
    #[arg(long)]
    seed: Option<u64>,
}

impl SeedArg {
    /// The seed asked for, or another one every time.
    pub fn seed(self) -> u64 {
        self.seed.unwrap_or_else(|| {
            use std::hash::{BuildHasher, RandomState};
            RandomState::new().hash_one(0)
        })
    }
}

/// Where a game begins, how it looks and where it is written down.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// Board size: an even number from 4 to 26
    #[arg(short = 'n', long, default_value = "8", allow_hyphen_values = true)]
    pub size: Size,
    /// Begin from the mirror image of the usual start
    #[arg(long, conflicts_with = "position")]
    pub mirrored: bool,
    /// Begin from a position: a board string, moves such as f5d6c3, or a file
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// How the board looks
    #[arg(long, value_enum)]
    pub style: Option<Style>,
    /// Add every game to this file (GGF), move by move
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Seconds to pause after each move of a computer against a computer
    #[arg(long, value_name = "SECONDS", value_parser = pause)]
    pub pause: Option<Duration>,
    /// What settles the computers' choice among equal moves.
    #[command(flatten)]
    pub seed: SeedArg,
    /// Language: en or el
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
}

/// Reads a pause in seconds.
pub fn pause(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it must be a number of seconds from 0 to 3600".to_string()),
    }
}

/// Options of the guided game.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// How many people play: 0 (watch), 1 or 2
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=2))]
    pub players: Option<u8>,
    /// Your name; for two players give it twice, the first is black
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// How many moves ahead the computer looks
    #[arg(long, allow_hyphen_values = true)]
    pub level: Option<Level>,
    /// Your colour: dark (black, moves first) or light (white)
    #[arg(long)]
    pub color: Option<Color>,
    /// Whom to play against: NAME or NAME:LEVEL, as in walle:5
    #[arg(long, value_name = "PLAYER")]
    pub opponent: Option<Player>,
    /// Who plays black: human, or NAME or NAME:LEVEL
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["players", "color", "opponent"])]
    pub black: Option<Player>,
    /// Who plays white: human, or NAME or NAME:LEVEL
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["players", "color", "opponent"])]
    pub white: Option<Player>,
    /// Where the game begins and how it looks.
    #[command(flatten)]
    pub game: GameArgs,
}

/// Options of a game between computers.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Who plays black: NAME or NAME:LEVEL, as in walle:5
    #[arg(long, value_name = "PLAYER", default_value = "engine:3")]
    pub black: Player,
    /// Who plays white: NAME or NAME:LEVEL
    #[arg(long, value_name = "PLAYER", default_value = "engine:3")]
    pub white: Player,
    /// Where the game begins and how it looks.
    #[command(flatten)]
    pub game: GameArgs,
}

/// Options of the drawn search.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The position: a board string, moves such as f5d6c3, a file, or the word start
    #[arg(required_unless_present = "example", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Board size, for a position given by moves
    #[arg(short = 'n', long, default_value = "8", allow_hyphen_values = true)]
    pub size: Size,
    /// How many moves to look ahead; without it, the player's level
    #[arg(long, allow_hyphen_values = true)]
    pub depth: Option<Level>,
    /// Whose judgement to use: NAME or NAME:LEVEL
    #[arg(long, default_value = "walle:3")]
    pub player: Player,
    /// minimax looks at everything, alpha-beta skips what cannot matter
    #[arg(long, value_enum, default_value = "alpha-beta")]
    pub method: MethodArg,
    /// Also draw the tree as a picture, into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Explain a small tree of numbers instead of a position
    #[arg(long, conflicts_with = "position")]
    pub example: bool,
}

/// A way to search, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MethodArg {
    /// Look at everything.
    Minimax,
    /// Skip what cannot change the answer.
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

/// Options of the leaf count.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// How many plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// Board size: an even number from 4 to 26
    #[arg(short = 'n', long, default_value = "8", allow_hyphen_values = true)]
    pub size: Size,
    /// a: a pass is a ply, a finished game a leaf. b: a pass is a ply, a finished game no leaf.
    /// c: a pass is no ply, a finished game a leaf
    #[arg(long, value_parser = convention, default_value = "a")]
    pub convention: Convention,
}

fn convention(text: &str) -> Result<Convention, String> {
    match text.to_ascii_lowercase().as_str() {
        "a" => Ok(Convention::A),
        "b" => Ok(Convention::B),
        "c" => Ok(Convention::C),
        _ => Err("it must be a, b or c".to_string()),
    }
}
