//! The status of a farm: batches, workers, queues and dead letters.

use std::time::Duration;

use async_nats::jetstream::consumer::Info;
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use serde::Serialize;
use tokio::runtime::{Builder, Runtime};
use tokio::time;

use super::batches::{self, BatchStatus, forget};
use super::error::FarmError;
use super::link::{Connection, Link};
use super::names::{BatchName, PROTOCOL};
use super::presence::{self, Presence};
use super::removal::remove_all;
use super::streams::Streams;
use super::subject;
use super::wire::DeadLetterMessage;

/// How often a batch is tried to be removed, and the time between two tries.
const ATTEMPTS: u32 = 10;
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Dead letters that are listed, at most.
const MOST_LISTED: usize = 20;

/// The status of a farm.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Status {
    /// Its address.
    pub server: String,
    /// The version of the messages that this program speaks.
    pub protocol: u32,
    /// Jobs that wait for a worker.
    pub waiting: u64,
    /// Jobs that workers hold.
    pub held: u64,
    /// Jobs answered per second, lately.
    pub rate: f64,
    /// Seconds until all known jobs are done, at that rate.
    pub seconds_left: Option<f64>,
    /// The number of dead letters: jobs given up.
    pub dead: u64,
    /// The queues, one for each kind of worker.
    pub queues: Vec<QueueStatus>,
    /// The batches.
    pub batches: Vec<BatchStatus>,
    /// The workers.
    pub workers: Vec<Presence>,
    /// Dead letters, the latest first; not all, if there are many.
    #[serde(rename = "graves")]
    pub dead_letters: Vec<DeadLetter>,
}

/// Jobs that wait for workers of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueueStatus {
    /// Its name: `workers-`, the version of the messages, `-`, the weights, `-`, a digest of the build.
    pub name: String,
    /// Jobs that wait.
    pub waiting: u64,
    /// Jobs that workers hold.
    pub held: u64,
}

/// A dead letter: a job that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeadLetter {
    /// Its batch.
    pub batch: String,
    /// The name of the job.
    pub id: String,
    /// The reason.
    pub reason: String,
    /// The worker that gave it up.
    pub worker: String,
    /// The number of tries.
    pub tries: i64,
}

/// A connection to a farm that reads its status.
pub struct Watcher {
    runtime: Runtime,
    connection: Connection,
    place: String,
}

impl Watcher {
    /// Connects to a farm.
    ///
    /// # Errors
    /// When the farm cannot be reached.
    pub fn new(link: &Link) -> Result<Watcher, FarmError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| FarmError::new(format!("cannot begin: {error}")))?;
        let connection = runtime.block_on(link.connect("reversi status"))?;
        Ok(Watcher {
            runtime,
            connection,
            place: link.place(),
        })
    }

    /// The status now.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn look(&self) -> Result<Status, FarmError> {
        let gathered = self
            .runtime
            .block_on(self.connection.allowed(self.gather()));
        gathered?
    }

    /// Ends a batch: waiting jobs are removed and answers are forgotten. Returns whether there was such
    /// a batch.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn forget(&self, name: &BatchName) -> Result<bool, FarmError> {
        let ended = self
            .runtime
            .block_on(self.connection.allowed(self.end(name)));
        ended?
    }

    async fn end(&self, name: &BatchName) -> Result<bool, FarmError> {
        let Some(streams) = Streams::find(&self.connection).await? else {
            return Ok(false);
        };
        let was_there = batches::read(&streams.batches, name).await?.is_some();
        forget(&streams, name).await?;
        let dead = remove_all(&streams.dead, subject::dead_of(name)).await;
        let dead = dead.map_err(|error| FarmError::refused("does not forget", error))?;
        let client = &self.connection.client;
        let _ = client.publish(subject::cancel(name), "".into()).await;
        let _ = client.flush().await;
        // A server that was full takes a moment to see that it has room again.
        let mut attempts = 0;
        while let Err(error) = streams.batches.delete(name.as_str()).await {
            attempts += 1;
            if attempts == ATTEMPTS {
                return Err(FarmError::refused("does not forget", error));
            }
            time::sleep(RETRY_INTERVAL).await;
        }
        Ok(was_there || dead > 0)
    }

    async fn gather(&self) -> Result<Status, FarmError> {
        let workers = presence::collect(&self.connection.client).await;
        let Some(streams) = Streams::find(&self.connection).await? else {
            // No client has used this server yet.
            return Ok(Status {
                server: self.place.clone(),
                protocol: PROTOCOL,
                workers,
                ..Status::default()
            });
        };
        let queues = queues(&streams.jobs).await?;
        let batches = batches::all(&streams.batches).await?;
        let batches = batches.into_iter().map(|(name, record)| BatchStatus {
            name: name.to_string(),
            age: record.age(),
            record,
        });
        let dead = streams.dead.get_info().await;
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
            dead_letters: dead_letters(&streams.dead, dead.state.last_sequence).await,
        })
    }
}

async fn queues(jobs: &Stream) -> Result<Vec<QueueStatus>, FarmError> {
    let mut found = jobs.consumers();
    let mut queues = Vec::new();
    while let Some(queue) = found.next().await {
        let queue: Info = queue.map_err(|error| FarmError::refused("does not answer", error))?;
        queues.push(QueueStatus {
            name: queue.name,
            waiting: queue.num_pending,
            held: queue.num_ack_pending as u64,
        });
    }
    queues.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(queues)
}

/// The latest dead letters.
async fn dead_letters(dead: &Stream, last: u64) -> Vec<DeadLetter> {
    let mut letters = Vec::new();
    let from = last.saturating_sub(10 * MOST_LISTED as u64).max(1);
    for sequence in (from..=last).rev() {
        if letters.len() == MOST_LISTED {
            break;
        }
        let Ok(message) = dead.get_raw_message(sequence).await else {
            continue;
        };
        let Some((batch, id, _)) = subject::batch_job_and_worker(&message.subject) else {
            continue;
        };
        let Ok(letter) = serde_json::from_slice::<DeadLetterMessage>(&message.payload) else {
            continue;
        };
        letters.push(DeadLetter {
            batch: batch.to_string(),
            id: id.to_string(),
            reason: letter.reason,
            worker: letter.worker,
            tries: letter.tries,
        });
    }
    letters
}
