//! Copies of the file: made while it is written, checked afterwards.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::file::{KIND, check_pages, complete, explained};
use super::row::{Row, SELECT};

/// At most this many damaged games are named.
const MOST_NAMED: usize = 100;

/// This many pages of a file that nobody uses are copied at a time.
const CLOSED_PAGES: i32 = 4096;

/// What is in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The number of games.
    pub games: usize,
    /// The number of damaged games.
    pub damaged: usize,
    /// Damaged games and what is wrong with them; only the first ones.
    pub named: Vec<(String, String)>,
}

/// Deletes the unfinished copy of a program that was killed.
pub fn remove_stale(data: &Path) {
    // Mostly there is none.
    let _ = fs::remove_file(path(data));
}

/// The path of the copy that is being made.
pub fn path(data: &Path) -> PathBuf {
    let mut name = data.as_os_str().to_os_string();
    name.push(".copy");
    PathBuf::from(name)
}

/// An empty file that only this user can read, as an SQLite connection.
///
/// # Errors
/// When it cannot be made.
pub fn destination(path: &Path) -> Result<Connection> {
    let wrong = || format!("cannot make {}", path.display());
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(wrong);
        }
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).with_context(wrong)?;
    empty(path)
}

/// A connection to an empty file that becomes a copy.
fn empty(path: &Path) -> Result<Connection> {
    let to = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // A broken copy is thrown away, so it needs no journal, and the writer does not wait for the disk.
    to.pragma_update(None, "journal_mode", "OFF")?;
    to.pragma_update(None, "synchronous", "OFF")?;
    to.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    Ok(to)
}

/// Copies a file that no server holds into an empty one. It is not changed.
///
/// # Errors
/// When it is in use, or no file of games.
pub fn copy_closed(data: &Path, to: &Path) -> Result<()> {
    let copy = || {
        let from = KIND.open(data)?;
        let mut to = empty(to)?;
        let backup = Backup::new(&from, &mut to)?;
        loop {
            match backup.step(CLOSED_PAGES)? {
                StepResult::Done => return Ok(()),
                StepResult::More => {}
                _ => bail!("{} is in use; try again", data.display()),
            }
        }
    };
    copy().map_err(|error| explained(error, data))
}

/// Makes a copy a file of its own, without a journal beside it, and counts its games. Messages call
/// it by `name`.
///
/// # Errors
/// When it is damaged.
pub fn finish(path: &Path, name: &Path) -> Result<usize> {
    let finish = || {
        let connection = alone(path)?;
        check_pages(&connection, "quick_check")?;
        let count = "SELECT count(*) FROM games";
        let games: i64 = connection.query_row(count, [], |row| row.get(0))?;
        Ok(usize::try_from(games)?)
    };
    finish().map_err(|error| KIND.explained(error, name))
}

/// Checks every page and every game of a copy. Messages call it by `name`.
///
/// # Errors
/// When the file itself is damaged.
pub fn check(path: &Path, name: &Path) -> Result<Contents> {
    let check = || {
        let connection = alone(path)?;
        check_pages(&connection, "integrity_check")?;
        let mut contents = Contents::default();
        let mut statement = connection.prepare(&format!("{SELECT} ORDER BY id"))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            contents.games += 1;
            let state = Row::load(row).map_err(|error| error.to_string());
            let state = state.and_then(|row| row.state(Instant::now()));
            if let Err(why) = state {
                contents.damaged += 1;
                if contents.named.len() < MOST_NAMED {
                    contents.named.push((row.get("id")?, why));
                }
            }
        }
        Ok(contents)
    };
    check().map_err(|error| KIND.explained(error, name))
}

/// Opens a copy that nobody else uses.
fn alone(path: &Path) -> Result<Connection> {
    let connection = KIND.open(path)?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    complete(&connection)?;
    Ok(connection)
}
