//! The store of games: an SQLite file, and the one thread that writes it.

mod row;
mod writer;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use rusqlite::{Connection, ErrorCode};
use tokio::sync::{mpsc, oneshot};

use super::game::state::State;
use super::problem::Problem;
use records::sqlite::{Damaged, Kind};
use row::{Row, unix_milliseconds};
use writer::{Answer, Job};

const KIND: Kind = Kind {
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

/// At most this many games are stored; then no new ones can be made.
const MOST_GAMES: usize = 1_000_000;

/// A game without moves is deleted after this many seconds.
const UNPLAYED: i64 = 14 * 24 * 60 * 60;

/// At most this many changes wait to be written.
const MOST_WAITING: usize = 1024;

/// The stored games. Copies share one file.
#[derive(Clone, Debug)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
    /// The number of games.
    count: Arc<AtomicUsize>,
}

/// The writer thread; it ends when the last [`Store`] is dropped.
pub type Writer = JoinHandle<()>;

impl Store {
    /// Opens or creates the file. No other process can use it until it is closed.
    ///
    /// # Errors
    /// When the file is another program's, damaged, or in use; it is not changed then.
    pub fn open(path: &Path) -> Result<(Store, Writer)> {
        let connection = prepare(path).map_err(|error| explained(error, path))?;
        let count = "SELECT count(*) FROM games";
        let count: u32 = connection.query_row(count, [], |row| row.get(0))?;
        let count = Arc::new(AtomicUsize::new(count as usize));
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let (path, counted) = (path.to_path_buf(), Arc::clone(&count));
        let thread = thread::Builder::new().name("store".to_string());
        let writer = thread.spawn(move || writer::work(connection, waiting, &counted, &path))?;
        Ok((Store { jobs, count }, writer))
    }

    /// Checks that another game can be stored.
    ///
    /// # Errors
    /// When there are too many games.
    pub fn check_room(&self) -> Result<(), Problem> {
        if self.count.load(Ordering::Relaxed) < MOST_GAMES {
            return Ok(());
        }
        Err(Problem::busy(format!(
            "this server keeps {MOST_GAMES} games and no more; ask its owner for a new file"
        )))
    }

    /// Stores the current state of some games, all or none. When this returns, they are on the
    /// disk.
    ///
    /// # Errors
    /// When they cannot be written.
    pub async fn save(&self, states: &[&State], now: Instant) -> Result<(), Problem> {
        let rows = states.iter().map(|state| Row::of(state, now)).collect();
        self.ask(|answer| Job::Save(rows, answer)).await
    }

    /// The last stored state of a game; `None` if there is no such game.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<State>, Problem> {
        let id = id.to_string();
        let row = self.ask(|answer| Job::Load(id, answer)).await?;
        let state = row.map(|row| row.state(Instant::now())).transpose();
        state.map_err(|what| Problem::broken(format!("this game is damaged: {what}")))
    }

    /// The games whose clocks run.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn running(&self) -> Result<Vec<String>, Problem> {
        self.ask(Job::Running).await
    }

    /// Ends the writer after the jobs that are queued. Nothing is stored afterwards.
    pub async fn close(&self) {
        // An error means that it has already ended.
        let _ = self.jobs.send(Job::Close).await;
    }

    /// Stores a heartbeat: the time when the program last ran.
    pub async fn beat(&self) {
        // A write error appears with the next change.
        let _ = self.jobs.send(Job::Beat).await;
    }

    async fn ask<T>(&self, job: impl FnOnce(Answer<T>) -> Job) -> Result<T, Problem> {
        let gone = || Problem::broken("games cannot be kept any more");
        let (sender, answer) = oneshot::channel();
        self.jobs.send(job(sender)).await.map_err(|_| gone())?;
        let done = answer.await.map_err(|_| gone())?;
        done.map_err(|why| Problem::broken(format!("the game cannot be kept: {why}")))
    }
}

/// The default file, in this user's data folder.
///
/// # Errors
/// When there is no such folder, or it cannot be created.
pub fn usual_place() -> Result<PathBuf> {
    let folder = data_folder().context("there is no home folder; say where with --data FILE")?;
    let folder = folder.join("reversi");
    make(&folder)?;
    Ok(folder.join("games.sqlite"))
}

/// Creates a folder that only this user can read.
fn make(folder: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).with_context(|| {
        let name = folder.display();
        format!("cannot make the folder {name}; --data FILE keeps games elsewhere")
    })
}

fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let absolute = |value| Some(PathBuf::from(value)).filter(|path| path.is_absolute());
    if let Some(folder) = set("XDG_DATA_HOME").and_then(absolute) {
        return Some(folder);
    }
    if cfg!(windows) {
        return set("LOCALAPPDATA").map(PathBuf::from);
    }
    let home = PathBuf::from(set("HOME")?);
    let inside = if cfg!(target_os = "macos") {
        "Library/Application Support"
    } else {
        ".local/share"
    };
    Some(home.join(inside))
}

fn prepare(path: &Path) -> Result<Connection> {
    let is_new = !path.exists();
    let connection = KIND.open_or_make(path)?;
    if is_new {
        keep_private(path)?;
    }
    let whole: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    if whole != "ok" {
        bail!(Damaged(whole));
    }
    // No other process may change the games.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    resume(&connection)?;
    let long_ago = unix_milliseconds() / 1000 - UNPLAYED;
    connection.execute(
        "DELETE FROM games WHERE moves = '' AND touched < ?",
        [long_ago],
    )?;
    Ok(connection)
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

fn explained(error: anyhow::Error, path: &Path) -> anyhow::Error {
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
