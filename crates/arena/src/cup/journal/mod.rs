//! Journal: an append-only file of the games played, from which an interrupted cup continues.

mod entry;
mod fingerprint;

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rules::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::config::Config;
use entry::Line;

pub use entry::Entry;

/// An append-only file with one line for each game that has ended.
///
/// Its first line holds the fingerprint of the configuration. A last line without an end was being
/// written when the cup was interrupted; that game counts as not played.
#[derive(Debug)]
pub struct Journal {
    file: File,
    length: u64,
}

/// The contents of a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JournalContents {
    /// The day the cup began.
    pub date: Option<Date>,
    /// The games in the order in which they ended.
    pub entries: Vec<Entry>,
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
    /// A line is invalid: its number and the reason.
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
            // Some file systems have no locks. There the user must not run two processes.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = whole_lines(&bytes);
        let (contents, length) = (read(whole, config, &path)?, whole.len() as u64);
        let begun = length > 0;
        let mut journal = Journal { file, length };
        journal.truncate().map_err(failed)?;
        if begun {
            return Ok((journal, contents));
        }
        let header = Header {
            reversi_cup: VERSION,
            began: today.map(|date| date.to_string()),
            cup: fingerprint::of(config),
        };
        let header = serde_json::to_string(&header).map_err(io::Error::from);
        header
            .and_then(|header| journal.add(&header))
            .map_err(failed)?;
        // The folder is synced too, so that it contains the new file after a crash.
        if let Ok(folder) = File::open(&config.results) {
            let _ = folder.sync_all();
        }
        let contents = JournalContents {
            date: today,
            ..JournalContents::default()
        };
        Ok((journal, contents))
    }

    /// Reads the games played of a cup without opening the journal for writing.
    ///
    /// # Errors
    /// As [`open`](Journal::open).
    pub fn read(config: &Config) -> Result<JournalContents, JournalError> {
        let path = config.results.join(NAME);
        match fs::read(&path) {
            Ok(bytes) => read(whole_lines(&bytes), config, &path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(JournalContents::default()),
            Err(error) => Err(JournalError::Io(path, error)),
        }
    }

    /// Appends a game that has ended. When this returns `Ok`, the game is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, entry: &Entry, config: &Config) -> io::Result<()> {
        let line = serde_json::to_string(&Line::of(entry, config))?;
        self.add(&line)
    }

    /// Appends a line and syncs the file.
    fn add(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\n");
        let added = self
            .file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.sync_data());
        match added {
            Ok(()) => self.length += line.len() as u64,
            // A partial line must not remain before the next one.
            Err(_) => drop(self.truncate()),
        }
        added
    }

    /// Cuts off a partial line.
    fn truncate(&mut self) -> io::Result<()> {
        if self.file.metadata()?.len() > self.length {
            self.file.set_len(self.length)?;
        }
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(())
    }
}

/// The complete lines: everything up to the last line end.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

fn read(bytes: &[u8], config: &Config, path: &Path) -> Result<JournalContents, JournalError> {
    let wrong =
        |index: usize, what: String| JournalError::Line(path.to_path_buf(), index + 1, what);
    let mut contents = JournalContents::default();
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    for (index, line) in lines.enumerate() {
        if index == 0 {
            let header = serde_json::from_slice::<Header>(line);
            let header = header.map_err(|_| wrong(0, "this is no journal of a cup".to_string()))?;
            if header.reversi_cup != VERSION {
                let what = format!("a journal of another version, {}", header.reversi_cup);
                return Err(wrong(0, what));
            }
            let changes = fingerprint::changes(&header.cup, &fingerprint::of(config));
            if !changes.is_empty() {
                return Err(JournalError::Changed(path.to_path_buf(), changes));
            }
            contents.date = header.began.and_then(|date| date.parse().ok());
            continue;
        }
        let line = serde_json::from_slice::<Line>(line)
            .map_err(|error| wrong(index, format!("this is no game of a cup: {error}")))?;
        let entry = line.entry(config).map_err(|what| wrong(index, what))?;
        contents.entries.push(entry);
    }
    Ok(contents)
}
