//! The command line, parsed by clap: one module for each command; `values` has option values that
//! several commands share.

mod book;
mod contender;
mod convert;
mod cup;
mod cup_check;
mod cup_intake;
mod db;
mod farm;
mod matches;
mod opening_source;
mod openings;
mod picture;
mod review;
mod sandbox;
mod serve;
mod solve;
mod times;
mod values;
mod web;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use engine::Level;
use play::{Computer, ComputerSpec};
use rules::{Color, Convention};

use crate::draw::Style;
use crate::text::Language;
pub use book::{
    AddArgs, BookArgs, BookChoice, BookCommand, BuildArgs, CheckArgs, SearchArgs, ShowArgs,
};
pub use contender::Contender;
pub use convert::ConvertArgs;
pub use cup::{CupArgs, CupCommand, CupShowArgs, ForfeitArgs, GameRulingArgs, WithdrawArgs};
pub use cup_check::CupCheckArgs;
pub use cup_intake::{CupIntakeArgs, CupStarterArgs, Language as StarterLanguage};
pub use db::{DbArgs, DbCommand, ExploreArgs, ImportArgs, StatsArgs};
pub use farm::{FarmCommand, FarmCommandArgs, ForgetArgs, InitArgs, StatusArgs, WorkerArgs};
pub use matches::MatchArgs;
pub use opening_source::OpeningsArg;
pub use openings::OpeningsArgs;
pub use picture::PictureArgs;
pub use review::ReviewArgs;
pub use sandbox::SandboxArgs;
pub use serve::{EngineArgs, ServeArgs};
pub use solve::SolveArgs;
pub use values::SeatArg;
use values::convention;
pub use values::{MethodArg, SeedArg, SizeArg, Usage, cores, pause};
pub use web::WebArgs;

/// Play, teach and study Reversi.
///
/// Without a command, starts the console: type `help` there.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Options of the console.
    #[command(flatten)]
    pub console: ConsoleArgs,
    /// WALL-E against R2-D2 (also written -testai)
    #[arg(long, conflicts_with_all = ["legal", "white"])]
    pub testai: bool,
    /// The command, if not the console.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// A guided game: against the computer, against each other, or just watch
    Play(PlayArgs),
    /// Play, learn and analyse in a browser; with --listen also from other computers
    Web(Box<WebArgs>),
    /// Computer against computer
    Demo(DemoArgs),
    /// Show how an opponent searches: minimax and alpha-beta as a tree
    Explain(ExplainArgs),
    /// Review a game: the loss of every move, better moves, and the turning points
    Review(ReviewArgs),
    /// Solve positions: the best move and the exact score, for a file of problems or one position
    Solve(SolveArgs),
    /// Convert a file of games or positions into another format
    Convert(ConvertArgs),
    /// A database of games: the moves played in a position, how often, and with what results
    Db(DbArgs),
    /// Run a tournament of programs: knock-out, round robin, Swiss or gauntlet
    Cup(CupArgs),
    /// Build, show or check an opening book
    Book(BookArgs),
    /// List openings by name: all of them, those that follow some moves, or those matching a name
    Openings(OpeningsArgs),
    /// Draw a position or a whole game: as SVG, PNG or GIF
    Picture(PictureArgs),
    /// Play many games between players or programs and estimate which is stronger
    Match(Box<MatchArgs>),
    /// Run jobs of a farm: solve, review and play for commands that run with --farm
    Worker(WorkerArgs),
    /// Show the state of a farm, or delete its batches
    Farm(FarmCommandArgs),
    /// Serve the engine over the Go Text Protocol, for GoGui or Quarry
    Gtp(ServeArgs),
    /// Serve the engine to NBoard
    Nboard(ServeArgs),
    /// Serve the engine to Cassio
    Cassio(EngineArgs),
    /// Count the leaves of the game tree
    Perft(PerftArgs),
    /// Search a fixed set of positions and print the node count, which is the same on every machine
    Bench,
}

/// Options of the console.
#[derive(Debug, Args)]
pub struct ConsoleArgs {
    /// The board size.
    #[command(flatten)]
    pub size: SizeArg,
    /// Level: search depth of the computer in moves [default: 1]
    #[arg(short = 'd', long, allow_hyphen_values = true)]
    pub level: Option<Level>,
    /// Mark your legal squares with *
    #[arg(short = 'l', long)]
    pub legal: bool,
    /// Play white, which moves second
    #[arg(short = 'w', long)]
    pub white: bool,
    /// The computer player: a rival from rival:1 to rival:20, rival:auto, which follows your results,
    /// or engine, discs, corners-edges, positional, roxanne, walle, greedy or random, optionally
    /// with a level, as in walle:5
    #[arg(
        long,
        default_value = "engine",
        value_name = "PLAYER",
        conflicts_with = "testai"
    )]
    pub opponent: ComputerSpec,
    /// The opening book.
    #[command(flatten)]
    pub book: BookChoice,
    /// The seed of ties between equal moves.
    #[command(flatten)]
    pub seed: SeedArg,
}

/// Options of a game at the terminal: start position, appearance, record.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// The board size.
    #[command(flatten)]
    pub size: SizeArg,
    /// Start from the mirrored start position
    #[arg(long, conflicts_with = "position")]
    pub mirrored: bool,
    /// Start from a position: a board string, moves such as f5d6c3, a game in any format, or a file
    /// that holds one
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Style of the board
    #[arg(long, value_enum)]
    pub style: Option<Style>,
    /// Add every game to this file, in GGF
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Seconds to pause after each move of a computer against a computer
    #[arg(long, value_name = "SECONDS", value_parser = pause)]
    pub pause: Option<Duration>,
    /// The opening book.
    #[command(flatten)]
    pub book: BookChoice,
    /// The seed of ties between equal moves.
    #[command(flatten)]
    pub seed: SeedArg,
    /// Language [default: that of the locale]
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
}

