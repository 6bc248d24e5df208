//! The writer thread, which alone uses the database connection.

use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OptionalExtension, Transaction};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{mpsc, oneshot};

use super::file::KIND;
use super::prune::{self, Sweep, Swept};
use super::row::{Row, SAVE, SELECT, unix_milliseconds};
use super::status::{Changes, Status};
use crate::log::Throttle;

/// At most this many jobs share a transaction.
const MOST_AT_ONCE: usize = 256;

/// This many pages are copied between two transactions, and the pause when no job waits: about 50
/// megabytes a second. Faster, the disk would be busy with the copy when a move is to be stored.
const PAGES_AT_ONCE: i32 = 32;
const COPY_PAUSE: Duration = Duration::from_millis(2);

/// At most this many failures are logged in a second.
const MOST_LOGGED: u32 = 2;

/// The answer to whoever asks for a second copy.
pub const BUSY: &str = "another copy is being made; try again when it is complete";

/// A job of the writer. It is answered when the change is on the disk.
pub enum Job {
    /// Store these games, all or none.
    Save(Vec<Row>, Answer<()>),
    /// Find a game.
    Load(String, Answer<Option<Row>>),
    /// List the games whose clocks run.
    Running(Answer<Vec<String>>),
    /// Delete some old games.
    Sweep(Sweep, Answer<Swept>),
    /// Find the phases of some games of an older version.
    Judge(Answer<usize>),
    /// Copy everything to this empty file.
    Copy(Connection, Answer<()>),
    /// Store a heartbeat.
    Beat,
    /// End the thread.
    Close,
}

/// The receiver of an answer; a failure is a message.
pub type Answer<T> = oneshot::Sender<Result<T, String>>;

/// An answer to send after the commit.
type Later = Box<dyn FnOnce(Result<(), String>)>;

/// A copy to make between transactions.
type CopyJob = (Connection, Answer<()>);

/// What the jobs of one transaction come to.
#[derive(Default)]
struct Round {
    answers: Vec<Later>,
    copies: Vec<CopyJob>,
    changes: Changes,
}

struct Writer<'w> {
    connection: Connection,
    status: &'w Status,
    path: &'w Path,
    /// Thins out failures in the log.
    failures: Throttle,
}

/// Does jobs until it is closed. Jobs that arrive during a write are written together, so that
/// many games wait for the disk once.
pub fn work(connection: Connection, mut jobs: mpsc::Receiver<Job>, status: &Status, path: &Path) {
    let writer = Writer {
        connection,
        status,
        path,
        failures: Throttle::new(MOST_LOGGED),
    };
    while let Some(first) = jobs.blocking_recv() {
        for (mut to, answer) in writer.round(first, &mut jobs) {
            let copied = writer.copy(&mut to, &mut jobs);
            let closed = to.close().map_err(|(_, error)| error.to_string());
            // The asker may be gone.
            let _ = answer.send(copied.and(closed));
        }
    }
    // Move the journal into the file, so that it is one file again.
    let connection = writer.connection;
    let _ = connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
}

