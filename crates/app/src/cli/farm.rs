//! Options of `reversi worker` and `reversi farm`.

use clap::{Args, Subcommand};
use jobs::{BatchName, Link};

use super::solve::{hash, threads};

/// Options of a worker.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// The address of the farm.
    #[command(flatten)]
    pub link: Link,
    /// Number of parallel jobs [default: one for each processor core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Megabytes for the transposition table of each thread
    #[arg(
        long,
        value_name = "MB",
        default_value = "64",
        allow_hyphen_values = true,
        value_parser = hash
    )]
    pub hash: usize,
}

/// Options of `reversi farm`.
#[derive(Debug, Args)]
pub struct FarmCommandArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub command: FarmCommand,
}

/// The subcommands of `reversi farm`.
#[derive(Debug, Subcommand)]
pub enum FarmCommand {
    /// Show the waiting jobs, the workers, the speed and the failures
    Status(StatusArgs),
    /// End a batch: its waiting jobs are cancelled and its answers are deleted
    Forget(ForgetArgs),
}

/// Options of `reversi farm status`.
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// The address of the farm.
    #[command(flatten)]
    pub link: Link,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print the state once, also on a terminal
    #[arg(long)]
    pub once: bool,
}

/// Options of `reversi farm forget`.
#[derive(Debug, Args)]
pub struct ForgetArgs {
    /// The batch
    #[arg(value_name = "NAME")]
    pub batch: BatchName,
    /// The address of the farm.
    #[command(flatten)]
    pub link: Link,
}
