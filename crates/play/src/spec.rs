//! Player specifications: players as people type them.

use std::fmt;
use std::str::FromStr;

use engine::{Level, LevelError, Opponent, ParseOpponentError};

/// A player as it is specified: `human`, or an opponent's name with or without a level, such as
/// `walle:5`.
///
/// ```
/// use engine::{Classic, Level};
/// use play::PlayerSpec;
/// let player: PlayerSpec = "walle:5".parse().unwrap();
/// assert_eq!(player, PlayerSpec::Computer(Classic::Walle.into(), Level::new(5).unwrap()));
/// assert_eq!("human".parse(), Ok(PlayerSpec::Human));
/// assert!("wallee".parse::<PlayerSpec>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerSpec {
    /// A person.
    Human,
    /// An opponent at a level.
    Computer(Opponent, Level),
}

impl PlayerSpec {
    /// Whether a person decides the moves.
    #[must_use]
    pub fn is_human(self) -> bool {
        self == PlayerSpec::Human
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Human => f.pad("human"),
            PlayerSpec::Computer(opponent, level) if opponent.has_level() => {
                f.pad(&format!("{opponent}:{level}"))
            }
            PlayerSpec::Computer(opponent, _) => f.pad(opponent.name()),
        }
    }
}

/// Why a text is not a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlayerError {
    /// No player has this name.
    Name(ParseOpponentError),
    /// The text after the colon is not a level.
    Level(LevelError),
    /// This player has no levels.
    NoLevels(String),
}

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePlayerError::Name(ParseOpponentError(name)) => {
                write!(f, "`{name}` is not a player; there are human")?;
                for opponent in Opponent::ALL {
                    write!(f, ", {opponent}")?;
                }
                write!(f, "; a level may follow a name, as in walle:5")
            }
            ParsePlayerError::Level(error) => error.fmt(f),
            ParsePlayerError::NoLevels(name) => {
                write!(f, "`{name}` has no levels; say just {name}")
            }
        }
    }
}

impl std::error::Error for ParsePlayerError {}

impl FromStr for PlayerSpec {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParsePlayerError> {
        let (name, level) = match text.split_once(':') {
            Some((name, level)) => (name, Some(level)),
            None => (text, None),
        };
        if name.eq_ignore_ascii_case("human") {
            return match level {
                None => Ok(PlayerSpec::Human),
                Some(_) => Err(ParsePlayerError::NoLevels("human".to_string())),
            };
        }
        let opponent: Opponent = name.parse().map_err(ParsePlayerError::Name)?;
        let level = match level {
            None => Level::DEFAULT,
            Some(_) if !opponent.has_level() => {
                return Err(ParsePlayerError::NoLevels(opponent.to_string()));
            }
            Some(level) => level.parse().map_err(ParsePlayerError::Level)?,
        };
        Ok(PlayerSpec::Computer(opponent, level))
    }
}

/// A computer player, as typed: `NAME` or `NAME:LEVEL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computer {
    /// The opponent.
    pub opponent: Opponent,
    /// The level, if one was typed.
    pub level: Option<Level>,
}

impl FromStr for Computer {
    type Err = String;

    fn from_str(text: &str) -> Result<Computer, String> {
        match text.parse() {
            Ok(PlayerSpec::Computer(opponent, level)) => Ok(Computer {
                opponent,
                level: text.contains(':').then_some(level),
            }),
            Ok(PlayerSpec::Human) => Err("a computer is wanted here, such as walle:5".to_string()),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl From<Computer> for PlayerSpec {
    fn from(computer: Computer) -> PlayerSpec {
        PlayerSpec::Computer(computer.opponent, computer.level.unwrap_or(Level::DEFAULT))
    }
}
