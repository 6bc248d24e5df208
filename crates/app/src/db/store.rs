//! The database file: made, opened, and what may be wrong with it.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Error, Result, anyhow, bail};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

/// What tells our databases from those of other programs: `RVSI`.
const APPLICATION: i32 = 0x5256_5349;

/// The tables as they are now. A program knows those of its own time and before.
const VERSION: i32 = 1;

const SCHEMA: &str = include_str!("schema.sql");

/// Bytes of a page of the file. Buckets of the index fill it better than a smaller one: all games of
/// WTHOR take 157 MB, and 162 MB with pages of 4096.
const PAGE_SIZE: u32 = 8192;

/// Kilobytes of the file that are kept in memory.
const CACHE: i32 = 64 * 1024;

/// How long another program may keep the file to itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens a database to look at it as it is now, whatever others write to it meanwhile.
///
/// # Errors
/// When there is none, or the file is something else.
pub fn open_to_read(path: &Path) -> Result<Connection> {
    let connection = open(path)?;
    connection.execute_batch("BEGIN")?;
    Ok(connection)
}

/// Opens a database that is there.
fn open(path: &Path) -> Result<Connection> {
    if !path.exists() {
        let name = path.display();
        bail!("there is no file {name}; `reversi db import {name} GAMES` makes it");
    }
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    check(&connection, path)?;
    Ok(connection)
}

/// Opens a database to add to it, and makes it first if there is none.
///
/// # Errors
/// When the file is something else, or cannot be made.
pub fn open_to_write(path: &Path) -> Result<Connection> {
    if fs::metadata(path).is_ok_and(|file| file.len() > 0) {
        return open(path);
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("there is no folder {}", folder.display());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut connection = connect(path, flags)?;
    connection.pragma_update(None, "page_size", PAGE_SIZE)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have made it meanwhile.
    if number(&transaction, "application_id")? == 0 {
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    check(&connection, path)?;
    Ok(connection)
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection> {
    if path.is_dir() {
        bail!("{} is a directory, not a game database", path.display());
    }
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "cache_size", -CACHE)?;
    Ok(connection)
}

/// Whether a file is a database of this program, as it is now or was once.
fn check(connection: &Connection, path: &Path) -> Result<()> {
    let name = path.display();
    if number(connection, "application_id")? != APPLICATION {
        bail!("{name} is not a game database");
    }
    match number(connection, "user_version")? {
        VERSION => Ok(()),
        version if version > VERSION => bail!(
            "{name} was made by a newer version of this program: its tables are version \
             {version}, and {VERSION} is the newest known here"
        ),
        version => bail!("{name} is damaged: there is no version {version} of its tables"),
    }
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}

/// What is wrong with the file, in plain words, when SQLite or the content says so.
pub fn explained(error: Error, path: &Path) -> Error {
    let name = path.display();
    if let Some(damaged) = error.downcast_ref::<Damaged>() {
        return anyhow!("{name} is {damaged}");
    }
    let Some(sqlite) = error.downcast_ref::<rusqlite::Error>() else {
        return error;
    };
    match sqlite.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => anyhow!("{name} is not a game database"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            anyhow!("another program is writing to {name}; try again when it has finished")
        }
        Some(ErrorCode::DatabaseCorrupt) => {
            let damaged = Damaged("SQLite cannot read it".to_string());
            anyhow!("{name} is {damaged}")
        }
        Some(ErrorCode::ReadOnly) => anyhow!("{name} cannot be written: it is read-only"),
        Some(ErrorCode::DiskFull) => anyhow!("{name} cannot be written: the disk is full"),
        Some(ErrorCode::CannotOpen) => {
            anyhow!("{name} cannot be opened; are you allowed to read and write there?")
        }
        _ => error.context(format!("{name} cannot be used")),
    }
}

/// Something in a database is not as this program writes it.
#[derive(Debug)]
pub struct Damaged(pub String);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "damaged: {}; import the games into a new file", self.0)
    }
}

impl std::error::Error for Damaged {}
