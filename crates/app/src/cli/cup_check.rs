//! Options of `reversi cup check`.

use std::path::PathBuf;
use std::time::Duration;

use arena::contest::Entrant;
use clap::Args;
use rules::Size;

use super::SandboxArgs;

/// Options of `reversi cup check`.
#[derive(Debug, Args)]
pub struct CupCheckArgs {
    /// The program: its protocol and the command that starts it, as in console:./reversi,
    /// "simple:python3 bot.py", once:./bot, gtp:"./bot --gtp", nboard:./bot or cassio:./bot
    #[arg(value_name = "PROGRAM")]
    pub program: Entrant,
    /// Take board size, times, limits and sandbox from this cup file
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["sizes", "time", "startup", "memory", "processes", "sandbox", "pin"]
    )]
    pub cup: Option<PathBuf>,
    /// Board sizes to play on, even numbers from 4 to 26, as in -n 4,8
    #[arg(
        short = 'n',
        long = "size",
        value_name = "SIZES",
        default_value = "8",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    sizes: Vec<Size>,
    /// Seconds for each move
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "5",
        allow_hyphen_values = true,
        value_parser = seconds
    )]
    pub time: Duration,
    /// Seconds until the program must be ready for its first game
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "10",
        allow_hyphen_values = true,
        value_parser = seconds
    )]
    pub startup: Duration,
    /// The limits of the program.
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

impl CupCheckArgs {
    /// The board sizes without duplicates.
    pub fn sizes(&self) -> Vec<Size> {
        let mut sizes = Vec::new();
        for size in &self.sizes {
            if !sizes.contains(size) {
                sizes.push(*size);
            }
        }
        sizes
    }
}

/// Parses a positive number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it must be a number of seconds from 0.001 to 3600".to_string()),
    }
}
