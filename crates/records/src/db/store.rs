//! The database file: opening and creating it.

use std::path::Path;
use std::time::Duration;

use anyhow::{Error, Result, bail};
use rusqlite::Connection;

pub use crate::sqlite::Damaged;
use crate::sqlite::Kind;

const KIND: Kind = Kind {
    name: "a game database",
    // The letters `RVSI`.
    application: 0x5256_5349,
    version: 1,
    schema: include_str!("schema.sql"),
    // With pages of 8192 bytes all games of WTHOR take 157 MB, with pages of 4096 bytes 162 MB.
    page_size: 8192,
    cache: 64 * 1024,
    busy_timeout: Duration::from_secs(10),
    remedy: "import the games into a new file",
};

/// Opens a database for reading: a snapshot, unaffected by concurrent writers.
///
/// # Errors
/// When there is none, or the file is something else.
pub fn open_to_read(path: &Path) -> Result<Connection> {
    if !path.exists() {
        let name = path.display();
        bail!("there is no file {name}; `reversi db import {name} GAMES` makes it");
    }
    let connection = KIND.open(path)?;
    connection.execute_batch("BEGIN")?;
    Ok(connection)
}

/// Opens a database for writing and creates it if it does not exist.
///
/// # Errors
/// When the file is something else, or cannot be made.
pub fn open_to_write(path: &Path) -> Result<Connection> {
    KIND.open_or_make(path)
}

/// Replaces an SQLite error or a [`Damaged`] by a message about the file.
pub fn explained(error: Error, path: &Path) -> Error {
    KIND.explained(error, path)
}
