//! The SQLite file of the games: how it is opened, and what is said when it cannot be.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use records::sqlite::{Damaged, Kind};
use rusqlite::{Connection, ErrorCode};

use super::row::unix_milliseconds;

/// The kind of file that games are stored in.
pub const KIND: Kind = Kind {
    name: "a file of games of `reversi web`",
    // `RVSW`.
    application: 0x5256_5357,
    version: 1,
    schema: include_str!("schema.sql"),
    page_size: 4096,
    cache: 4 * 1024,
    busy_timeout: Duration::from_secs(1),
    remedy: "move it away, and games begin in a new one",
};

/// Opens or creates the file. No other process can use it until the connection is closed.
///
/// # Errors
/// When the file is another program's, damaged, or in use; it is not changed then.
pub fn open(path: &Path) -> Result<Connection> {
    prepare(path).map_err(|error| explained(error, path))
}

fn prepare(path: &Path) -> Result<Connection> {
    let is_new = !path.exists();
    let connection = KIND.open_or_make(path)?;
    if is_new {
        keep_private(path)?;
    }
    check_pages(&connection, "quick_check")?;
    // No other process may change the games.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    complete(&connection)?;
    resume(&connection)?;
    Ok(connection)
}

/// Checks the pages of a file with `quick_check` or `integrity_check`.
///
/// # Errors
/// When SQLite finds damage.
pub fn check_pages(connection: &Connection, check: &str) -> Result<()> {
    let whole: String = connection.pragma_query_value(None, check, |row| row.get(0))?;
    if whole != "ok" {
        bail!(Damaged(whole));
    }
    Ok(())
}

/// Makes the file readable for this user only: it holds secret keys.
fn keep_private(path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    }
    let _ = path;
    Ok(())
}

/// Adds the column and the index that files of older versions lack. Older versions can still use the
/// file: they leave the phase unknown.
pub fn complete(connection: &Connection) -> Result<()> {
    let column = "SELECT 1 FROM pragma_table_info('games') WHERE name = 'phase'";
    if !connection.prepare(column)?.exists([])? {
        connection.execute_batch(
            "BEGIN; ALTER TABLE games ADD COLUMN phase INTEGER;
             CREATE INDEX games_by_phase ON games (phase, touched); COMMIT",
        )?;
    }
    Ok(())
}

/// Moves the start of running clocks, so that no time is charged while the program was off.
fn resume(connection: &Connection) -> Result<()> {
    let now = unix_milliseconds();
    connection.execute(
        "UPDATE games SET since = min(?1, since + max(0, ?1 - (SELECT max(at, games.since) FROM \
         alive))) WHERE running IS NOT NULL",
        [now],
    )?;
    connection.execute("UPDATE alive SET at = ?", [now])?;
    Ok(())
}

/// Replaces an SQLite error by a message about the file.
pub fn explained(error: anyhow::Error, path: &Path) -> anyhow::Error {
    let code = error
        .downcast_ref::<rusqlite::Error>()
        .and_then(rusqlite::Error::sqlite_error_code);
    match code {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => anyhow!(
            "{} is in use: is `reversi web` running already? Another file can be named with --data",
            path.display()
        ),
        _ => KIND.explained(error, path),
    }
}
