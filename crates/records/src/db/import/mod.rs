//! Import of games from files into a database.
//!
//! Each file is one transaction: after a crash or a stop the database holds whole files only.

mod files;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use rusqlite::{Connection, TransactionBehavior};

use super::writer::Writer;
use super::{index, store};
use crate::reader::Reader;
pub use files::files;

/// Records between two [`Event::Reading`].
const RECORDS_PER_EVENT: usize = 500;

/// What an import reports while it runs.
pub enum Event<'a> {
    /// The next file is opened; the number of files before it.
    File(usize),
    /// Records are read from a file.
    Reading(Reading<'a>),
    /// A file or a record was skipped, and why.
    Skipped(&'a str),
    /// The number of games whose positions were added to the index.
    Indexed(u32),
}

/// How much of a file has been read.
pub struct Reading<'a> {
    /// The name of the file, without its folder.
    pub file: &'a str,
    /// Records read.
    pub records: usize,
    /// Percent of the bytes read, where the length of the file is known.
    pub percent: Option<u64>,
}

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games added.
    pub imported: usize,
    /// Games that the database had already.
    pub known: usize,
    /// Records that could not be read or have no moves.
    pub skipped: usize,
    /// Files without any readable game.
    pub unread_files: u32,
    /// Games in the database now.
    pub games: u32,
}

impl Summary {
    fn records(&self) -> usize {
        self.imported + self.known + self.skipped
    }
}

/// Adds the games of these files to a database, which is created if it does not exist, and updates
/// its index. Games that are already there are skipped.
///
/// Setting `stop` ends the import after the current record; nothing of that file is added.
///
/// # Errors
/// When the database cannot be used. A problem with a file or a record is an
/// [event](Event::Skipped).
pub fn import(
    database: &Path,
    files: &[PathBuf],
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<Summary> {
    let mut import = Import {
        connection: store::open_to_write(database)?,
        stop,
        on_event,
        summary: Summary::default(),
    };
    for (done, file) in files.iter().enumerate() {
        (import.on_event)(Event::File(done));
        import.add_file(file)?;
        if import.is_stopped() {
            break;
        }
    }
    import.finish()
}

/// An import that is running.
struct Import<'a> {
    connection: Connection,
    stop: &'a AtomicBool,
    on_event: &'a mut dyn FnMut(Event<'_>),
    summary: Summary,
}

impl Import<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Adds the games of a file, or none of them if the import is stopped.
    fn add_file(&mut self, path: &Path) -> Result<()> {
        let mut reader = match open(path) {
            Ok(reader) => reader,
            Err(why) => {
                self.summary.unread_files += 1;
                (self.on_event)(Event::Skipped(&why));
                return Ok(());
            }
        };
        let name = path.file_name().unwrap_or(path.as_os_str());
        let name = name.to_string_lossy();
        let mut summary = self.summary;
        let before = summary.records();
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut writer = Writer::new(&transaction, &name)?;
        while let Some(record) = reader.next() {
            if self.stop.load(Ordering::SeqCst) {
                return Ok(());
            }
            match record {
                Ok(record) if record.game.turns().is_empty() => {
                    summary.skipped += 1;
                    let why = format!("{}: a game has no moves; skipped", path.display());
                    (self.on_event)(Event::Skipped(&why));
                }
                Ok(record) if writer.add(&record)? => summary.imported += 1,
                Ok(_) => summary.known += 1,
                Err(bad) => {
                    summary.skipped += bad.lost;
                    (self.on_event)(Event::Skipped(&format!("{bad}; skipped")));
                }
            }
            let records = summary.records() - before;
            if records.is_multiple_of(RECORDS_PER_EVENT) {
                let length = reader.length().filter(|length| *length > 0);
                (self.on_event)(Event::Reading(Reading {
                    file: &name,
                    records,
                    percent: length.map(|length| 100 * reader.bytes_read() / length),
                }));
            }
        }
        drop(writer);
        transaction.commit()?;
        self.summary = summary;
        Ok(())
    }

    /// Brings the index up to date and counts the games.
    fn finish(self) -> Result<Summary> {
        let (mut connection, on_event) = (self.connection, self.on_event);
        index::catch_up(&mut connection, |games| on_event(Event::Indexed(games)))?;
        let games = connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
        Ok(Summary {
            games,
            ..self.summary
        })
    }
}

/// Opens a file of played games.
fn open(path: &Path) -> Result<Reader, String> {
    let reader = Reader::open(path).map_err(|error| format!("{error:#}"))?;
    let format = reader.format();
    if files::holds_games(format) {
        return Ok(reader);
    }
    let (path, format) = (path.display(), format.name());
    Err(format!("{path} holds no games that were played ({format})"))
}
