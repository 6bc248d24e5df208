//! What has been played, kept where a cup that is cut short finds it again.

mod fingerprint;
mod line;

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rules::{ByColor, Date};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::Config;
use super::score::Slot;
use crate::contest::Played;
use line::Line;

/// A game of a cup that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Where it belongs.
    pub slot: Slot,
    /// Who played which colour.
    pub seats: ByColor<usize>,
    /// The game and its end.
    pub played: Played,
}

/// A file that games are added to when they have ended, a line each, and that nothing is ever taken
/// out of.
///
/// Its first line says what the cup was when it began. A last line that is not whole is what was
/// being written when the cup was cut short: it is as if that game had not ended.
#[derive(Debug)]
pub struct Journal {
    file: File,
    length: u64,
}

/// What stands in a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pages {
    /// When the cup began.
    pub date: Option<Date>,
    /// The games in the order in which they ended.
    pub entries: Vec<Entry>,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    /// Which version of this format it is.
    reversi_cup: u32,
    began: Option<String>,
    cup: Value,
}

/// The version of the format.
const VERSION: u32 = 1;

/// What the file is called, in the folder of results.
pub const NAME: &str = "journal.jsonl";

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// The same cup is being played by another process.
    Busy(PathBuf),
    /// The cup is not the one that began: what is different.
    Changed(PathBuf, Vec<String>),
    /// A line is wrong: its number, and what is wrong with it.
    Line(PathBuf, usize, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            JournalError::Busy(path) => write!(
                f,
                "this cup is being played already: another process uses {}",
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
            JournalError::Line(path, line, what) => {
                write!(f, "{}, line {line}: {what}", path.display())
            }
        }
    }
}

impl std::error::Error for JournalError {}

impl Journal {
    /// Opens the journal of a cup, or begins it, and says what has been played. While it is open no
    /// other process can open it.
    ///
    /// # Errors
    /// When another process has it, the cup is another one than it was, or the file is damaged
    /// other than at its end. Nothing is changed then.
    pub fn open(config: &Config, today: Option<Date>) -> Result<(Journal, Pages), JournalError> {
        let path = config.results.join(NAME);
        let failed = |error| JournalError::Io(path.clone(), error);
        fs::create_dir_all(&config.results).map_err(failed)?;
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path)),
            // Some file systems have no locks; there, one process at a time is up to the user.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = whole_lines(&bytes);
        let (pages, length) = (read(whole, config, &path)?, whole.len() as u64);
        let begun = length > 0;
        let mut journal = Journal { file, length };
        journal.cut().map_err(failed)?;
        if begun {
            return Ok((journal, pages));
        }
        let head = Head {
            reversi_cup: VERSION,
            began: today.map(|date| date.to_string()),
            cup: fingerprint::of(config),
        };
        let head = serde_json::to_string(&head).map_err(io::Error::from);
        head.and_then(|head| journal.add(&head)).map_err(failed)?;
        // The folder's own entry for the file, too.
        if let Ok(folder) = File::open(&config.results) {
            let _ = folder.sync_all();
        }
        let pages = Pages {
            date: today,
            ..Pages::default()
        };
        Ok((journal, pages))
    }

    /// What has been played of a cup, without touching anything.
    ///
    /// # Errors
    /// As [`open`](Journal::open).
    pub fn look(config: &Config) -> Result<Pages, JournalError> {
        let path = config.results.join(NAME);
        match fs::read(&path) {
            Ok(bytes) => read(whole_lines(&bytes), config, &path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Pages::default()),
            Err(error) => Err(JournalError::Io(path, error)),
        }
    }

    /// Adds a game that has ended. When this returns, it is kept, whatever happens.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, entry: &Entry, config: &Config) -> io::Result<()> {
        let line = serde_json::to_string(&Line::of(entry, config))?;
        self.add(&line)
    }

    fn add(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\n");
        let added = self
            .file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.sync_data());
        match added {
            Ok(()) => self.length += line.len() as u64,
            // Half a line must not stay in the way of the next one.
            Err(_) => drop(self.cut()),
        }
        added
    }

    /// Cuts off what is not whole.
    fn cut(&mut self) -> io::Result<()> {
        if self.file.metadata()?.len() > self.length {
            self.file.set_len(self.length)?;
        }
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(())
    }
}

/// The lines that have an end.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

fn read(bytes: &[u8], config: &Config, path: &Path) -> Result<Pages, JournalError> {
    let wrong =
        |index: usize, what: String| JournalError::Line(path.to_path_buf(), index + 1, what);
    let mut pages = Pages::default();
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    for (index, line) in lines.enumerate() {
        if index == 0 {
            let head = serde_json::from_slice::<Head>(line);
            let head = head.map_err(|_| wrong(0, "this is no journal of a cup".to_string()))?;
            if head.reversi_cup != VERSION {
                let what = format!("a journal of another version, {}", head.reversi_cup);
                return Err(wrong(0, what));
            }
            let changes = fingerprint::changes(&head.cup, &fingerprint::of(config));
            if !changes.is_empty() {
                return Err(JournalError::Changed(path.to_path_buf(), changes));
            }
            pages.date = head.began.and_then(|date| date.parse().ok());
            continue;
        }
        let line = serde_json::from_slice::<Line>(line)
            .map_err(|error| wrong(index, format!("this is no game of a cup: {error}")))?;
        let entry = line.entry(config).map_err(|what| wrong(index, what))?;
        pages.entries.push(entry);
    }
    Ok(pages)
}
