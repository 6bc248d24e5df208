//! WTHOR names: one file of players, one of tournaments.

use std::collections::HashMap;

use super::{Header, WthorError};
use crate::record::Date;

/// The kind of names in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Players, in a `.jou` file.
    Players,
    /// Tournaments, in a `.trn` file.
    Tournaments,
}

impl Kind {
    /// The bytes of one name, with the zero at its end.
    #[must_use]
    pub const fn width(self) -> usize {
        match self {
            Kind::Players => 20,
            Kind::Tournaments => 26,
        }
    }

    /// The name with number 0: unknown player or no tournament.
    const fn unknown(self) -> &'static str {
        match self {
            Kind::Players => "???",
            Kind::Tournaments => "Diverses parties",
        }
    }
}

/// The names that the games of a file refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The players.
    pub players: NameList,
    /// The tournaments.
    pub tournaments: NameList,
}

impl Names {
    /// Lists with only the unknown name.
    #[must_use]
    pub fn new() -> Names {
        Names {
            players: NameList::new(Kind::Players),
            tournaments: NameList::new(Kind::Tournaments),
        }
    }
}

impl Default for Names {
    fn default() -> Names {
        Names::new()
    }
}

/// A list of names. Games refer to a name by number; number 0 is the unknown player or no tournament.
///
/// ```
/// use reversi_rules::formats::wthor::{Kind, NameList};
/// let mut players = NameList::new(Kind::Players);
/// assert_eq!(players.number("Tastet Marc"), Some(1));
/// assert_eq!(players.number(""), Some(0));
/// let again = NameList::read(&players.write(None), Kind::Players).unwrap();
/// assert_eq!(again.get(1), Some("Tastet Marc"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameList {
    kind: Kind,
    list: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl NameList {
    /// A list with only the unknown name.
    #[must_use]
    pub fn new(kind: Kind) -> NameList {
        let mut names = NameList {
            kind,
            list: Vec::new(),
            numbers: HashMap::new(),
        };
        names.push(kind.unknown().to_string());
        names
    }

    /// Reads a file of names, ISO-8859-1.
    ///
    /// # Errors
    /// When the file is shorter or longer than its header says.
    pub fn read(bytes: &[u8], kind: Kind) -> Result<NameList, WthorError> {
        let header = Header::read(bytes)?;
        let content = &bytes[Header::BYTES..];
        if content.len() != usize::from(header.names) * kind.width() {
            return Err(WthorError::Names {
                announced: header.names,
                width: kind.width(),
                bytes: content.len(),
            });
        }
        let mut names = NameList {
            kind,
            list: Vec::with_capacity(header.names.into()),
            numbers: HashMap::with_capacity(header.names.into()),
        };
        for name in content.chunks_exact(kind.width()) {
            let end = name.iter().position(|byte| *byte == 0);
            let name = &name[..end.unwrap_or(name.len())];
            names.push(name.iter().map(|byte| char::from(*byte)).collect());
        }
        Ok(names)
    }

    /// The bytes of a file with this date. Long names are truncated, and characters outside of
    /// ISO-8859-1 become question marks.
    #[must_use]
    pub fn write(&self, made: Option<Date>) -> Vec<u8> {
        let header = Header {
            made,
            names: self.list.len() as u16,
            ..Header::EMPTY
        };
        let width = self.kind.width();
        let mut bytes = Vec::with_capacity(Header::BYTES + width * self.list.len());
        bytes.extend(header.write());
        bytes[12] = 0;
        for name in &self.list {
            let letters = name.chars().take(width - 1);
            let end = bytes.len() + width;
            bytes.extend(letters.map(|letter| u8::try_from(letter).unwrap_or(b'?')));
            bytes.resize(end, 0);
        }
        bytes
    }

    /// The number of names that a file changes: too long, or with characters outside of ISO-8859-1.
    #[must_use]
    pub fn misspelt(&self) -> usize {
        let longest = self.kind.width() - 1;
        let fits = |name: &&String| {
            name.chars().count() <= longest && name.chars().all(|c| u8::try_from(c).is_ok())
        };
        self.list.len() - self.list.iter().filter(fits).count()
    }

    /// The number of names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no name, not even the unknown one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The name with this number.
    #[must_use]
    pub fn get(&self, number: u16) -> Option<&str> {
        self.list.get(usize::from(number)).map(String::as_str)
    }

    /// The name for a record: empty for the unknown one.
    #[must_use]
    pub(crate) fn known(&self, number: u16) -> &str {
        let unknown = self.kind.unknown();
        let name = self.get(number).unwrap_or("");
        if number == 0 && name == unknown {
            ""
        } else {
            name
        }
    }

    /// The number of a name, which is added if new; `None` when the list is full. An empty name has
    /// number 0.
    pub fn number(&mut self, name: &str) -> Option<u16> {
        if name.is_empty() {
            return Some(0);
        }
        match self.numbers.get(name) {
            Some(number) => Some(*number),
            None if self.list.len() >= usize::from(u16::MAX) => None,
            None => Some(self.push(name.to_string())),
        }
    }

    /// Adds a name to a list that is not full.
    fn push(&mut self, name: String) -> u16 {
        let number = self.list.len() as u16;
        // If a name occurs twice, the first number counts.
        self.numbers.entry(name.clone()).or_insert(number);
        self.list.push(name);
        number
    }
}
