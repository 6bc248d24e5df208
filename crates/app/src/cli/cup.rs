//! What `reversi cup` is told.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::CupCheckArgs;

/// Options of cups.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct CupArgs {
    /// The cup: begun if it is new, else continued; `reversi cup example` prints one to start from
    #[arg(value_name = "FILE", required = true)]
    pub file: Option<PathBuf>,
    /// Print a JSON object with the results in the end, and nothing else
    #[arg(long)]
    pub json: bool,
    /// What to do instead of playing.
    #[command(subcommand)]
    pub command: Option<CupCommand>,
}

/// What can be done with cups besides playing them.
#[derive(Debug, Subcommand)]
pub enum CupCommand {
    /// Find out whether a program can enter a cup, and what to mend if it cannot
    Check(CupCheckArgs),
    /// Print a cup to start from; it works as it stands
    Example,
    /// Show how a cup stands, and play nothing
    Show(CupShowArgs),
}

/// Options of the look at a cup.
#[derive(Debug, Args)]
pub struct CupShowArgs {
    /// The cup
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print a JSON object instead of tables
    #[arg(long)]
    pub json: bool,
}
