//! Options of `reversi cup`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::CupCheckArgs;

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
    /// The subcommand, if the cup is not to be played.
    #[command(subcommand)]
    pub command: Option<CupCommand>,
}

/// The subcommands of `reversi cup`.
#[derive(Debug, Subcommand)]
pub enum CupCommand {
    /// Test whether a program can enter a cup, and say what to fix if it cannot
    Check(CupCheckArgs),
    /// Print a working cup file to start from
    Example,
    /// Show the standings of a cup without playing
    Show(CupShowArgs),
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
}
