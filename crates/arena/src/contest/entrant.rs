//! Entrants of a contest, as people write them.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use engine::{Classic, Level, Opponent, ParseOpponentError, Trained};
use play::rival::Rung;
use play::{
    ClassicPlayer, Computer, EngineOptions, EnginePlayer, ParseEngineOptionsError,
    ParsePlayerError, Player, RivalPlayer,
};

use crate::protocol::Protocol;

/// A player that can enter a contest.
///
/// ```
/// use arena::contest::Entrant;
/// use arena::protocol::Protocol;
/// assert!(matches!("walle:5".parse(), Ok(Entrant::Classic(..))));
/// assert!(matches!("rival:6".parse(), Ok(Entrant::Rival(_))));
/// assert!(matches!("engine:time=0.1,threads=1".parse(), Ok(Entrant::Engine(_))));
/// let program: Entrant = "gtp:./mine --gtp".parse().unwrap();
/// assert_eq!(program, Entrant::Program(Protocol::Gtp, "./mine --gtp".to_string()));
/// assert!("gpt:./mine".parse::<Entrant>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Entrant {
    /// A classic opponent at a level.
    Classic(Classic, Level),
    /// A rival. It moves at once, whatever clock there is.
    Rival(Rung),
    /// Our engine.
    Engine(EngineOptions),
    /// Another program: how to talk to it, and the command that starts it.
    Program(Protocol, String),
}

impl Entrant {
    /// The player of an entrant of this program. Its weights have been read, or are those of the
    /// program. `seed` breaks ties between equal moves.
    #[must_use]
    pub fn player(
        &self,
        name: &str,
        weights: Option<Trained>,
        seed: u64,
    ) -> Option<Box<dyn Player>> {
        match self {
            Entrant::Classic(classic, level) => {
                let player = ClassicPlayer::new(*classic, *level, seed);
                Some(Box::new(player.named(name)))
            }
            Entrant::Rival(rung) => {
                let player = RivalPlayer::new(*rung, seed);
                Some(Box::new(player.named(name)))
            }
            Entrant::Engine(options) => {
                let player = EnginePlayer::new(options.clone(), weights, seed);
                Some(Box::new(player.named(name)))
            }
            Entrant::Program(..) => None,
        }
    }
}

impl fmt::Display for Entrant {
    /// Its name in results: a program has the name of its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Classic(classic, level) => Computer::Classic(*classic, *level).fmt(f),
            Entrant::Rival(rung) => Computer::Rival(*rung).fmt(f),
            Entrant::Engine(options) => options.fmt(f),
            Entrant::Program(_, command) => {
                let first = command.split_whitespace().next().unwrap_or_default();
                let file = Path::new(first).file_name();
                f.pad(file.and_then(OsStr::to_str).unwrap_or(command))
            }
        }
    }
}

/// Why a text is not an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseEntrantError {
    /// Neither a player nor a protocol has this name.
    Player(ParsePlayerError),
    /// People cannot enter a contest.
    Human,
    /// The engine options are wrong.
    Engine(ParseEngineOptionsError),
    /// No command follows the protocol.
    NoCommand(Protocol),
}

impl fmt::Display for ParseEntrantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseEntrantError::Player(ParsePlayerError::Name(ParseOpponentError(name))) => {
                let players = Opponent::ALL.map(Opponent::name).join(", ");
                let protocols = Protocol::ALL.map(Protocol::name).join(", ");
                write!(f, "`{name}` is not a player; ")?;
                if name.contains([' ', '/', '.']) {
                    write!(f, "did you mean \"simple:{name}\"? ")?;
                } else if let Some(protocol) = Protocol::ALL.iter().find(|one| is_near(one, name)) {
                    write!(f, "did you mean `{}:`? ", protocol.name())?;
                }
                write!(
                    f,
                    "there are {players}, with or without a level, as in \
                     walle:5, and {rival}:{} to {rival}:{}; other programs are given by protocol and command, as in \
                     gtp:./program, with {protocols}",
                    Rung::LOWEST,
                    Rung::HIGHEST,
                    rival = Computer::RIVAL
                )
            }
            ParseEntrantError::Player(error) => error.fmt(f),
            ParseEntrantError::Human => f.write_str("only programs can play here, not people"),
            ParseEntrantError::Engine(error) => error.fmt(f),
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

/// Whether a name is a slip for that of a protocol.
fn is_near(protocol: &Protocol, name: &str) -> bool {
    let known = protocol.name();
    strsim::damerau_levenshtein(known, &name.to_lowercase()) <= known.len() / 3
}

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
            return match rest.parse() {
                Ok(options) => Ok(Entrant::Engine(options)),
                Err(error) => Err(ParseEntrantError::Engine(error)),
            };
        }
        match text.parse() {
            Ok(Computer::Engine(level)) => Ok(Entrant::Engine(EngineOptions {
                level: Some(level),
                ..EngineOptions::default()
            })),
            Ok(Computer::Classic(classic, level)) => Ok(Entrant::Classic(classic, level)),
            Ok(Computer::Rival(rung)) => Ok(Entrant::Rival(rung)),
            Err(ParsePlayerError::Human) => Err(ParseEntrantError::Human),
            Err(error) => Err(ParseEntrantError::Player(error)),
        }
    }
}
