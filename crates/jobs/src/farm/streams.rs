//! What the server keeps, and how.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, PullConsumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use tokio::time;

use super::error::FarmError;
use super::link::Connection;
use super::names::{PROTOCOL, Weights};
use super::subject;
use super::wire::MESSAGE_LIMIT;

/// The stream of jobs: each stays until somebody has done it.
pub const JOBS: &str = "REVERSI_JOBS";
/// The stream of answers.
pub const ANSWERS: &str = "REVERSI_ANSWERS";
/// The stream of jobs that were given up.
pub const DEAD: &str = "REVERSI_DEAD";
/// The list of batches.
pub const BATCHES: &str = "reversi_batches";

/// A worker that is silent about a job for so long has lost it.
pub const ACK_WAIT: Duration = Duration::from_secs(10);

/// Answers that nobody came for are kept so long.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// How often a stream is asked for before it is given up, and how long between.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(200);

/// The streams of a server.
#[derive(Clone)]
pub struct Streams {
    /// Jobs.
    pub jobs: Stream,
    /// Answers.
    pub answers: Stream,
    /// Jobs that were given up.
    pub dead: Stream,
    /// Batches.
    pub batches: Store,
}

impl Streams {
    /// Opens the streams; those that are not there are made.
    ///
    /// # Errors
    /// When the server does not allow it.
    pub async fn open(connection: &Connection) -> Result<Streams, FarmError> {
        let jetstream = &connection.jetstream;
        let stream = async |config: Config| {
            let name = config.name.clone();
            let mut attempts = 0;
            loop {
                attempts += 1;
                match jetstream.get_or_create_stream(config.clone()).await {
                    Ok(stream) => return Ok(stream),
                    // Somebody else may be making it at this moment.
                    Err(_) if attempts < ATTEMPTS => time::sleep(PAUSE).await,
                    Err(error) => {
                        let what = format!("does not keep {name}");
                        return Err(FarmError::refused(&what, error));
                    }
                }
            }
        };
        let jobs = Config {
            retention: RetentionPolicy::WorkQueue,
            ..keeping_first(JOBS, subject::JOBS)
        };
        let lasting = |name, subjects| Config {
            max_age: KEPT,
            ..keeping_first(name, subjects)
        };
        // Older servers do not tell all that the library asks before it makes such a list.
        stream(key_value(BATCHES)).await?;
        let batches = jetstream.get_key_value(BATCHES).await;
        let batches = batches
            .map_err(|error| FarmError::refused("does not keep the list of batches", error))?;
        Ok(Streams {
            jobs: stream(jobs).await?,
            answers: stream(lasting(ANSWERS, subject::ANSWERS)).await?,
            dead: stream(lasting(DEAD, subject::DEAD)).await?,
            batches,
        })
    }

    /// The queue that all workers with these weights take their jobs from.
    ///
    /// # Errors
    /// When the server does not allow it.
    pub async fn queue(&self, weights: &Weights) -> Result<PullConsumer, FarmError> {
        let name = format!("workers-{PROTOCOL}-{weights}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: subject::jobs_for(weights),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            max_ack_pending: 100_000,
            max_waiting: 4096,
            ..pull::Config::default()
        };
        let queue: Result<Consumer<pull::Config>, _> =
            self.jobs.get_or_create_consumer(&name, config).await;
        queue.map_err(|error| FarmError::refused("gives out no jobs", error))
    }
}

/// A stream on disk that keeps the first message of each subject and takes no second: what is sent
/// twice is there once.
fn keeping_first(name: &str, subjects: &str) -> Config {
    Config {
        name: name.to_string(),
        subjects: vec![subjects.to_string()],
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        max_messages_per_subject: 1,
        discard_new_per_subject: true,
        max_message_size: MESSAGE_LIMIT as i32,
        ..Config::default()
    }
}

/// The stream of a list of keys and values, as NATS has them.
fn key_value(bucket: &str) -> Config {
    Config {
        name: format!("KV_{bucket}"),
        subjects: vec![format!("$KV.{bucket}.>")],
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        max_messages_per_subject: 1,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        ..Config::default()
    }
}

/// What became of a message that the server was to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It is there, from now on or since before.
    Yes,
    /// The server did not answer; it may be there.
    Unknown,
    /// The server has no room for it, or another reason not to take it.
    Refused(String),
}

impl Stored {
    /// What a server's answer means.
    pub fn of<T>(answer: Result<T, PublishError>) -> Stored {
        let Err(error) = answer else {
            return Stored::Yes;
        };
        match error.kind() {
            PublishErrorKind::TimedOut
            | PublishErrorKind::BrokenPipe
            | PublishErrorKind::MaxAckPending
            // No stream answers while the server starts.
            | PublishErrorKind::StreamNotFound => Stored::Unknown,
            _ => {
                let text = error.to_string();
                if text.contains("maximum messages per subject") {
                    Stored::Yes
                } else {
                    Stored::Refused(text)
                }
            }
        }
    }
}
