//! Journal: an append-only file of the games and rulings, from which an interrupted cup continues.

mod entry;
mod fingerprint;
mod ruling_line;
pub(super) mod talk;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rules::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::Config;
use super::ruling::Ruling;
use crate::journal::{JournalFile, OpenJournalError, whole_lines};
use entry::Line;
use records::files;
use ruling_line::RulingLine;

pub use entry::Entry;

/// An append-only file with one line for each game that has ended and each ruling.
///
/// Its first line holds the fingerprint of the configuration. A last line without an end was being
/// written when the cup was interrupted; that game counts as not played.
#[derive(Debug)]
pub struct Journal(JournalFile);

/// The contents of a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JournalContents {
    /// The day the cup began.
    pub date: Option<Date>,
    /// The games and rulings in the order in which they were written.
    pub lines: Vec<JournalLine>,
}

/// A line of a journal.
#[derive(Clone, Debug, PartialEq)]
pub enum JournalLine {
    /// A game that has ended.
    Game(Box<Entry>),
    /// A ruling.
    Ruling(Ruling),
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The version of the format.
    reversi_cup: u32,
    began: Option<String>,
    cup: Value,
}

/// The version of the format.
const VERSION: u32 = 1;

/// The name of the file in the results folder.
pub const NAME: &str = "journal.jsonl";

/// The reason why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// The same cup is being played by another process.
    Busy(PathBuf),
    /// The configuration has changed since the cup began; the differences.
    Changed(PathBuf, Vec<String>),
    /// The cup has begun, so that its programs must stay as they are.
    Begun(PathBuf),
    /// A line is invalid: its number and the reason.
    Line(PathBuf, usize, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            JournalError::Busy(path) => write!(
                f,
                "this cup is being played already: another process uses {}. Stop it with Ctrl-C \
                 first; no finished game is lost",
                path.display()
            ),
            JournalError::Changed(path, what) => {
                let folder = path.parent().unwrap_or(path).display();
                write!(
                    f,
                    "the cup has begun, and is not the same any more: {}. Undo that to go on, or \
                     start over by moving {folder} away or by naming another folder, as in \
                     results = \"again\"",
                    what.join("; ")
                )
            }
            JournalError::Begun(path) => {
                let folder = path.parent().unwrap_or(path).display();
                write!(
                    f,
                    "the cup has begun, and its programs must stay as they are: its games are in \
                     {folder}. Take other programs in for another cup: in another folder, or after \
                     a line results = \"again\" at the top of the cup file"
                )
            }
            JournalError::Line(path, line, what) => {
                write!(f, "{}, line {line}: {what}", path.display())
            }
        }
    }
}

impl std::error::Error for JournalError {}

impl Journal {
    /// Opens or creates the journal of a cup, and reads the games played. It is locked against other
    /// processes while it is open.
    ///
    /// # Errors
    /// When another process has it open, the configuration has changed, or the file is damaged
    /// anywhere but at its end. The file is not changed then.
    pub fn open(
        config: &Config,
        today: Option<Date>,
    ) -> Result<(Journal, JournalContents), JournalError> {
        let path = config.results.join(NAME);
        let failed = |error| JournalError::Io(path.clone(), error);
        fs::create_dir_all(&config.results).map_err(failed)?;
        let (mut file, lines) = JournalFile::open(&path).map_err(|error| unopened(error, &path))?;
        for folder in [config.results.clone(), config.results.join(talk::FOLDER)] {
            files::remove_leftovers(&folder);
        }
        if let Some(contents) = read(&lines, config, &path)? {
            return Ok((Journal(file), contents));
        }
        let header = Header {
            reversi_cup: VERSION,
            began: today.map(|date| date.to_string()),
            cup: fingerprint::of(config),
        };
        // What may be there is the first line of another cup, in which no game was played.
        let header = serde_json::to_string(&header).map_err(io::Error::from);
        header
            .and_then(|header| {
                file.clear()?;
                file.begin(&header, &path)
            })
            .map_err(failed)?;
        let contents = JournalContents {
            date: today,
            ..JournalContents::default()
        };
        Ok((Journal(file), contents))
    }

