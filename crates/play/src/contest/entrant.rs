//! Who enters a contest, as it is asked for.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use engine::{Classic, Level, Opponent, ParseOpponentError};

use crate::player::{ParsePlayerError, Player};

/// Somebody who can enter a contest.
///
/// ```
/// use play::contest::{Entrant, Protocol};
/// assert!(matches!("walle:5".parse(), Ok(Entrant::Classic(..))));
/// assert!(matches!("engine:time=0.1,threads=1".parse(), Ok(Entrant::Engine(_))));
/// let program: Entrant = "gtp:./mine --gtp".parse().unwrap();
/// assert_eq!(program, Entrant::Program(Protocol::Gtp, "./mine --gtp".to_string()));
/// assert!("gpt:./mine".parse::<Entrant>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Entrant {
    /// One of the reference opponents at a level.
    Classic(Classic, Level),
    /// Our engine.
    Engine(EngineOptions),
    /// Another program: how to talk to it, and the command that starts it.
    Program(Protocol, String),
}

impl fmt::Display for Entrant {
    /// What it is called in results: a program by the name of its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Classic(opponent, level) => {
                Player::Computer((*opponent).into(), *level).fmt(f)
            }
            Entrant::Engine(options) => options.fmt(f),
            Entrant::Program(_, command) => {
                let first = command.split_whitespace().next().unwrap_or_default();
                let file = Path::new(first).file_name();
                f.pad(file.and_then(OsStr::to_str).unwrap_or(command))
            }
        }
    }
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

/// How our engine is to play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineOptions {
    /// At a level.
    pub level: Option<Level>,
    /// So long for each move, whatever the clock says.
    pub time: Option<Duration>,
    /// So many moves ahead, and no further.
    pub depth: Option<u32>,
    /// So many positions for each move.
    pub nodes: Option<u64>,
    /// With so many threads; 1 when not said.
    pub threads: Option<usize>,
    /// With a table of so many megabytes.
    pub hash: Option<usize>,
    /// With these weights.
    pub weights: Option<PathBuf>,
    /// From the opening book in the program; not, when not said.
    pub book: bool,
}

/// How another program is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Go Text Protocol.
    Gtp,
    /// NBoard's.
    NBoard,
    /// Cassio's.
    Cassio,
    /// The commands of our console.
    Console,
    /// Board in, move out, one process for the whole game.
    Simple,
    /// Board in, move out, one process for each move.
    Once,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 6] = [
        Protocol::Gtp,
        Protocol::NBoard,
        Protocol::Cassio,
        Protocol::Console,
        Protocol::Simple,
        Protocol::Once,
    ];

    /// What it is called before the colon.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Cassio => "cassio",
            Protocol::Console => "console",
            Protocol::Simple => "simple",
            Protocol::Once => "once",
        }
    }
}

/// Why a text is nobody who can enter a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseEntrantError {
    /// Neither a player nor a protocol has this name.
    Player(ParsePlayerError),
    /// People cannot be told to play a hundred games.
    Human,
    /// The engine has no such option.
    Option(String),
    /// An option of the engine is given something that it cannot be.
    Value {
        /// The option.
        option: String,
        /// What it was given.
        value: String,
        /// What it can be.
        wanted: &'static str,
    },
    /// No command follows the protocol.
    NoCommand(Protocol),
}

impl fmt::Display for ParseEntrantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseEntrantError::Player(ParsePlayerError::Name(ParseOpponentError(name))) => {
                let players = Opponent::ALL.map(Opponent::name).join(", ");
                let protocols = Protocol::ALL.map(Protocol::name).join(", ");
                write!(
                    f,
                    "`{name}` is not a player; there are {players}, with or without a level, as in \
                     walle:5; other programs are given by protocol and command, as in \
                     gtp:./program, with {protocols}"
                )
            }
            ParseEntrantError::Player(error) => error.fmt(f),
            ParseEntrantError::Human => f.write_str("only programs can play here, not people"),
            ParseEntrantError::Option(option) => write!(
                f,
                "the engine has no option `{option}`; there are level, time, depth, nodes, threads, \
                 hash, weights and book, as in engine:time=0.1,threads=1"
            ),
            ParseEntrantError::Value {
                option,
                value,
                wanted,
            } => write!(f, "`{option}={value}`: it must be {wanted}"),
            ParseEntrantError::NoCommand(protocol) => {
                let name = protocol.name();
                write!(
                    f,
                    "`{name}:` needs a command that starts the program, as in {name}:./program"
                )
            }
        }
    }
}

impl std::error::Error for ParseEntrantError {}

impl FromStr for Entrant {
    type Err = ParseEntrantError;

    fn from_str(text: &str) -> Result<Entrant, ParseEntrantError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let called = |protocol: &Protocol| protocol.name().eq_ignore_ascii_case(name);
        if let Some(protocol) = Protocol::ALL.into_iter().find(called) {
            let command = rest.trim();
            if command.is_empty() {
                return Err(ParseEntrantError::NoCommand(protocol));
            }
            return Ok(Entrant::Program(protocol, command.to_string()));
        }
        let optional = rest.contains('=') || rest.trim() == "book";
        if name.eq_ignore_ascii_case("engine") && optional {
            return rest.parse().map(Entrant::Engine);
        }
        match text.parse().map_err(ParseEntrantError::Player)? {
            Player::Human => Err(ParseEntrantError::Human),
            Player::Computer(Opponent::Engine, level) => Ok(Entrant::Engine(EngineOptions {
                level: Some(level),
                ..EngineOptions::default()
            })),
            Player::Computer(Opponent::Classic(opponent), level) => {
                Ok(Entrant::Classic(opponent, level))
            }
        }
    }
}

impl FromStr for EngineOptions {
    type Err = ParseEntrantError;

    /// Reads `level=10` or `time=0.1,threads=2`.
    fn from_str(text: &str) -> Result<EngineOptions, ParseEntrantError> {
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
    /// The longest that one move may be given.
    const LONGEST: f64 = 86_400.0;

    fn set(&mut self, option: &str, value: &str) -> Result<(), ParseEntrantError> {
        let wrong = |wanted| ParseEntrantError::Value {
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
            _ => return Err(ParseEntrantError::Option(option.to_string())),
        }
        Ok(())
    }
}
