//! The list of batches that the server keeps: the owner of each, and its progress.

use std::time::{SystemTime, UNIX_EPOCH};

use async_nats::jetstream::kv::{Operation, Store};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use super::error::FarmError;
use super::names::{BatchName, Secret};
use super::removal::remove_all;
use super::streams::Streams;
use super::subject;

/// The entry of a batch in the list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The kind of its jobs.
    pub kind: String,
    /// A description of the work.
    pub title: String,
    /// The weights that its jobs are run with.
    pub weights: String,
    /// The build of the program that its jobs are run with.
    #[serde(default)]
    pub build: String,
    /// The secret of its jobs' names; not shown.
    #[serde(default, skip_serializing_if = "Secret::is_empty")]
    pub secret: Secret,
    /// The client that runs it; none after it was left.
    pub owner: Option<Owner>,
    /// When it began, in seconds since 1970.
    pub begun: u64,
    /// Jobs given out so far.
    pub given: u64,
    /// Jobs answered.
    pub done: u64,
    /// Jobs that failed.
    pub failed: u64,
    /// Whether all jobs have been given out.
    pub complete: bool,
    /// The workers that gave wrong answers: theirs are refused.
    #[serde(default)]
    pub quarantined: Vec<String>,
}

/// A client that runs a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// Its unique name.
    pub client: String,
    /// Its machine.
    pub host: String,
    /// Its process there.
    pub process: u32,
}

/// The entry of a batch, and its revision.
pub async fn read(batches: &Store, name: &BatchName) -> Result<Option<(Record, u64)>, FarmError> {
    let entry = batches.entry(name.as_str()).await;
    let entry = entry.map_err(|error| unlisted(name, error))?;
    let Some(entry) = entry.filter(|entry| entry.operation == Operation::Put) else {
        return Ok(None);
    };
    // An entry that cannot be read is a mistake; it can be replaced.
    let record = serde_json::from_slice(&entry.value).unwrap_or_default();
    Ok(Some((record, entry.revision)))
}

/// All batches, by name, without their secrets.
pub async fn all(batches: &Store) -> Result<Vec<(BatchName, Record)>, FarmError> {
    let refused = |error| FarmError::refused("does not list the batches", error);
    let keys = batches.stream.info_with_subjects(">").await;
    let mut keys = keys.map_err(|error| refused(error.to_string()))?;
    let mut found = Vec::new();
    while let Some(key) = keys.next().await {
        let (key, _) = key.map_err(|error| refused(error.to_string()))?;
        let name = key.rsplit('.').next().and_then(|name| name.parse().ok());
        let Some(name) = name else { continue };
        if let Some((mut record, _)) = read(batches, &name).await? {
            record.secret = Secret::default();
            found.push((name, record));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(found)
}

/// The server does not answer about a batch.
pub fn unlisted(name: &BatchName, error: impl std::fmt::Display) -> FarmError {
    FarmError::refused(&format!("does not tell of batch {name}"), error)
}

/// The state of a batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BatchStatus {
    /// Its name.
    pub name: String,
    /// Its entry in the list.
    #[serde(flatten)]
    pub record: Record,
    /// Seconds since it began, where that is known.
    pub age: Option<u64>,
}

impl Record {
    /// Seconds since the batch began; unknown where it says nothing of use about it.
    pub fn age(&self) -> Option<u64> {
        let begun = Some(self.begun).filter(|begun| *begun > 0);
        begun.and_then(|begun| now().checked_sub(begun))
    }
}

/// Removes the jobs and answers of a batch from the server, but not its entry in the list.
///
/// # Errors
/// When the server does not do it. What is not removed expires after a month.
pub async fn forget(streams: &Streams, name: &BatchName) -> Result<(), FarmError> {
    for (stream, filter) in [
        (&streams.jobs, subject::jobs_of(name)),
        (&streams.answers, subject::answers_of(name)),
    ] {
        let removed = remove_all(stream, filter).await;
        removed.map_err(|error| FarmError::refused("does not forget", error))?;
    }
    Ok(())
}

/// Seconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