    /// Reads the games played of a cup without opening the journal for writing.
    ///
    /// # Errors
    /// As [`open`](Journal::open).
    pub fn read(config: &Config) -> Result<JournalContents, JournalError> {
        let path = config.results.join(NAME);
        match fs::read(&path) {
            Ok(bytes) => Ok(read(whole_lines(&bytes), config, &path)?.unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(JournalContents::default()),
            Err(error) => Err(JournalError::Io(path, error)),
        }
    }

    /// Makes sure that a cup has not begun, and keeps it from being played while what is returned is
    /// kept. Nothing is written. A cup without a journal is not kept from being played.
    ///
    /// # Errors
    /// When another process plays the cup, or games or rulings are in its journal.
    pub fn hold_unbegun(config: &Config) -> Result<Option<JournalFile>, JournalError> {
        let path = config.results.join(NAME);
        if !path.exists() {
            return Ok(None);
        }
        let (file, lines) = JournalFile::open(&path).map_err(|error| unopened(error, &path))?;
        if lines.iter().filter(|byte| **byte == b'\n').count() > 1 {
            return Err(JournalError::Begun(path));
        }
        Ok(Some(file))
    }

    /// Appends a game that has ended. When this returns `Ok`, the game is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, entry: &Entry, config: &Config) -> io::Result<()> {
        let line = serde_json::to_string(&Line::of(entry, config))?;
        self.0.add(&line)
    }

    /// Appends a ruling. When this returns `Ok`, it is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn rule(&mut self, ruling: &Ruling, config: &Config) -> io::Result<()> {
        let line = serde_json::to_string(&RulingLine::of(ruling, config))?;
        self.0.add(&line)
    }
}

/// Why the journal at this path could not be opened.
fn unopened(error: OpenJournalError, path: &Path) -> JournalError {
    match error {
        OpenJournalError::Io(error) => JournalError::Io(path.to_path_buf(), error),
        OpenJournalError::Busy => JournalError::Busy(path.to_path_buf()),
    }
}

/// The contents of a journal; `None` if it is empty, or if it is that of another cup in which no game
/// was played.
fn read(
    bytes: &[u8],
    config: &Config,
    path: &Path,
) -> Result<Option<JournalContents>, JournalError> {
    let wrong =
        |index: usize, what: String| JournalError::Line(path.to_path_buf(), index + 1, what);
    let mut contents = JournalContents::default();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let is_begun = lines.len() > 1;
    if lines.is_empty() {
        return Ok(None);
    }
    for (index, line) in lines.into_iter().enumerate() {
        if index == 0 {
            let header = serde_json::from_slice::<Header>(line);
            let header = header.map_err(|_| wrong(0, "this is no journal of a cup".to_string()))?;
            if header.reversi_cup != VERSION {
                let what = format!("a journal of another version, {}", header.reversi_cup);
                return Err(wrong(0, what));
            }
            let changes = fingerprint::changes(&header.cup, &fingerprint::of(config));
            if !changes.is_empty() && !is_begun {
                return Ok(None);
            }
            if !changes.is_empty() {
                return Err(JournalError::Changed(path.to_path_buf(), changes));
            }
            contents.date = header.began.and_then(|date| date.parse().ok());
            continue;
        }
        if line.starts_with(ruling_line::START) {
            let line = serde_json::from_slice::<RulingLine>(line)
                .map_err(|error| wrong(index, format!("this is no ruling: {error}")))?;
            let ruling = line.ruling(config).map_err(|what| wrong(index, what))?;
            contents.lines.push(JournalLine::Ruling(ruling));
            continue;
        }
        let line = serde_json::from_slice::<Line>(line)
            .map_err(|error| wrong(index, format!("this is no game of a cup: {error}")))?;
        let entry = line.entry(config).map_err(|what| wrong(index, what))?;
        contents.lines.push(JournalLine::Game(Box::new(entry)));
    }
    Ok(Some(contents))
}
