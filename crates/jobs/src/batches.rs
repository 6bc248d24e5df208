//! The list of batches: who runs which, and how far it is.

use std::time::Duration;

use async_nats::jetstream::kv::{Operation, Store, UpdateErrorKind};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::time;

use crate::link::FarmError;
use crate::names::BatchName;
use crate::wire;

/// How often a client says that it is there.
pub const BEAT: Duration = Duration::from_secs(2);

/// A client that says nothing for so long is gone.
pub const SILENCE: Duration = Duration::from_secs(7);

/// What the list says of a batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Which kind of work it is.
    pub kind: String,
    /// What it is about, in words.
    pub title: String,
    /// What it is judged with.
    pub weights: String,
    /// Who runs it; nobody after it was left.
    pub owner: Option<Owner>,
    /// Since when, in seconds since 1970.
    pub begun: u64,
    /// Jobs given out so far.
    pub given: u64,
    /// Jobs answered.
    pub done: u64,
    /// Jobs given up.
    pub failed: u64,
    /// Whether all jobs have been given out.
    pub complete: bool,
}

/// A client.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// Which one: like no other.
    pub client: String,
    /// On which machine.
    pub host: String,
    /// Which process there.
    pub process: u32,
}

/// The right to run a batch.
pub struct Lease {
    batches: Store,
    name: BatchName,
    /// What the list says.
    pub record: Record,
    /// Who we are.
    owner: Owner,
    revision: u64,
}

impl Lease {
    /// Takes a batch that nobody runs. If somebody may be running it, waits until that is known.
    ///
    /// # Errors
    /// When somebody else runs it, or when it is about something else.
    pub async fn take(
        batches: &Store,
        name: &BatchName,
        wanted: Record,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Lease, FarmError> {
        let Some((found, revision)) = read(batches, name).await? else {
            let bytes = wire::write(&wanted);
            let revision = batches.create(name.as_str(), bytes.into()).await;
            return Ok(Lease {
                batches: batches.clone(),
                name: name.clone(),
                revision: revision.map_err(|error| unlisted(name, error))?,
                owner: wanted.owner.clone().unwrap_or_default(),
                record: wanted,
            });
        };
        let what = |record: &Record| {
            let Record {
                kind,
                title,
                weights,
                ..
            } = record;
            (kind.clone(), title.clone(), weights.clone())
        };
        if what(&found) != what(&wanted) {
            return Err(FarmError::new(format!(
                "batch {name} is of other work ({}, weights {}): choose another name with --batch, or \
                 end it with `reversi farm forget {name}`",
                wire::short(&found.title),
                wire::short(&found.weights),
            )));
        }
        if let Some(owner) = &found.owner {
            let host = wire::short(&owner.host);
            tell(&format!(
                "batch {name} was last run by process {} on {}; looking whether it still is",
                owner.process, host
            ));
            time::sleep(SILENCE).await;
            let now = read(batches, name).await?;
            if now.is_some_and(|(_, now)| now != revision) {
                return Err(FarmError::new(format!(
                    "batch {name} is being run by process {} on {}: wait for it, or choose another \
                     name with --batch",
                    owner.process, host
                )));
            }
        }
        let record = Record {
            begun: found.begun,
            ..wanted
        };
        let bytes = wire::write(&record);
        let revision = batches.update(name.as_str(), bytes.into(), revision).await;
        Ok(Lease {
            batches: batches.clone(),
            name: name.clone(),
            revision: revision.map_err(|error| unlisted(name, error))?,
            owner: record.owner.clone().unwrap_or_default(),
            record,
        })
    }

    /// Says that we are still there, and how far.
    ///
    /// # Errors
    /// When somebody else has taken the batch. A server that does not answer is no error.
    pub async fn beat(&mut self) -> Result<(), FarmError> {
        let name = self.name.as_str();
        let bytes = wire::write(&self.record);
        match self.batches.update(name, bytes.into(), self.revision).await {
            Ok(revision) => self.revision = revision,
            Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                let (found, revision) = match read(&self.batches, &self.name).await {
                    Ok(Some(found)) => found,
                    Ok(None) => {
                        let told = format!("batch {name} was forgotten by somebody");
                        return Err(FarmError::new(told));
                    }
                    Err(_) => return Ok(()),
                };
                // What we wrote may be there without our having heard so.
                if found.owner.as_ref() != Some(&self.owner) {
                    let told = format!("batch {name} has been taken over by another client");
                    return Err(FarmError::new(told));
                }
                self.revision = revision;
            }
            Err(_) => {}
        }
        Ok(())
    }

    /// Leaves the batch as it is, for somebody else to take up.
    pub async fn release(mut self) {
        // If it is not heard, the next one waits a little longer.
        if self.beat().await.is_ok() {
            self.record.owner = None;
            let _ = self.beat().await;
        }
    }

    /// The batch is over.
    pub async fn end(self) {
        // If it is not heard, an empty batch stays in the list.
        let _ = self.batches.purge(self.name.as_str()).await;
    }
}

/// What the list says of a batch, and which state of it that is.
pub async fn read(batches: &Store, name: &BatchName) -> Result<Option<(Record, u64)>, FarmError> {
    let entry = batches.entry(name.as_str()).await;
    let entry = entry.map_err(|error| unlisted(name, error))?;
    let Some(entry) = entry.filter(|entry| entry.operation == Operation::Put) else {
        return Ok(None);
    };
    // What cannot be read is somebody's mistake; it can be replaced.
    let record = serde_json::from_slice(&entry.value).unwrap_or_default();
    Ok(Some((record, entry.revision)))
}

/// All batches, by name.
pub async fn all(batches: &Store) -> Result<Vec<(BatchName, Record)>, FarmError> {
    let keys = batches.keys().await;
    let mut keys = keys.map_err(|error| FarmError::refused("does not list the batches", error))?;
    let mut found = Vec::new();
    while let Some(key) = keys.next().await {
        let Some(name) = key.ok().and_then(|key| key.parse().ok()) else {
            continue;
        };
        if let Some((record, _)) = read(batches, &name).await? {
            found.push((name, record));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(found)
}

fn unlisted(name: &BatchName, error: impl std::fmt::Display) -> FarmError {
    FarmError::refused(&format!("does not tell of batch {name}"), error)
}
