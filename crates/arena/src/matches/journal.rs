//! Journal of a match: its settings and its finished games, from which it continues after any kill.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::contest::{GameSheet, Played};
use crate::journal::{JournalFile, OpenJournalError, differences};

/// The journal of a match. Its first line holds the settings, each other line a finished game.
#[derive(Debug)]
pub struct MatchJournal {
    file: JournalFile,
    path: PathBuf,
}

/// A journal that was opened. Nothing has been written to it yet.
#[derive(Debug)]
pub struct FoundJournal {
    journal: MatchJournal,
    settings: Option<Map<String, Value>>,
    games: BTreeMap<usize, Played>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The version of the format.
    reversi_match: u32,
    settings: Map<String, Value>,
}

/// The line of a game.
#[derive(Serialize, Deserialize)]
struct Line {
    game: usize,
    #[serde(flatten)]
    sheet: GameSheet,
}

/// The version of the format.
const VERSION: u32 = 1;

/// The reason why a journal cannot be used.
#[derive(Debug)]
pub enum MatchJournalError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// The same match is being played by another process.
    Busy(PathBuf),
    /// It is the journal of another match; the differences.
    Other(PathBuf, Vec<String>),
    /// A line is invalid: its number and the reason.
    Line(PathBuf, usize, String),
}

impl fmt::Display for MatchJournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchJournalError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            MatchJournalError::Busy(path) => write!(
                f,
                "this match is being played already: another process uses {}",
                path.display()
            ),
            MatchJournalError::Other(path, what) => write!(
                f,
                "{} is the journal of another match: {}. Give the same options to go on with that \
                 match, or another file to begin a new one",
                path.display(),
                what.join("; ")
            ),
            MatchJournalError::Line(path, line, what) => {
                write!(f, "{}, line {line}: {what}", path.display())
            }
        }
    }
}

impl std::error::Error for MatchJournalError {}

impl FoundJournal {
    /// A setting of the match, if it has begun.
    #[must_use]
    pub fn setting(&self, key: &str) -> Option<&Value> {
        self.settings.as_ref()?.get(key)
    }

    /// The journal and its games by their numbers, if these settings are those of its match. As long as
    /// it has no games, they are written.
    ///
    /// # Errors
    /// When it is the journal of another match, or cannot be written.
    pub fn go_on(
        mut self,
        settings: &Map<String, Value>,
    ) -> Result<(MatchJournal, BTreeMap<usize, Played>), MatchJournalError> {
        let path = &self.journal.path;
        if let Some(before) = &self.settings {
            let changes = differences(before, settings, |_| false);
            if changes.is_empty() {
                return Ok((self.journal, self.games));
            }
            if !self.games.is_empty() {
                return Err(MatchJournalError::Other(path.clone(), changes));
            }
        }
        let header = Header {
            reversi_match: VERSION,
            settings: settings.clone(),
        };
        let header = serde_json::to_string(&header).map_err(io::Error::from);
        let file = &mut self.journal.file;
        let begun = header.and_then(|header| {
            file.clear()?;
            file.begin(&header, path)
        });
        begun.map_err(|error| MatchJournalError::Io(path.clone(), error))?;
        Ok((self.journal, self.games))
    }
}

impl MatchJournal {
    /// Opens or creates a journal, and reads its games. It is locked against other processes while it
    /// is open.
    ///
    /// # Errors
    /// When another process has it open, or it is damaged anywhere but at its end.
    pub fn open(path: &Path) -> Result<FoundJournal, MatchJournalError> {
        let path = path.to_path_buf();
        let (file, lines) = JournalFile::open(&path).map_err(|error| match error {
            OpenJournalError::Io(error) => MatchJournalError::Io(path.clone(), error),
            OpenJournalError::Busy => MatchJournalError::Busy(path.clone()),
        })?;
        let wrong =
            |index: usize, what: String| MatchJournalError::Line(path.clone(), index + 1, what);
        let (mut settings, mut games) = (None, BTreeMap::new());
        for (index, line) in lines.split_inclusive(|byte| *byte == b'\n').enumerate() {
            if index == 0 {
                let header = serde_json::from_slice::<Header>(line);
                let header =
                    header.map_err(|_| wrong(0, "this is no journal of a match".to_string()))?;
                if header.reversi_match != VERSION {
                    let what = format!("a journal of another version, {}", header.reversi_match);
                    return Err(wrong(0, what));
                }
                settings = Some(header.settings);
                continue;
            }
            let line = serde_json::from_slice::<Line>(line)
                .map_err(|error| wrong(index, format!("this is no game of a match: {error}")))?;
            let played = line.sheet.played().map_err(|what| wrong(index, what))?;
            if games.insert(line.game, played).is_some() {
                return Err(wrong(index, format!("game {} is there twice", line.game)));
            }
        }
        Ok(FoundJournal {
            journal: MatchJournal { file, path },
            settings,
            games,
        })
    }

    /// Appends a finished game. When this returns `Ok`, the game is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: usize, played: &Played) -> Result<(), MatchJournalError> {
        let sheet = GameSheet::of(played);
        let line = serde_json::to_string(&Line { game, sheet }).map_err(io::Error::from);
        let added = line.and_then(|line| self.file.add(&line));
        added.map_err(|error| MatchJournalError::Io(self.path.clone(), error))
    }
}
