//! The writer thread, which alone uses the database connection.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use rusqlite::{Connection, OptionalExtension, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::KIND;
use super::row::{LOAD, Row, SAVE, unix_milliseconds};

/// At most this many jobs share a transaction.
const MOST_AT_ONCE: usize = 256;

/// A job of the writer. It is answered when the change is on the disk.
pub enum Job {
    /// Store these games, all or none.
    Save(Vec<Row>, Answer<()>),
    /// Find a game.
    Load(String, Answer<Option<Row>>),
    /// List the games whose clocks run.
    Running(Answer<Vec<String>>),
    /// Store a heartbeat.
    Beat,
    /// End the thread.
    Close,
}

/// The receiver of an answer; a failure is a message.
pub type Answer<T> = oneshot::Sender<Result<T, String>>;

/// An answer to send after the commit.
type Later = Box<dyn FnOnce(Result<(), String>)>;

/// Does jobs until it is closed. Jobs that arrive during a write are written together, so that
/// many games wait for the disk once.
pub fn work(
    mut connection: Connection,
    mut jobs: mpsc::Receiver<Job>,
    count: &AtomicUsize,
    path: &Path,
) {
    while let Some(first) = jobs.blocking_recv() {
        let mut group = vec![first];
        while group.len() < MOST_AT_ONCE
            && let Ok(next) = jobs.try_recv()
        {
            group.push(next);
        }
        if group.iter().any(|job| matches!(job, Job::Close)) {
            jobs.close();
        }
        let mut answers = Vec::new();
        let rows = group.iter().filter_map(|job| match job {
            Job::Save(rows, _) => Some(rows.iter().filter(|row| row.is_new()).count()),
            _ => None,
        });
        let new: usize = rows.sum();
        let done = write(&mut connection, group, &mut answers);
        if done.is_ok() {
            count.fetch_add(new, Ordering::Relaxed);
        }
        let done = done.map_err(|error| {
            let error = KIND.explained(error, path);
            eprintln!("reversi: {error:#}");
            format!("{error:#}")
        });
        for answer in answers {
            answer(done.clone());
        }
    }
    // Move the journal into the file, so that it is one file again.
    let _ = connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
}

/// Does some jobs in one transaction.
fn write(connection: &mut Connection, group: Vec<Job>, answers: &mut Vec<Later>) -> Result<()> {
    let mut jobs = group.into_iter();
    // When something fails, all jobs without an answer get the error.
    let mut failure = None;
    match connection.transaction() {
        Ok(transaction) => {
            for job in jobs.by_ref() {
                if let Err(error) = perform(&transaction, job, answers) {
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
        answers.push(refusal(job));
    }
    failure.map_or(Ok(()), Err)
}

fn perform(transaction: &Transaction<'_>, job: Job, answers: &mut Vec<Later>) -> Result<()> {
    match job {
        Job::Save(rows, answer) => {
            answers.push(Box::new(|done| drop(answer.send(done))));
            let mut statement = transaction.prepare(SAVE)?;
            for row in rows {
                row.save(&mut statement)?;
            }
        }
        Job::Load(id, answer) => {
            let mut statement = transaction.prepare(LOAD)?;
            let row = statement.query_row([id], Row::load).optional();
            answers.push(match row {
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
            let ids = ids?;
            answers.push(Box::new(|done| drop(answer.send(done.map(|()| ids)))));
        }
        Job::Beat | Job::Close => {
            transaction.execute("UPDATE alive SET at = ?", [unix_milliseconds()])?;
        }
    }
    Ok(())
}

/// The answer to a job that was not started.
fn refusal(job: Job) -> Later {
    match job {
        Job::Save(_, answer) => Box::new(|done| drop(answer.send(done))),
        Job::Load(_, answer) => Box::new(|done| drop(answer.send(done.map(|()| None)))),
        Job::Running(answer) => Box::new(|done| drop(answer.send(done.map(|()| Vec::new())))),
        Job::Beat | Job::Close => Box::new(drop),
    }
}
