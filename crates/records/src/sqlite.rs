//! SQLite files of this program: creation, opening, format checks, and messages about damaged
//! files.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Error, Result, anyhow, bail};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

/// A kind of SQLite file of this program.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name in messages, such as `a game database`.
    pub name: &'static str,
    /// The application id in the SQLite header.
    pub application: i32,
    /// The schema version. Files of other versions are rejected.
    pub version: i32,
    /// The statements that create the tables.
    pub schema: &'static str,
    /// The page size in bytes.
    pub page_size: u32,
    /// The page cache in kilobytes.
    pub cache: i32,
    /// Maximum time to wait while another program locks the file.
    pub busy_timeout: Duration,
    /// Advice when the file is damaged.
    pub remedy: &'static str,
}

impl Kind {
    /// Opens an existing file.
    ///
    /// # Errors
    /// When it is a file of another kind.
    pub fn open(&self, path: &Path) -> Result<Connection> {
        let connection = self.connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        self.check(&connection, path)?;
        Ok(connection)
    }

    /// Opens a file for writing and creates it if it does not exist.
    ///
    /// # Errors
    /// When the file is of another kind, or cannot be created.
    pub fn open_or_make(&self, path: &Path) -> Result<Connection> {
        if fs::metadata(path).is_ok_and(|file| file.len() > 0) {
            return self.open(path);
        }
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!("there is no folder {}", folder.display());
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = self.connect(path, flags)?;
        connection.pragma_update(None, "page_size", self.page_size)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another program may have created it meanwhile.
        if number(&transaction, "application_id")? == 0 {
            transaction.execute_batch(self.schema)?;
            transaction.pragma_update(None, "application_id", self.application)?;
            transaction.pragma_update(None, "user_version", self.version)?;
        }
        transaction.commit()?;
        self.check(&connection, path)?;
        Ok(connection)
    }

    fn connect(&self, path: &Path, flags: OpenFlags) -> Result<Connection> {
        if path.is_dir() {
            bail!("{} is a directory, not {}", path.display(), self.name);
        }
        let connection = Connection::open_with_flags(path, flags)?;
        // A file of another program must stay unchanged: closing it must not run a WAL checkpoint.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        connection.busy_timeout(self.busy_timeout)?;
        connection.pragma_update(None, "cache_size", -self.cache)?;
        Ok(connection)
    }

    /// Checks application id and version.
    fn check(&self, connection: &Connection, path: &Path) -> Result<()> {
        let (name, version) = (path.display(), self.version);
        if number(connection, "application_id")? != self.application {
            bail!("{name} is not {}", self.name);
        }
        match number(connection, "user_version")? {
            found if found == version => {}
            found if found > version => bail!(
                "{name} was made by a newer version of this program: its tables are version \
                 {found}, and {version} is the newest known here"
            ),
            found => bail!("{name} is damaged: there is no version {found} of its tables"),
        }
        // The file is one of ours from here on.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        Ok(())
    }

    /// Replaces an SQLite error or a [`Damaged`] by a message about the file.
    pub fn explained(&self, error: Error, path: &Path) -> Error {
        let name = path.display();
        if let Some(damaged) = error.downcast_ref::<Damaged>() {
            return self.damaged(damaged, path);
        }
        let Some(sqlite) = error.downcast_ref::<rusqlite::Error>() else {
            return error;
        };
        match sqlite.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => anyhow!("{name} is not {}", self.name),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                anyhow!("another program is writing to {name}; try again when it has finished")
            }
            Some(ErrorCode::DatabaseCorrupt) => {
                self.damaged(&Damaged("SQLite cannot read it".to_string()), path)
            }
            Some(ErrorCode::ReadOnly) => anyhow!("{name} cannot be written: it is read-only"),
            Some(ErrorCode::DiskFull) => anyhow!("{name} cannot be written: the disk is full"),
            Some(ErrorCode::CannotOpen) => {
                anyhow!("{name} cannot be opened; are you allowed to read and write there?")
            }
            _ => error.context(format!("{name} cannot be used")),
        }
    }

    fn damaged(&self, damaged: &Damaged, path: &Path) -> Error {
        anyhow!("{} is damaged: {damaged}; {}", path.display(), self.remedy)
    }
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}

/// The content of a database is invalid.
#[derive(Debug)]
pub struct Damaged(pub String);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Damaged {}
