//! Options of `reversi worker` and `reversi farm`.

use clap::{Args, Subcommand};
use jobs::{BatchName, Link};

use super::solve::{hash, threads};

/// Options of a worker.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// Where the farm is.
    #[command(flatten)]
    pub link: Link,
    /// The name of this worker [default: that of its key, or one that no other worker has]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// How many jobs to do at once [default: one for each processor core]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    pub threads: Option<usize>,
    /// Megabytes for the table of positions already seen, for each thread
    #[arg(
        long,
        value_name = "MB",
        default_value = "64",
        allow_hyphen_values = true,
        value_parser = hash
    )]
    pub hash: usize,
}

/// Options of the view of a farm.
#[derive(Debug, Args)]
pub struct FarmCommandArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: FarmCommand,
}

/// What can be done with a farm.
#[derive(Debug, Subcommand)]
pub enum FarmCommand {
    /// What waits, who works, how fast, and what went wrong
    Status(StatusArgs),
    /// End a batch: what waits is not done any more, what is known is forgotten
    Forget(ForgetArgs),
}

/// Options of the look at a farm.
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Where the farm is.
    #[command(flatten)]
    pub link: Link,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print it once, also on a terminal
    #[arg(long)]
    pub once: bool,
}

/// Which batch to forget.
#[derive(Debug, Args)]
pub struct ForgetArgs {
    /// The batch
    #[arg(value_name = "NAME")]
    pub batch: BatchName,
    /// Where the farm is.
    #[command(flatten)]
    pub link: Link,
}
