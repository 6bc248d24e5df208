//! The subjects that messages travel under.

use super::names::{BatchName, PROTOCOL, Weights, is_job_id};

/// All jobs.
pub const JOBS: &str = "reversi.job.>";
/// All answers.
pub const ANSWERS: &str = "reversi.answer.>";
/// All dead letters.
pub const DEAD: &str = "reversi.dead.>";
/// Requests for presence, which every worker answers.
pub const PRESENCE: &str = "reversi.roll";
/// Cancelled jobs, of any batch.
pub const CANCEL: &str = "reversi.cancel.*";

/// The jobs for workers with these weights.
pub fn jobs_for(weights: &Weights) -> String {
    format!("reversi.job.{PROTOCOL}.{weights}.>")
}

/// The jobs of a batch, for any weights.
pub fn jobs_of(batch: &BatchName) -> String {
    format!("reversi.job.*.*.{batch}.>")
}

/// A job.
pub fn job(weights: &Weights, batch: &BatchName, id: &str) -> String {
    format!("reversi.job.{PROTOCOL}.{weights}.{batch}.{id}")
}

/// The answers of a batch.
pub fn answers_of(batch: &BatchName) -> String {
    format!("reversi.answer.{batch}.*")
}

/// The answer to a job.
pub fn answer(batch: &BatchName, id: &str) -> String {
    format!("reversi.answer.{batch}.{id}")
}

/// The dead letters of a batch.
pub fn dead_of(batch: &BatchName) -> String {
    format!("reversi.dead.{batch}.*")
}

/// The dead letter of a job.
pub fn dead(batch: &str, id: &str) -> String {
    format!("reversi.dead.{batch}.{id}")
}

/// The progress of a job.
pub fn progress(batch: &BatchName, id: &str) -> String {
    format!("reversi.progress.{batch}.{id}")
}

/// The progress of the jobs of a batch.
pub fn progress_of(batch: &BatchName) -> String {
    format!("reversi.progress.{batch}.*")
}

/// Cancelled jobs of a batch.
pub fn cancel(batch: &BatchName) -> String {
    format!("reversi.cancel.{batch}")
}

/// The last two words of a subject: batch and job.
pub fn batch_and_job(subject: &str) -> Option<(BatchName, &str)> {
    let (rest, id) = subject.rsplit_once('.')?;
    let batch = rest.rsplit('.').next()?;
    let batch = batch.parse().ok()?;
    is_job_id(id).then_some((batch, id))
}
