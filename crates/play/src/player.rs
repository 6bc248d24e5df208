//! Who sits at the board.

use std::fmt;
use std::str::FromStr;

use engine::{Level, LevelError, Opponent, ParseOpponentError};

/// A player as it is asked for: `human`, or an opponent's name with or without a level, such as
/// `walle:5`.
///
/// ```
/// use engine::{Classic, Level};
/// use play::Player;
/// let player: Player = "walle:5".parse().unwrap();
/// assert_eq!(player, Player::Computer(Classic::Walle.into(), Level::new(5).unwrap()));
/// assert_eq!("human".parse(), Ok(Player::Human));
/// assert!("wallee".parse::<Player>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Somebody who is asked for every move.
    Human,
    /// An opponent at a level.
    Computer(Opponent, Level),
}

impl Player {
    /// Whether a person decides the moves.
    #[must_use]
    pub fn is_human(self) -> bool {
        self == Player::Human
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.pad("human"),
            Player::Computer(opponent, level) if opponent.has_level() => {
                f.pad(&format!("{opponent}:{level}"))
            }
            Player::Computer(opponent, _) => f.pad(opponent.name()),
        }
    }
}

/// Why a text is not a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePlayerError {
    /// Nobody has this name.
    Name(ParseOpponentError),
    /// What follows the colon is not a level.
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

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Player, ParsePlayerError> {
        let (name, level) = match text.split_once(':') {
            Some((name, level)) => (name, Some(level)),
            None => (text, None),
        };
        if name.eq_ignore_ascii_case("human") {
            return match level {
                None => Ok(Player::Human),
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
        Ok(Player::Computer(opponent, level))
    }
}
