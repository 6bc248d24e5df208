//! Options of `reversi cup`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{CupCheckArgs, CupIntakeArgs, CupStarterArgs};

/// Options of `reversi cup`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct CupArgs {
    /// The cup file; a started cup is continued. `reversi cup example` prints a file to start from
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    /// Print one JSON object with the results at the end, and nothing else
    #[arg(long)]
    pub json: bool,
    /// Serve a page that shows the games while they are played, as in 127.0.0.1:8090; port 0 finds a
    /// free one
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub live: Option<SocketAddr>,
    /// Let other computers see the page of --live
    #[arg(long, requires = "live")]
    pub public: bool,
    /// Let entrants that do not start lose all their games; otherwise the cup does not begin
    #[arg(long)]
    pub without_broken: bool,
    /// The subcommand, if the cup is not to be played.
    #[command(subcommand)]
    pub command: Option<CupCommand>,
}

/// The subcommands of `reversi cup`.
#[derive(Debug, Subcommand)]
pub enum CupCommand {
    /// Test whether a program can enter a cup, and say what to fix if it cannot
    Check(CupCheckArgs),
    /// Take in students' programs: unpack, build and check them, and write reports and the cup file
    Intake(CupIntakeArgs),
    /// Write a small player to start from, in a language of your choice
    Starter(CupStarterArgs),
    /// Print a working cup file to start from
    Example,
    /// Show the standings of a cup without playing
    Show(CupShowArgs),
    /// Rule that a game counts for nothing and is not played again
    Annul(GameRulingArgs),
    /// Rule that a game is played again; earlier rulings about it are void
    Replay(GameRulingArgs),
    /// Rule that an entrant loses a game, played or not
    Forfeit(ForfeitArgs),
    /// Rule that an entrant loses all games that it has not played
    Withdraw(WithdrawArgs),
}

/// Options of `reversi cup annul` and `reversi cup replay`.
#[derive(Debug, Args)]
pub struct GameRulingArgs {
    /// The cup file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The game: round, meeting and game as in 2.1.4, or its number in the results
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The reason, which is published
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
}

/// Options of `reversi cup forfeit`.
#[derive(Debug, Args)]
pub struct ForfeitArgs {
    /// The game and the reason.
    #[command(flatten)]
    pub ruling: GameRulingArgs,
    /// The name of the entrant that loses
    #[arg(long, value_name = "NAME")]
    pub loser: String,
}

/// Options of `reversi cup withdraw`.
#[derive(Debug, Args)]
pub struct WithdrawArgs {
    /// The cup file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The name of the entrant
    #[arg(value_name = "ENTRANT")]
    pub entrant: String,
    /// The reason, which is published
    #[arg(long, value_name = "TEXT")]
    pub reason: String,
}

/// Options of `reversi cup show`.
#[derive(Debug, Args)]
pub struct CupShowArgs {
    /// The cup file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print a JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Print what the programs of a game wrote to standard error, which is not published
    #[arg(long, value_name = "GAME", conflicts_with = "json")]
    pub stderr: Option<String>,
}
