//! Computer players: the engine, a classic opponent or a rival, with its strength.

use std::fmt;

use engine::{Classic, Level, Opponent};

use crate::rival::Rung;

/// A computer player with its strength.
///
/// ```
/// use engine::Level;
/// use play::Computer;
/// use play::rival::Rung;
/// assert_eq!("engine:8".parse(), Ok(Computer::Engine(Level::new(8).unwrap())));
/// assert_eq!("rival:6".parse(), Ok(Computer::Rival(Rung::new(6).unwrap())));
/// assert_eq!(Computer::Rival(Rung::FIRST).to_string(), "rival:2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Computer {
    /// The engine at a level.
    Engine(Level),
    /// A classic opponent at a level, which means nothing to some of them.
    Classic(Classic, Level),
    /// A rival: it plays as people of its rating do.
    Rival(Rung),
}

impl Computer {
    /// The name of rivals.
    pub const RIVAL: &'static str = "rival";

    /// The name before the colon: `engine`, `walle`, `rival` and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Computer::Engine(_) => Opponent::Engine.name(),
            Computer::Classic(classic, _) => classic.name(),
            Computer::Rival(_) => Computer::RIVAL,
        }
    }

    /// Its rung if it is a rival.
    #[must_use]
    pub const fn rung(self) -> Option<Rung> {
        match self {
            Computer::Rival(rung) => Some(rung),
            _ => None,
        }
    }
}

impl fmt::Display for Computer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            Computer::Classic(classic, _) if !classic.has_level() => f.pad(name),
            Computer::Engine(level) | Computer::Classic(_, level) => {
                f.pad(&format!("{name}:{level}"))
            }
            Computer::Rival(rung) => f.pad(&format!("{name}:{rung}")),
        }
    }
}

impl From<(Opponent, Level)> for Computer {
    fn from((opponent, level): (Opponent, Level)) -> Computer {
        match opponent {
            Opponent::Engine => Computer::Engine(level),
            Opponent::Classic(classic) => Computer::Classic(classic, level),
        }
    }
}