impl GameArgs {
    /// A game from the usual start with default options.
    pub fn plain(size: SizeArg, seed: SeedArg) -> GameArgs {
        GameArgs {
            size,
            mirrored: false,
            position: None,
            style: None,
            record: None,
            pause: None,
            book: BookChoice::NONE,
            seed,
            lang: None,
        }
    }
}

/// Options of the guided game.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Number of people: 0 (watch), 1 or 2
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=2))]
    pub players: Option<u8>,
    /// Your name; give it twice for two players, the first is black
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// Search depth of the engine or a classic opponent in moves
    #[arg(long, allow_hyphen_values = true)]
    pub level: Option<Level>,
    /// Your colour: dark (black, moves first) or light (white)
    #[arg(long)]
    pub color: Option<Color>,
    /// The computer player: rival:1 to rival:20, rival:auto, which follows your results, or NAME or
    /// NAME:LEVEL, as in walle:5
    #[arg(long, value_name = "PLAYER")]
    pub opponent: Option<ComputerSpec>,
    /// The black player: human, or NAME or NAME:LEVEL, as in rival:5
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["players", "color", "opponent", "level"])]
    pub black: Option<SeatArg>,
    /// The white player: human, or NAME or NAME:LEVEL
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["players", "color", "opponent", "level"])]
    pub white: Option<SeatArg>,
    /// Start position and appearance.
    #[command(flatten)]
    pub game: GameArgs,
}

impl PlayArgs {
    /// Rejects options that contradict each other.
    pub fn check(&self) -> Result<(), Usage> {
        let seats = [self.black, self.white];
        let follows = |spec: Option<ComputerSpec>| spec == Some(ComputerSpec::AutoRival);
        let following = seats.into_iter().flatten().filter_map(SeatArg::computer);
        let following = following.map(Some).chain([self.opponent]).any(follows);
        let people = match self.players {
            Some(people) => Some(usize::from(people)),
            None if seats == [None, None] => None,
            None => {
                let computers = seats
                    .iter()
                    .flatten()
                    .filter(|player| **player != SeatArg::Human);
                Some(2 - computers.count())
            }
        };
        let computer = self.opponent.is_some() || self.level.is_some();
        let opponent_level = self.opponent.and_then(ComputerSpec::level);
        let twice = opponent_level.is_some() && self.level.is_some();
        let levelless = self.opponent.is_some_and(|player| !player.has_level());
        let is_rival = self.opponent.is_some_and(|player| {
            matches!(player, ComputerSpec::Rival(_) | ComputerSpec::AutoRival)
        });
        Err(Usage(match people {
            Some(2) if computer || self.color.is_some() => {
                "two people play each other: leave out --opponent, --level and --color"
            }
            Some(0) if self.color.is_some() => "nobody has a colour when computers play",
            Some(people) if self.name.len() > people => "there are more names than people",
            None if self.name.len() > 2 => "there are more names than people",
            _ if twice => "the level is given twice, with --opponent and with --level",
            Some(0) if following => {
                "rival:auto follows a person, and no person plays here: name a rung, as in rival:5"
            }
            _ if is_rival && self.level.is_some() => {
                "a rival has no level: its number is its strength, as in rival:5"
            }
            _ if levelless && self.level.is_some() => "greedy and random have no levels",
            _ => return Ok(()),
        }))
    }
}

/// Options of `reversi demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// The black player: NAME or NAME:LEVEL, as in rival:5 or walle:5
    #[arg(long, value_name = "PLAYER", default_value = "engine:3")]
    pub black: Computer,
    /// The white player: NAME or NAME:LEVEL
    #[arg(long, value_name = "PLAYER", default_value = "engine:3")]
    pub white: Computer,
    /// Start position and appearance.
    #[command(flatten)]
    pub game: GameArgs,
}

/// Options of `reversi explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The position: a board string, moves such as f5d6c3, a game in any format, a file that holds
    /// one, or the word start
    #[arg(required_unless_present = "example", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// The board size of a position given by moves.
    #[command(flatten)]
    pub size: SizeArg,
    /// Search depth in moves [default: the player's level]
    #[arg(long, allow_hyphen_values = true, conflicts_with = "example")]
    pub depth: Option<Level>,
    /// The player whose search is shown: NAME or NAME:LEVEL
    #[arg(long, default_value = "walle:3", conflicts_with = "example")]
    pub player: ComputerSpec,
    /// minimax visits every branch, alpha-beta skips branches that cannot change the result
    #[arg(long, value_enum, default_value = "alpha-beta")]
    pub method: MethodArg,
    /// Also draw the tree as a picture, into this file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Explain a small tree of numbers instead of a position
    #[arg(long, conflicts_with = "position")]
    pub example: bool,
}

/// Options of `reversi perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
    /// The board size.
    #[command(flatten)]
    pub size: SizeArg,
    /// a: a pass is a ply, a finished game a leaf. b: a pass is a ply, a finished game no leaf.
    /// c: a pass is no ply, a finished game a leaf
    #[arg(long, value_parser = convention, default_value = "a")]
    pub convention: Convention,
}
