//! How it goes on the farm.

use async_nats::jetstream::consumer::Info;
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use serde::Serialize;
use tokio::runtime::{Builder, Runtime};

use crate::batches::{self, Record};
use crate::client::{forget, now};
use crate::link::{Connection, FarmError, Link};
use crate::names::{BatchName, PROTOCOL, subject};
use crate::roll::{self, Presence};
use crate::streams::Streams;
use crate::wire::Grave;

/// Given-up jobs that are listed, at most.
const MOST_DEAD: usize = 20;

/// How it goes on the farm.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Status {
    /// Where it is.
    pub server: String,
    /// The version of the messages that this program speaks.
    pub protocol: u32,
    /// Jobs that wait for a worker.
    pub waiting: u64,
    /// Jobs that workers hold.
    pub held: u64,
    /// Jobs answered in a second, lately.
    pub rate: f64,
    /// Seconds until all that is known of is done, at that rate.
    pub seconds_left: Option<f64>,
    /// Jobs given up.
    pub dead: u64,
    /// What waits, by what it needs.
    pub queues: Vec<Queue>,
    /// The batches.
    pub batches: Vec<BatchStatus>,
    /// The workers.
    pub workers: Vec<Presence>,
    /// Jobs given up, the latest first; not all, if there are many.
    pub graves: Vec<Dead>,
}

/// What waits for workers of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Queue {
    /// Which: `workers-`, the version of the messages, `-`, the weights.
    pub name: String,
    /// Jobs that wait.
    pub waiting: u64,
    /// Jobs that workers hold.
    pub held: u64,
}

/// How far a batch is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BatchStatus {
    /// What it is called.
    pub name: String,
    /// What the list says.
    #[serde(flatten)]
    pub record: Record,
    /// For how many seconds it has been going on.
    pub age: u64,
}

/// A job that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dead {
    /// Of which batch.
    pub batch: String,
    /// Which job.
    pub id: String,
    /// Why.
    pub reason: String,
    /// By whom.
    pub worker: String,
    /// After how many attempts.
    pub tries: i64,
}

/// Somebody who looks at a farm.
pub struct Watcher {
    runtime: Runtime,
    connection: Connection,
    streams: Streams,
    place: String,
}

impl Watcher {
    /// Goes there.
    ///
    /// # Errors
    /// When the farm cannot be reached.
    pub fn new(link: &Link) -> Result<Watcher, FarmError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| FarmError::new(format!("cannot begin: {error}")))?;
        let (connection, streams) = runtime.block_on(async {
            let connection = link.connect("reversi status").await?;
            let streams = Streams::open(&connection).await?;
            Ok::<_, FarmError>((connection, streams))
        })?;
        Ok(Watcher {
            runtime,
            connection,
            streams,
            place: link.place(),
        })
    }

    /// How it goes just now.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn look(&self) -> Result<Status, FarmError> {
        self.runtime.block_on(self.gather())
    }

    /// Ends a batch: what is waiting is not done any more, what is known is forgotten. Says whether
    /// there was such a batch.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn forget(&self, name: &BatchName) -> Result<bool, FarmError> {
        self.runtime.block_on(async {
            let was_there = batches::read(&self.streams.batches, name).await?.is_some();
            forget(&self.streams, name).await;
            let dead = self
                .streams
                .dead
                .purge()
                .filter(subject::dead_of(name))
                .await;
            let dead = dead.map_err(|error| FarmError::refused("does not forget", error))?;
            let client = &self.connection.client;
            let _ = client.publish(subject::cancel(name), "".into()).await;
            let _ = client.flush().await;
            let purged = self.streams.batches.purge(name.as_str()).await;
            purged.map_err(|error| FarmError::refused("does not forget", error))?;
            Ok(was_there || dead.purged > 0)
        })
    }

    async fn gather(&self) -> Result<Status, FarmError> {
        let workers = roll::call(&self.connection.client).await;
        let queues = queues(&self.streams.jobs).await?;
        let batches = batches::all(&self.streams.batches).await?;
        let batches = batches.into_iter().map(|(name, record)| BatchStatus {
            name: name.to_string(),
            age: now().saturating_sub(record.begun),
            record,
        });
        let dead = self.streams.dead.get_info().await;
        let dead = dead.map_err(|error| FarmError::refused("does not answer", error))?;
        let waiting = queues.iter().map(|queue| queue.waiting).sum();
        let held = queues.iter().map(|queue| queue.held).sum();
        let rate = workers.iter().fold(0.0, |sum, worker| sum + worker.rate);
        let left = (waiting + held) as f64;
        Ok(Status {
            server: self.place.clone(),
            protocol: PROTOCOL,
            waiting,
            held,
            rate,
            seconds_left: (rate > 0.0 && left > 0.0).then(|| left / rate),
            dead: dead.state.messages,
            queues,
            batches: batches.collect(),
            workers,
            graves: graves(&self.streams.dead, dead.state.last_sequence).await,
        })
    }
}

async fn queues(jobs: &Stream) -> Result<Vec<Queue>, FarmError> {
    let mut found = jobs.consumers();
    let mut queues = Vec::new();
    while let Some(queue) = found.next().await {
        let queue: Info = queue.map_err(|error| FarmError::refused("does not answer", error))?;
        queues.push(Queue {
            name: queue.name,
            waiting: queue.num_pending,
            held: queue.num_ack_pending as u64,
        });
    }
    queues.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(queues)
}

/// The jobs given up last.
async fn graves(dead: &Stream, last: u64) -> Vec<Dead> {
    let mut graves = Vec::new();
    let from = last.saturating_sub(10 * MOST_DEAD as u64).max(1);
    for sequence in (from..=last).rev() {
        if graves.len() == MOST_DEAD {
            break;
        }
        let Ok(message) = dead.get_raw_message(sequence).await else {
            continue;
        };
        let Some((batch, id)) = subject::batch_and_job(&message.subject) else {
            continue;
        };
        let Ok(grave) = serde_json::from_slice::<Grave>(&message.payload) else {
            continue;
        };
        graves.push(Dead {
            batch: batch.to_string(),
            id: id.to_string(),
            reason: grave.reason,
            worker: grave.worker,
            tries: grave.tries,
        });
    }
    graves
}
