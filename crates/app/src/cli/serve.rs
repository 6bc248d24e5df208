//! What `reversi gtp`, `reversi nboard` and `reversi cassio` are told.

use std::time::Duration;

use arena::protocol::Strength;
use clap::Args;
use engine::{Level, Settings};

use super::solve::{hash, threads};
use super::{BookChoice, SeedArg};

/// Options of an engine that others ask for its moves.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// How many moves to look ahead, as in the console; the asker may change it. Without it, 16, or
    /// as far as the time allows
    #[arg(
        long,
        visible_alias = "depth",
        value_name = "N",
        allow_hyphen_values = true
    )]
    pub level: Option<Level>,
    /// Seconds to think about a move at most
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = time)]
    pub time: Option<Duration>,
    /// What the engine may use.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// What the engine opens from.
    #[command(flatten)]
    pub book: BookChoice,
    /// What settles the choice among good book moves.
    #[command(flatten)]
    pub seed: SeedArg,
}

impl ServeArgs {
    /// How hard the engine thinks.
    pub fn strength(&self) -> Strength {
        Strength {
            level: self.level,
            time: self.time,
        }
    }
}

/// What an engine may use.
#[derive(Clone, Copy, Debug, Args)]
pub struct EngineArgs {
    /// How many threads to search with
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        allow_hyphen_values = true,
        value_parser = threads
    )]
    pub threads: usize,
    /// Megabytes for the table of positions already seen
    #[arg(
        long,
        value_name = "MB",
        default_value = "64",
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