impl Writer<'_> {
    /// Does a job and those that wait behind it in one transaction, and answers them. Returns the
    /// copies that were asked for.
    fn round(&self, first: Job, jobs: &mut mpsc::Receiver<Job>) -> Vec<CopyJob> {
        let mut group = vec![first];
        while group.len() < MOST_AT_ONCE
            && let Ok(next) = jobs.try_recv()
        {
            group.push(next);
        }
        if group.iter().any(|job| matches!(job, Job::Close)) {
            jobs.close();
        }
        let mut round = Round::default();
        let done = self.write(group, &mut round);
        let done = done.map_err(|error| {
            let error = KIND.explained(error, self.path);
            let why = format!("{error:#}");
            if let Some(left_out) = self.failures.pass() {
                tracing::error!(why, left_out, "games cannot be stored");
            }
            self.status.failed(&why);
            why
        });
        if done.is_ok() {
            self.status.committed(round.changes);
        }
        for answer in round.answers {
            answer(done.clone());
        }
        round.copies
    }

    /// Does some jobs in one transaction.
    fn write(&self, group: Vec<Job>, round: &mut Round) -> Result<()> {
        let mut jobs = group.into_iter();
        // When something fails, all jobs without an answer get the error.
        let mut failure = None;
        // A copy in progress also borrows the connection. No other transaction is open.
        match self.connection.unchecked_transaction() {
            Ok(transaction) => {
                for job in jobs.by_ref() {
                    if let Err(error) = self.perform(&transaction, job, round) {
                        failure = Some(error);
                        break;
                    }
                }
                if failure.is_none() {
                    transaction.commit()?;
                }
            }
            Err(error) => failure = Some(error.into()),
        }
        for job in jobs {
            round.answers.push(refusal(job));
        }
        failure.map_or(Ok(()), Err)
    }

    fn perform(&self, transaction: &Transaction<'_>, job: Job, round: &mut Round) -> Result<()> {
        match job {
            Job::Save(rows, answer) => {
                round.answers.push(Box::new(|done| drop(answer.send(done))));
                round.changes.wrote = true;
                let mut statement = transaction.prepare(SAVE)?;
                for row in rows {
                    round.changes.created += usize::from(row.is_new());
                    round.changes.saved += 1;
                    row.save(&mut statement)?;
                }
            }
            Job::Load(id, answer) => {
                let mut statement = transaction.prepare(&format!("{SELECT} WHERE id = ?"))?;
                let row = statement.query_row([id], Row::load).optional();
                round.answers.push(match row {
                    Ok(row) => Box::new(|done| drop(answer.send(done.map(|()| row)))),
                    Err(error) => {
                        // One bad row does not fail the other jobs.
                        let why = error.to_string();
                        Box::new(|_| drop(answer.send(Err(why))))
                    }
                });
            }
            Job::Running(answer) => {
                let mut statement =
                    transaction.prepare("SELECT id FROM games WHERE running IS NOT NULL")?;
                let ids: rusqlite::Result<Vec<String>> =
                    statement.query_map([], |row| row.get(0))?.collect();
                round.answers.push(later(answer, ids?));
            }
            Job::Sweep(sweep, answer) => {
                let swept = prune::sweep(transaction, &sweep, self.status)?;
                round.changes.deleted += swept.deleted;
                round.answers.push(later(answer, swept));
            }
            Job::Judge(answer) => {
                let judged = prune::judge(transaction)?;
                round.answers.push(later(answer, judged));
            }
            Job::Copy(to, answer) => round.copies.push((to, answer)),
            Job::Beat | Job::Close => {
                round.changes.wrote = true;
                transaction.execute("UPDATE alive SET at = ?", [unix_milliseconds()])?;
            }
        }
        Ok(())
    }

    /// Copies everything, some pages at a time. Between them the jobs that wait are done; SQLite
    /// carries their changes over to pages that are copied already.
    fn copy(&self, to: &mut Connection, jobs: &mut mpsc::Receiver<Job>) -> Result<(), String> {
        let told = |error: rusqlite::Error| error.to_string();
        let backup = Backup::new(&self.connection, to).map_err(told)?;
        while backup.step(PAGES_AT_ONCE).map_err(told)? != StepResult::Done {
            match jobs.try_recv() {
                Ok(job) => {
                    for (_, answer) in self.round(job, jobs) {
                        let _ = answer.send(Err(BUSY.to_string()));
                    }
                }
                Err(TryRecvError::Empty) => thread::sleep(COPY_PAUSE),
                Err(TryRecvError::Disconnected) => return Err("the server ends".to_string()),
            }
        }
        Ok(())
    }
}

/// The answer to a job that is done when the transaction is.
fn later<T: 'static>(answer: Answer<T>, result: T) -> Later {
    Box::new(|done| drop(answer.send(done.map(|()| result))))
}

/// The answer to a job that was not started.
fn refusal(job: Job) -> Later {
    match job {
        Job::Save(_, answer) | Job::Copy(_, answer) => later(answer, ()),
        Job::Load(_, answer) => later(answer, None),
        Job::Running(answer) => later(answer, Vec::new()),
        Job::Judge(answer) => later(answer, 0),
        Job::Sweep(_, answer) => Box::new(|done| {
            let failed = done.err().unwrap_or_default();
            drop(answer.send(Err(failed)));
        }),
        Job::Beat | Job::Close => Box::new(drop),
    }
}
