//! The subjects that messages travel under.
//!
//! What a worker publishes ends with its name, so that the server can allow each worker its own
//! subjects only.

use super::names::{BatchName, PROTOCOL, Queue, is_job_id, is_name};

/// All jobs.
pub const JOBS: &str = "reversi.job.>";
/// All answers.
pub const ANSWERS: &str = "reversi.answer.>";
/// All dead letters.
pub const DEAD: &str = "reversi.dead.>";
/// Requests for presence, which every worker answers.
pub const PRESENCE: &str = "reversi.roll";
/// Presence, of any worker.
pub const PRESENT: &str = "reversi.present.*";
/// Cancelled jobs, of any batch.
pub const CANCEL: &str = "reversi.cancel.*";

/// The jobs of a queue.
pub fn jobs_for(queue: &Queue) -> String {
    format!("reversi.job.{PROTOCOL}.{}.>", queue.token())
}

/// The jobs of a batch, in any queue.
pub fn jobs_of(batch: &BatchName) -> String {
    format!("reversi.job.*.*.{batch}.>")
}

/// A job.
pub fn job(queue: &Queue, batch: &BatchName, id: &str) -> String {
    format!("reversi.job.{PROTOCOL}.{}.{batch}.{id}", queue.token())
}

/// A job that a worker is to do to check an answer of another.
pub fn check(worker: &str, batch: &BatchName, id: &str) -> String {
    format!("reversi.check.{worker}.{batch}.{id}")
}

/// The checks that a worker is to do.
pub fn checks_for(worker: &str) -> String {
    format!("reversi.check.{worker}.*.*")
}

/// The answers of a batch.
pub fn answers_of(batch: &BatchName) -> String {
    format!("reversi.answer.{batch}.*.*")
}

/// The answer of a worker to a job.
pub fn answer(batch: &BatchName, id: &str, worker: &str) -> String {
    format!("reversi.answer.{batch}.{id}.{worker}")
}

/// The dead letters of a batch.
pub fn dead_of(batch: &BatchName) -> String {
    format!("reversi.dead.{batch}.*.*")
}

/// The dead letters of a job.
pub fn dead_letters(batch: &BatchName, id: &str) -> String {
    dead(batch, id, "*")
}

/// The dead letter of a job, from the one who gave it up.
pub fn dead(batch: &BatchName, id: &str, by: &str) -> String {
    format!("reversi.dead.{batch}.{id}.{by}")
}

/// The progress of a job.
pub fn progress(batch: &BatchName, id: &str, worker: &str) -> String {
    format!("reversi.progress.{batch}.{id}.{worker}")
}

/// The progress of the jobs of a batch.
pub fn progress_of(batch: &BatchName) -> String {
    format!("reversi.progress.{batch}.*.*")
}

/// The presence of a worker.
pub fn present(worker: &str) -> String {
    format!("reversi.present.{worker}")
}

/// Cancelled jobs of a batch.
pub fn cancel(batch: &BatchName) -> String {
    format!("reversi.cancel.{batch}")
}

/// The last two words of the subject of a job or a check: batch and job.
pub fn batch_and_job(subject: &str) -> Option<(BatchName, &str)> {
    let (rest, id) = subject.rsplit_once('.')?;
    let batch = rest.rsplit('.').next()?;
    let batch = batch.parse().ok()?;
    is_job_id(id).then_some((batch, id))
}

/// The last three words of the subject of what a worker published: batch, job and worker.
pub fn batch_job_and_worker(subject: &str) -> Option<(BatchName, &str, &str)> {
    let (rest, worker) = subject.rsplit_once('.')?;
    let (batch, id) = batch_and_job(rest)?;
    is_name(worker).then_some((batch, id, worker))
}
