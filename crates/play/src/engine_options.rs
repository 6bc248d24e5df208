//! The options of our engine as a player.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use engine::Level;

/// How our engine plays in a contest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineOptions {
    /// Level.
    pub level: Option<Level>,
    /// Time for each move, whatever the clock says.
    pub time: Option<Duration>,
    /// Search depth in moves.
    pub depth: Option<u32>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Number of threads; 1 when not set.
    pub threads: Option<usize>,
    /// Size of the transposition table in megabytes.
    pub hash: Option<usize>,
    /// File of weights.
    pub weights: Option<PathBuf>,
    /// Whether to use the opening book inside the program.
    pub book: bool,
}

impl fmt::Display for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weights = self.weights.as_deref().and_then(Path::file_name);
        let options = [
            self.level.map(|level| format!("level={level}")),
            self.time.map(|time| format!("time={}", time.as_secs_f64())),
            self.depth.map(|depth| format!("depth={depth}")),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.threads.map(|threads| format!("threads={threads}")),
            self.hash.map(|hash| format!("hash={hash}")),
            weights.map(|file| format!("weights={}", file.to_string_lossy())),
            self.book.then(|| "book".to_string()),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        f.pad(&match (self.level, options.len()) {
            (_, 0) => "engine".to_string(),
            (Some(level), 1) => format!("engine:{level}"),
            _ => format!("engine:{}", options.join(",")),
        })
    }
}

/// Why a text is not a list of engine options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseEngineOptionsError {
    /// The engine has no such option.
    Unknown(String),
    /// An option has a value that it cannot have.
    Value {
        /// The option.
        option: String,
        /// Its value.
        value: String,
        /// What it can be.
        wanted: &'static str,
    },
}

impl fmt::Display for ParseEngineOptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseEngineOptionsError::Unknown(option) => write!(
                f,
                "the engine has no option `{option}`; there are level, time, depth, nodes, threads, \
                 hash, weights and book, as in engine:time=0.1,threads=1"
            ),
            ParseEngineOptionsError::Value {
                option,
                value,
                wanted,
            } => write!(f, "`{option}={value}`: it must be {wanted}"),
        }
    }
}

impl std::error::Error for ParseEngineOptionsError {}

impl FromStr for EngineOptions {
    type Err = ParseEngineOptionsError;

    /// Reads `level=10` or `time=0.1,threads=2`.
    fn from_str(text: &str) -> Result<EngineOptions, ParseEngineOptionsError> {
        let mut options = EngineOptions::default();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let (option, value) = part.split_once('=').unwrap_or((part, ""));
            options.set(option.trim(), value.trim())?;
        }
        Ok(options)
    }
}

impl EngineOptions {
    /// The longest time for one move, in seconds.
    const LONGEST: f64 = 86_400.0;

    fn set(&mut self, option: &str, value: &str) -> Result<(), ParseEngineOptionsError> {
        let wrong = |wanted| ParseEngineOptionsError::Value {
            option: option.to_string(),
            value: value.to_string(),
            wanted,
        };
        let number = |most: u64| {
            let number = value.parse().ok();
            number.filter(|number| (1..=most).contains(number))
        };
        match option {
            "level" => {
                let level = value
                    .parse()
                    .map_err(|_| wrong("a whole number from 1 on"))?;
                self.level = Some(level);
            }
            "time" => {
                let seconds = value.parse().ok();
                let seconds =
                    seconds.filter(|time: &f64| *time > 0.0 && *time <= EngineOptions::LONGEST);
                let seconds = seconds.ok_or_else(|| wrong("a number of seconds up to a day"))?;
                self.time = Some(Duration::from_secs_f64(seconds));
            }
            "depth" => {
                let depth = number(60).ok_or_else(|| wrong("a whole number from 1 to 60"))?;
                self.depth = Some(depth as u32);
            }
            "nodes" => {
                let nodes = number(u64::MAX);
                self.nodes = Some(nodes.ok_or_else(|| wrong("a whole number from 1 on"))?);
            }
            "threads" => {
                let threads = number(256).ok_or_else(|| wrong("a whole number from 1 to 256"))?;
                self.threads = Some(threads as usize);
            }
            "hash" => {
                let wanted = "a whole number of megabytes from 1 to 1048576";
                let megabytes = number(1 << 20).ok_or_else(|| wrong(wanted))?;
                self.hash = Some(megabytes as usize);
            }
            "weights" if value.is_empty() => return Err(wrong("the name of a file")),
            "weights" => self.weights = Some(PathBuf::from(value)),
            "book" => {
                self.book = match value {
                    "yes" | "" => true,
                    "no" => false,
                    _ => return Err(wrong("yes or no")),
                }
            }
            _ => return Err(ParseEngineOptionsError::Unknown(option.to_string())),
        }
        Ok(())
    }
}
