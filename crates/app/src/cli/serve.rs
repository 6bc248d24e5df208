//! Options of `reversi gtp`, `reversi nboard` and `reversi cassio`.

use std::time::Duration;

use arena::protocol::Strength;
use clap::Args;
use engine::{Level, Settings};

use super::solve::{hash, share_of_memory, threads};
use super::{BookChoice, SeedArg};

/// Options of an engine server.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Search depth in moves, as in the console; the client may change it [default: 16, or as far
    /// as the time allows]
    #[arg(
        long,
        visible_alias = "depth",
        value_name = "N",
        allow_hyphen_values = true
    )]
    pub level: Option<Level>,
    /// Maximum seconds for a move
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = time)]
    pub time: Option<Duration>,
    /// Think while the opponent is to move, too
    #[arg(long)]
    pub ponder: bool,
    /// Threads and memory.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// The opening book.
    #[command(flatten)]
    pub book: BookChoice,
    /// The seed of the choice among good book moves.
    #[command(flatten)]
    pub seed: SeedArg,
}

impl ServeArgs {
    /// The search limits.
    pub fn strength(&self) -> Strength {
        Strength {
            level: self.level,
            time: self.time,
            ponder: self.ponder,
        }
    }
}

/// Threads and memory of an engine.
#[derive(Clone, Copy, Debug, Args)]
pub struct EngineArgs {
    /// Number of search threads
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        allow_hyphen_values = true,
        value_parser = threads
    )]
    pub threads: usize,
    /// Megabytes for the transposition table; it takes them when it needs them [default: a sixteenth of
    /// the memory, 64 to 512]
    #[arg(
        long,
        value_name = "MB",
        default_value_t = share_of_memory(16, 64, 512),
        hide_default_value = true,
        allow_hyphen_values = true,
        value_parser = hash
    )]
    pub hash: usize,
}

impl From<EngineArgs> for Settings {
    fn from(args: EngineArgs) -> Settings {
        Settings {
            threads: args.threads,
            hash_mb: args.hash,
        }
    }
}

fn time(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it must be a number of seconds, more than 0 and up to 86400".to_string()),
    }
}
