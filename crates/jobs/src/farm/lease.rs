//! The lease of a batch: one client at a time runs it, and renews its lease while it does.

use std::sync::{Arc, Mutex as StdMutex};
use std::time::Duration;

use async_nats::jetstream::kv::{Store, UpdateErrorKind};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio::time;

use super::batches::{Owner, Record, read, unlisted};
use super::error::FarmError;
use super::names::BatchName;
use super::wire;

/// How often a client renews its lease.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(2);

/// A lease that is not renewed for this long has expired.
const EXPIRY: Duration = Duration::from_secs(7);

/// How often an entry that is missing is looked for again, and the time between two looks.
const LOOKS: u32 = 4;
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// The right to run a batch.
pub struct Lease {
    batches: Store,
    name: BatchName,
    /// The entry in the list.
    pub record: Record,
    /// This client.
    owner: Owner,
    revision: u64,
}

impl Lease {
    /// Takes the lease of a batch. If another client may hold it, waits until that is known.
    ///
    /// # Errors
    /// When another client runs the batch, or when the name belongs to other work.
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
                build,
                ..
            } = record;
            (kind.clone(), title.clone(), weights.clone(), build.clone())
        };
        if what(&found) != what(&wanted) {
            return Err(FarmError::new(format!(
                "batch {name} is of other work ({}, weights {}, build {}): choose another name with \
                 --batch, or end it with `reversi farm forget {name}`",
                wire::short(&found.title),
                wire::short(&found.weights),
                wire::short(&found.build),
            )));
        }
        if let Some(owner) = &found.owner {
            let host = wire::short(&owner.host);
            tell(&format!(
                "batch {name} was last run by process {} on {}; looking whether it still is",
                owner.process, host
            ));
            time::sleep(EXPIRY).await;
            let now = read(batches, name).await?;
            if now.is_some_and(|(_, now)| now != revision) {
                return Err(FarmError::new(format!(
                    "batch {name} is being run by process {} on {}: wait for it, or choose another \
                     name with --batch",
                    owner.process, host
                )));
            }
        }
        let secret = match found.secret.is_empty() {
            true => wanted.secret.clone(),
            false => found.secret,
        };
        let record = Record {
            begun: found.begun,
            quarantined: found.quarantined,
            secret,
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

    /// Renews the lease and writes the progress.
    ///
    /// # Errors
    /// When another client has taken the batch. A server that does not answer is no error.
    pub async fn renew(&mut self) -> Result<(), FarmError> {
        let name = self.name.as_str();
        let bytes = wire::write(&self.record);
        match self.batches.update(name, bytes.into(), self.revision).await {
            Ok(revision) => self.revision = revision,
            Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                let Ok(found) = self.find().await else {
                    return Ok(());
                };
                let Some((found, revision)) = found else {
                    let told = format!("batch {name} was forgotten by somebody");
                    return Err(FarmError::new(told));
                };
                // The write may have succeeded although its confirmation was lost.
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

    /// The entry of the batch. A busy server may not find it at once while it is replaced.
    async fn find(&self) -> Result<Option<(Record, u64)>, FarmError> {
        let mut found = read(&self.batches, &self.name).await?;
        for _ in 0..LOOKS {
            if found.is_none() {
                time::sleep(LOOK_INTERVAL).await;
                found = read(&self.batches, &self.name).await?;
            }
        }
        Ok(found)
    }

    /// Gives the lease back. The batch stays as it is and can be resumed.
    pub async fn release(mut self) {
        // If this is lost, the next client waits until the lease expires.
        if self.renew().await.is_ok() {
            self.record.owner = None;
            let _ = self.renew().await;
        }
    }

    /// Removes the batch from the list: it is complete.
    pub async fn end(self) {
        // If this is lost, an empty batch stays in the list.
        let _ = self.batches.delete(self.name.as_str()).await;
    }
}

/// Renews the lease of a batch in the background.
pub struct LeaseKeeper {
    lease: Arc<Mutex<Option<Lease>>>,
    /// Set when another client has taken the batch.
    lost: Arc<StdMutex<Option<FarmError>>>,
    renewals: JoinHandle<()>,
}

impl LeaseKeeper {
    /// Begins to renew a lease.
    pub fn new(lease: Lease) -> LeaseKeeper {
        let lease = Arc::new(Mutex::new(Some(lease)));
        let lost = Arc::default();
        let renewals = tokio::spawn(renew(Arc::clone(&lease), Arc::clone(&lost)));
        LeaseKeeper {
            lease,
            lost,
            renewals,
        }
    }

    /// Why the lease was lost.
    pub fn lost(&self) -> Option<FarmError> {
        self.lost.lock().map_or(None, |lost| lost.clone())
    }

    /// Changes the progress in the list. While the lease is being renewed, nothing is changed: the next
    /// change comes soon.
    pub fn note(&self, change: impl FnOnce(&mut Record)) {
        if let Ok(mut lease) = self.lease.try_lock()
            && let Some(lease) = &mut *lease
        {
            change(&mut lease.record);
        }
    }

    /// Whether this client still holds the lease.
    pub async fn is_ours(&self) -> bool {
        match &mut *self.lease.lock().await {
            Some(lease) => lease.renew().await.is_ok(),
            None => false,
        }
    }

    /// Gives the lease back.
    pub async fn release(self) {
        self.renewals.abort();
        if let Some(lease) = self.lease.lock().await.take() {
            lease.release().await;
        }
    }

    /// Removes the batch from the list.
    pub async fn end(self) {
        self.renewals.abort();
        if let Some(lease) = self.lease.lock().await.take() {
            lease.end().await;
        }
    }
}

async fn renew(lease: Arc<Mutex<Option<Lease>>>, lost: Arc<StdMutex<Option<FarmError>>>) {
    loop {
        time::sleep(RENEWAL_INTERVAL).await;
        let mut lease = lease.lock().await;
        let Some(lease) = &mut *lease else { return };
        if let Err(error) = lease.renew().await {
            if let Ok(mut lost) = lost.lock() {
                *lost = Some(error);
            }
            return;
        }
    }
}
