//! Rungs of the ladder: 1 to 20.

use std::fmt;
use std::str::FromStr;

use super::strength::{RUNGS, Strength};
use crate::people::{Rating, Skill};

/// A rung of the ladder of rivals, from 1 to 20.
///
/// ```
/// use play::rival::Rung;
/// let rung: Rung = "6".parse().unwrap();
/// assert!(rung.rating() > Rung::LOWEST.rating());
/// assert!("0".parse::<Rung>().is_err() && "21".parse::<Rung>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rung(u8);

impl Rung {
    /// A player that has just learnt the rules.
    pub const LOWEST: Rung = Rung(1);

    /// Stronger than any person.
    pub const HIGHEST: Rung = Rung(20);

    /// The first opponent of a person who has not played here yet.
    pub const FIRST: Rung = Rung(2);

    /// Checks a number; `None` unless it is one of 1 to 20.
    #[must_use]
    pub fn new(number: u32) -> Option<Rung> {
        let number = u8::try_from(number).ok()?;
        (Rung::LOWEST.0..=Rung::HIGHEST.0)
            .contains(&number)
            .then_some(Rung(number))
    }

    /// All rungs, the lowest first.
    pub fn all() -> impl Iterator<Item = Rung> {
        (Rung::LOWEST.0..=Rung::HIGHEST.0).map(Rung)
    }

    /// The number, from 1 to 20.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The rating on 8×8, on the scale that people share.
    #[must_use]
    pub fn rating(self) -> Rating {
        Rating::new(RUNGS[usize::from(self.0) - 1].0)
    }

    /// What its rating means.
    #[must_use]
    pub fn skill(self) -> Skill {
        Skill::of(self.rating())
    }

    /// What its rating means, in English words.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.skill().name()
    }

    /// How it plays on 8×8.
    #[must_use]
    pub fn strength(self) -> Strength {
        RUNGS[usize::from(self.0) - 1].1
    }

    /// The next rung; `None` after the highest.
    #[must_use]
    pub fn next(self) -> Option<Rung> {
        Rung::new(self.number() + 1)
    }

    /// The rung before; `None` before the lowest.
    #[must_use]
    pub fn previous(self) -> Option<Rung> {
        Rung::new(self.number().wrapping_sub(1))
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text was not a rung.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRungError(pub String);

impl fmt::Display for ParseRungError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`rival:{}` is not a rival; there are rival:{} to rival:{}",
            self.0,
            Rung::LOWEST,
            Rung::HIGHEST
        )
    }
}

impl std::error::Error for ParseRungError {}

impl FromStr for Rung {
    type Err = ParseRungError;

    fn from_str(text: &str) -> Result<Rung, ParseRungError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number
            .and_then(Rung::new)
            .ok_or_else(|| ParseRungError(text.to_string()))
    }
}
