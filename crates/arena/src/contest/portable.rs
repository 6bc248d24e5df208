//! Entrants that can play on any machine.

use std::fmt;

use play::EngineOptions;

use super::entrant::Entrant;

/// The maximum number of threads of an entrant on another machine.
const MOST_THREADS: usize = 16;

/// The maximum size of its transposition table, in megabytes.
const LARGEST_TABLE: usize = 1024;

/// The maximum length of its text.
const LONGEST: usize = 200;

impl Entrant {
    /// The entrant as text that [parses](std::str::FromStr) back into it on any machine.
    ///
    /// # Errors
    /// When it needs something that other machines do not have: a program, a file, or more threads or
    /// memory than can be asked of them.
    ///
    /// ```
    /// use arena::contest::Entrant;
    /// let portable = |text: &str| text.parse::<Entrant>().unwrap().portable();
    /// assert_eq!(portable("engine:depth=6,book=yes").unwrap(), "engine:depth=6,book");
    /// assert!(portable("gtp:./mine").is_err());
    /// assert!(portable("engine:weights=new.network").is_err());
    /// ```
    pub fn portable(&self) -> Result<String, NotPortable> {
        let text = match self {
            Entrant::Program(_, command) => return Err(NotPortable::Program(command.clone())),
            Entrant::Engine(EngineOptions {
                weights: Some(file),
                ..
            }) => return Err(NotPortable::Weights(file.display().to_string())),
            // The name alone would mean the engine at its default level.
            Entrant::Engine(options) if *options == EngineOptions::default() => {
                "engine:book=no".to_string()
            }
            entrant => entrant.to_string(),
        };
        if let Entrant::Engine(options) = self {
            if options
                .threads
                .is_some_and(|threads| threads > MOST_THREADS)
            {
                return Err(NotPortable::Threads);
            }
            if options
                .hash
                .is_some_and(|megabytes| megabytes > LARGEST_TABLE)
            {
                return Err(NotPortable::Table);
            }
        }
        Ok(text)
    }

    /// The entrant that [`portable`](Entrant::portable) wrote.
    ///
    /// # Errors
    /// When the text is not an entrant, or not one that `portable` writes.
    pub fn from_portable(text: &str) -> Result<Entrant, String> {
        if text.len() > LONGEST {
            return Err("no player has so long a name".to_string());
        }
        let entrant: Entrant = text.parse().map_err(|error| format!("{error}"))?;
        entrant.portable().map_err(|error| error.to_string())?;
        Ok(entrant)
    }
}

/// The reason why an entrant can play on this machine only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPortable {
    /// It is another program: its command.
    Program(String),
    /// It uses weights from a file: its name.
    Weights(String),
    /// It has too many threads.
    Threads,
    /// Its transposition table is too large.
    Table,
}

impl fmt::Display for NotPortable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPortable::Program(command) => write!(
                f,
                "`{command}` is a program of this machine and cannot play on others; only players \
                 of reversi itself can, such as engine:10 or walle:5"
            ),
            NotPortable::Weights(file) => write!(
                f,
                "the weights in {file} are on this machine and cannot be used on others; there the \
                 engine plays with its own, without weights="
            ),
            NotPortable::Threads => write!(
                f,
                "an engine that plays on other machines has {MOST_THREADS} threads at most"
            ),
            NotPortable::Table => write!(
                f,
                "an engine that plays on other machines has a table of {LARGEST_TABLE} megabytes \
                 at most"
            ),
        }
    }
}

impl std::error::Error for NotPortable {}
