//! Opponents by name: the engine and the classic opponents.

use std::fmt;
use std::str::FromStr;

use crate::classic::Classic;

/// A computer opponent, as people ask for it. All of them play on boards of every size.
///
/// The engine's moves come from [`Engine`](crate::Engine), those of a classic opponent from
/// [`Classic::choose`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// The engine of this package.
    Engine,
    /// A classic opponent.
    Classic(Classic),
}

impl Opponent {
    /// All of them, in the order they are listed to people.
    pub const ALL: [Opponent; 8] = [
        Opponent::Engine,
        Opponent::Classic(Classic::Discs),
        Opponent::Classic(Classic::CornersEdges),
        Opponent::Classic(Classic::Positional),
        Opponent::Classic(Classic::Roxanne),
        Opponent::Classic(Classic::Walle),
        Opponent::Classic(Classic::Greedy),
        Opponent::Classic(Classic::Random),
    ];

    /// The name it is asked for by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Opponent::Engine => "engine",
            Opponent::Classic(classic) => classic.name(),
        }
    }

    /// Whether it searches, so that a level means something to it.
    #[must_use]
    pub const fn has_level(self) -> bool {
        match self {
            Opponent::Engine => true,
            Opponent::Classic(classic) => classic.has_level(),
        }
    }
}

impl From<Classic> for Opponent {
    fn from(classic: Classic) -> Opponent {
        Opponent::Classic(classic)
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text was not the name of an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOpponentError(pub String);

impl fmt::Display for ParseOpponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an opponent; there are", self.0)?;
        for (number, opponent) in Opponent::ALL.into_iter().enumerate() {
            let separator = if number == 0 { " " } else { ", " };
            write!(f, "{separator}{opponent}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseOpponentError {}

impl FromStr for Opponent {
    type Err = ParseOpponentError;

    fn from_str(text: &str) -> Result<Opponent, ParseOpponentError> {
        Opponent::ALL
            .into_iter()
            .find(|opponent| opponent.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseOpponentError(text.to_string()))
    }
}
