//! Player specifications: players as people type them.

use std::fmt;
use std::str::FromStr;

use engine::{Level, LevelError, Opponent, ParseOpponentError};

use crate::computer::Computer;
use crate::rival::{ParseRungError, Rung};

/// A player as it is specified: `human`, or a computer with or without its strength, such as `rival:5` or
/// `walle:5`.
///
/// ```
/// use engine::{Classic, Level};
/// use play::{Computer, PlayerSpec};
/// let player: PlayerSpec = "walle:5".parse().unwrap();
/// let walle = Computer::Classic(Classic::Walle, Level::new(5).unwrap());
/// assert_eq!(player, PlayerSpec::Computer(walle));
/// assert_eq!("human".parse(), Ok(PlayerSpec::Human));
/// assert!("wallee".parse::<PlayerSpec>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerSpec {
    /// A person.
    Human,
    /// A computer.
    Computer(Computer),
}

impl PlayerSpec {
    /// Whether a person decides the moves.
    #[must_use]
    pub fn is_human(self) -> bool {
        self == PlayerSpec::Human
    }

    /// The rung of a rival.
    #[must_use]
    pub fn rung(self) -> Option<Rung> {
        match self {
            PlayerSpec::Computer(computer) => computer.rung(),
            PlayerSpec::Human => None,
        }
    }
}

impl From<Computer> for PlayerSpec {
    fn from(computer: Computer) -> PlayerSpec {
        PlayerSpec::Computer(computer)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Human => f.pad("human"),
            PlayerSpec::Computer(computer) => computer.fmt(f),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, ParsePlayerError> {
        match text.parse() {
            Ok(computer) => Ok(PlayerSpec::Computer(computer)),
            Err(ParsePlayerError::Human) => Ok(PlayerSpec::Human),
            Err(error) => Err(error),
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
    /// The text after `rival:` is not a rung.
    Rung(ParseRungError),
    /// This player has no levels.
    NoLevels(String),
    /// `rival:auto`, where no single person is there to be followed.
    AutoRival,
    /// A person, where only a computer can be.
    Human,
}

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePlayerError::Name(ParseOpponentError(name)) => {
                write!(
                    f,
                    "`{name}` is not a player; there are human, {}",
                    Computer::RIVAL
                )?;
                for opponent in Opponent::ALL {
                    write!(f, ", {opponent}")?;
                }
                write!(f, "; a number may follow a name, as in rival:5 or walle:5")
            }
            ParsePlayerError::Level(error) => error.fmt(f),
            ParsePlayerError::Rung(error) => error.fmt(f),
            ParsePlayerError::NoLevels(name) => {
                write!(f, "`{name}` has no levels; say just {name}")
            }
            ParsePlayerError::AutoRival => write!(
                f,
                "`rival:auto` follows one person from game to game, which is not possible here; \
                 name a rung: rival:{} to rival:{}",
                Rung::LOWEST,
                Rung::HIGHEST
            ),
            ParsePlayerError::Human => f.write_str("a computer is wanted here, such as walle:5"),
        }
    }
}

impl std::error::Error for ParsePlayerError {}

/// A computer player as typed: its strength may still be open.
///
/// ```
/// use engine::{Level, Opponent};
/// use play::ComputerSpec;
/// use play::rival::Rung;
/// assert_eq!("engine".parse(), Ok(ComputerSpec::Opponent(Opponent::Engine, None)));
/// assert_eq!("rival:6".parse(), Ok(ComputerSpec::Rival(Rung::new(6).unwrap())));
/// assert_eq!("rival".parse(), Ok(ComputerSpec::AutoRival));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerSpec {
    /// The engine or a classic opponent, and the level if one was typed.
    Opponent(Opponent, Option<Level>),
    /// The rival of a rung.
    Rival(Rung),
    /// The rival that suits the person who plays: `rival:auto` or `rival`.
    AutoRival,
}

impl ComputerSpec {
    /// The level, if one was typed.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            ComputerSpec::Opponent(_, level) => level,
            _ => None,
        }
    }

    /// Whether a level means something to it.
    #[must_use]
    pub const fn has_level(self) -> bool {
        match self {
            ComputerSpec::Opponent(opponent, _) => opponent.has_level(),
            _ => false,
        }
    }

    /// The computer at a level, whatever was typed; `auto` is the rung of a rival that follows the
    /// person.
    #[must_use]
    pub fn computer(self, level: Level, auto: Rung) -> Computer {
        match self {
            ComputerSpec::Opponent(opponent, _) => (opponent, level).into(),
            ComputerSpec::Rival(rung) => Computer::Rival(rung),
            ComputerSpec::AutoRival => Computer::Rival(auto),
        }
    }
}

impl FromStr for ComputerSpec {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<ComputerSpec, ParsePlayerError> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        if name.eq_ignore_ascii_case("human") {
            return Err(match number {
                None => ParsePlayerError::Human,
                Some(_) => ParsePlayerError::NoLevels("human".to_string()),
            });
        }
        if name.eq_ignore_ascii_case(Computer::RIVAL) {
            return match number {
                None => Ok(ComputerSpec::AutoRival),
                Some(auto) if auto.eq_ignore_ascii_case("auto") => Ok(ComputerSpec::AutoRival),
                Some(rung) => rung
                    .parse()
                    .map(ComputerSpec::Rival)
                    .map_err(ParsePlayerError::Rung),
            };
        }
        let opponent: Opponent = name.parse().map_err(ParsePlayerError::Name)?;
        let level = match number {
            Some(_) if !opponent.has_level() => {
                return Err(ParsePlayerError::NoLevels(opponent.to_string()));
            }
            Some(level) => Some(level.parse().map_err(ParsePlayerError::Level)?),
            None => None,
        };
        Ok(ComputerSpec::Opponent(opponent, level))
    }
}

impl FromStr for Computer {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Computer, ParsePlayerError> {
        match text.parse()? {
            ComputerSpec::Opponent(opponent, level) => {
                Ok((opponent, level.unwrap_or(Level::DEFAULT)).into())
            }
            ComputerSpec::Rival(rung) => Ok(Computer::Rival(rung)),
            ComputerSpec::AutoRival => Err(ParsePlayerError::AutoRival),
        }
    }
}
