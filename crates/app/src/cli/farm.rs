//! Options of `reversi worker` and `reversi farm`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use jobs::{BatchName, Link};

use super::solve::{hash, threads};

/// Options of a worker.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// The address of the farm.
    #[command(flatten)]
    pub link: Link,
    /// The name of this worker [default: that of its key, or one that no other worker has]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
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
    /// Prepare a server: its configuration, and a key for each worker, for clients and for watchers
    Init(InitArgs),
    /// Show the waiting jobs, the workers, the speed and the failures
    Status(StatusArgs),
    /// End a batch: its waiting jobs are cancelled and its answers are deleted
    Forget(ForgetArgs),
}

/// What to prepare.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The workers: names with commas between them, or how many
    #[arg(long, value_name = "NAMES", default_value = "2", value_parser = workers)]
    pub workers: Workers,
    /// Where the server listens; beyond this computer, everybody there can try a key
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4222")]
    pub listen: String,
    /// Where the server keeps jobs and answers [default: store in the folder]
    #[arg(long, value_name = "FOLDER")]
    pub store: Option<PathBuf>,
    /// How much it keeps at most, in bytes or as 500M or 10G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    pub max_store: u64,
    /// Only add a worker to a farm that is there
    #[arg(long, value_name = "NAME",
        conflicts_with_all = ["workers", "listen", "store", "max_store"])]
    pub add_worker: Option<String>,
}

/// The names of workers.
#[derive(Clone, Debug)]
pub struct Workers(pub Vec<String>);

fn workers(text: &str) -> Result<Workers, String> {
    let names = match text.parse::<usize>() {
        Ok(count @ 1..=1000) => (1..=count)
            .map(|number| format!("worker-{number}"))
            .collect(),
        Ok(_) => return Err("it must be 1 to 1000 workers, or their names".to_string()),
        Err(_) => text
            .split(',')
            .map(|name| name.trim().to_string())
            .collect(),
    };
    Ok(Workers(names))
}

fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().next_back() {
        Some((end, 'k' | 'K')) => (&text[..end], 1 << 10),
        Some((end, 'm' | 'M')) => (&text[..end], 1 << 20),
        Some((end, 'g' | 'G')) => (&text[..end], 1 << 30),
        _ => (text, 1),
    };
    let bytes = digits.parse::<u64>().ok();
    let bytes = bytes.and_then(|count| count.checked_mul(unit));
    // A farm needs some room, and the server counts with signed numbers.
    let bytes = bytes.filter(|bytes| (64 << 10..1 << 60).contains(bytes));
    bytes.ok_or_else(|| "it must be a size from 64K on, as in 500M or 10G".to_string())
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
