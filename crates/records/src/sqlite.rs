//! SQLite files of this program: made, opened, told from those of others, and what may be wrong with
//! them.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Error, Result, anyhow, bail};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

/// A kind of file: what is in it, and how it is told from others.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What messages call it, such as `a game database`.
    pub name: &'static str,
    /// What SQLite's header says of it.
    pub application: i32,
    /// The tables as they are now. A program knows those of its own time and before.
    pub version: i32,
    /// The statements that make the tables.
    pub schema: &'static str,
    /// Bytes of a page of the file.
    pub page_size: u32,
    /// Kilobytes of the file that are kept in memory.
    pub cache: i32,
    /// How long another program may keep the file to itself.
    pub busy_timeout: Duration,
    /// What helps when the file is damaged.
    pub remedy: &'static str,
}

impl Kind {
    /// Opens a file that is there.
    ///
    /// # Errors
    /// When it is something else.
    pub fn open(&self, path: &Path) -> Result<Connection> {
        let connection = self.connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        self.check(&connection, path)?;
        Ok(connection)
    }

    /// Opens a file to add to it, and makes it first if there is none.
    ///
    /// # Errors
    /// When the file is something else, or cannot be made.
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
        // Another program may have made it meanwhile.
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
        // A file that is not ours stays as it is, whatever another program left to be done in it.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        connection.busy_timeout(self.busy_timeout)?;
        connection.pragma_update(None, "cache_size", -self.cache)?;
        Ok(connection)
    }

    /// Whether a file is one of this kind, as it is now or was once.
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
        // From now on it is ours.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        Ok(())
    }

    /// What is wrong with the file, in plain words, when SQLite or the content says so.
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

/// Something in a database is not as this program writes it.
#[derive(Debug)]
pub struct Damaged(pub String);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Damaged {}
