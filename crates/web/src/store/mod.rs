//! The store of games: an SQLite file, and the one thread that writes it.

pub mod copy;
mod file;
mod place;
mod prune;
mod row;
mod status;
mod writer;

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::sync::{Mutex, mpsc, oneshot};

use super::game::state::State;
use super::problem::Problem;
pub use place::usual_place;
pub use prune::Pruned;
use prune::{Place, Sweep, Swept};
pub use row::Phase;
use row::{Row, unix_milliseconds};
pub use status::Status;
use writer::{Answer, Job};

/// At most this many games are stored, unless the operator says otherwise.
#[cfg(test)]
const MOST_GAMES: usize = 1_000_000;

/// When the store is full, unfinished games go that have not changed for so long.
const FULL: Duration = Duration::from_secs(24 * 60 * 60);

/// At most this many changes wait to be written.
const MOST_WAITING: usize = 1024;

/// The stored games. Copies share one file.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
    status: Arc<Status>,
    /// Held while the file is copied.
    copying: Arc<Mutex<()>>,
    /// The most games.
    most: usize,
}

/// The writer thread; it ends when the last [`Store`] is dropped.
pub type Writer = JoinHandle<()>;

impl Store {
    /// Opens or creates the file with the usual limit.
    ///
    /// # Errors
    /// When the file is another program's, damaged, or in use; it is not changed then.
    #[cfg(test)]
    pub fn open(path: &Path) -> Result<(Store, Writer)> {
        Store::limited(path, MOST_GAMES)
    }

    /// Opens or creates the file, for at most `most` games. No other process can use it until it is
    /// closed.
    ///
    /// # Errors
    /// When the file is another program's, damaged, or in use; it is not changed then.
    pub fn limited(path: &Path, most: usize) -> Result<(Store, Writer)> {
        let connection = file::open(path)?;
        copy::remove_stale(path);
        let count = "SELECT count(*) FROM games";
        let games: u32 = connection.query_row(count, [], |row| row.get(0))?;
        let status = Arc::new(Status::new(games as usize));
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let store = Store {
            jobs,
            status: Arc::clone(&status),
            copying: Arc::default(),
            most,
        };
        let path = path.to_path_buf();
        let thread = thread::Builder::new().name("store".to_string());
        let writer = thread.spawn(move || writer::work(connection, waiting, &status, &path))?;
        Ok((store, writer))
    }

    /// Its status.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Checks that another game can be stored. When there are too many, the oldest unfinished games
    /// that have not changed for a day make room, those without moves first.
    ///
    /// # Errors
    /// When there are too many games.
    pub async fn check_room(&self) -> Result<(), Problem> {
        if self.status.games() < self.most {
            return Ok(());
        }
        self.judge().await.map_err(broken)?;
        for phase in [Phase::New, Phase::Playing] {
            let mut after = Some(Place::START);
            while let Some(place) = after {
                let swept = self.sweep(phase, FULL, place).await.map_err(broken)?;
                if swept.deleted > 0 {
                    let (deleted, games) = (swept.deleted, self.status.games());
                    tracing::warn!(deleted, games, "old games make room for new ones");
                    return Ok(());
                }
                after = swept.next;
            }
        }
        let most = self.most;
        Err(Problem::busy(format!(
            "this server keeps {most} games and no more; try again later"
        )))
    }

    /// Deletes the games of these phases that have not changed for so long and are not in use.
    ///
    /// # Errors
    /// The reason why the file cannot be written.
    pub async fn prune(&self, phases: &[Phase], age: Duration) -> Result<Pruned, String> {
        self.judge().await?;
        let mut pruned = Pruned::default();
        for phase in phases {
            let mut after = Some(Place::START);
            while let Some(place) = after {
                let swept = self.sweep(*phase, age, place).await?;
                pruned.deleted += swept.deleted;
                pruned.in_use += swept.in_use;
                after = swept.next;
            }
        }
        pruned.stored = self.status.games();
        Ok(pruned)
    }

    async fn sweep(&self, phase: Phase, age: Duration, after: Place) -> Result<Swept, String> {
        let age = i64::try_from(age.as_secs()).unwrap_or(i64::MAX);
        let before = (unix_milliseconds() / 1000).saturating_sub(age);
        let sweep = Sweep {
            phase,
            before,
            after,
        };
        self.ask(|answer| Job::Sweep(sweep, answer)).await
    }

    /// Finds the phases of all games that an older version has written.
    async fn judge(&self) -> Result<(), String> {
        while self.ask(Job::Judge).await? > 0 {}
        Ok(())
    }

    /// A copy of the file as it is when the copy is complete. It lies beside the file until it is
    /// complete and has no name afterwards, so that nothing of it is left when the program ends.
    /// Changes go on meanwhile.
    ///
    /// # Errors
    /// When it cannot be written, or another copy is being made.
    pub async fn copy(&self, data: &Path) -> Result<File> {
        let path = copy::path(data);
        let _turn = self.copying.try_lock().context(writer::BUSY)?;
        let to = copy::destination(&path)?;
        let copied = self.ask(|answer| Job::Copy(to, answer)).await;
        let file = copied.and_then(|()| File::open(&path).map_err(|error| error.to_string()));
        // On systems that keep open files, it goes at the next start.
        let _ = fs::remove_file(&path);
        file.map_err(anyhow::Error::msg)
            .with_context(|| format!("cannot copy the games to {}", path.display()))
    }

    /// Stores the current state of some games, all or none. When this returns, they are on the
    /// disk.
    ///
    /// # Errors
    /// When they cannot be written.
    pub async fn save(&self, states: &[&State], now: Instant) -> Result<(), Problem> {
        let rows = states.iter().map(|state| Row::of(state, now)).collect();
        let saved = self.ask(|answer| Job::Save(rows, answer)).await;
        saved.map_err(broken)
    }

    /// The last stored state of a game; `None` if there is no such game.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<State>, Problem> {
        let id = id.to_string();
        let row = self.ask(|answer| Job::Load(id, answer)).await;
        let row = row.map_err(broken)?;
        let state = row.map(|row| row.state(Instant::now())).transpose();
        state.map_err(|what| Problem::broken(format!("this game is damaged: {what}")))
    }

    /// The games whose clocks run.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn running(&self) -> Result<Vec<String>, Problem> {
        self.ask(Job::Running).await.map_err(broken)
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

    /// Whether games can be stored. After a failed write it has the writer try again.
    ///
    /// # Errors
    /// The reason why not.
    pub fn health(&self) -> Result<(), String> {
        if self.jobs.is_closed() {
            return Err(GONE.to_string());
        }
        match self.status.failure() {
            None => Ok(()),
            Some(why) => {
                // A full queue tries soon enough.
                let _ = self.jobs.try_send(Job::Beat);
                Err(why)
            }
        }
    }

    /// The number of changes that wait to be written.
    pub fn waiting(&self) -> usize {
        self.jobs.max_capacity() - self.jobs.capacity()
    }

    async fn ask<T>(&self, job: impl FnOnce(Answer<T>) -> Job) -> Result<T, String> {
        let gone = || GONE.to_string();
        let (sender, answer) = oneshot::channel();
        self.jobs.send(job(sender)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

/// The writer has ended.
const GONE: &str = "games cannot be kept any more";

fn broken(why: String) -> Problem {
    if why == GONE {
        return Problem::broken(why);
    }
    Problem::broken(format!("the game cannot be kept: {why}"))
}
