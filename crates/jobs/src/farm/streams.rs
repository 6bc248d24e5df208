//! The streams that the server keeps, and how they are configured.

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

/// The stream of jobs: each stays until it is acknowledged.
pub const JOBS: &str = "REVERSI_JOBS";
/// The stream of answers.
pub const ANSWERS: &str = "REVERSI_ANSWERS";
/// The stream of dead letters.
pub const DEAD: &str = "REVERSI_DEAD";
/// The list of batches.
pub const BATCHES: &str = "reversi_batches";

/// A job is delivered again when its worker is silent about it for this long.
pub const ACK_WAIT: Duration = Duration::from_secs(10);

/// How long answers and dead letters are kept.
const RETENTION: Duration = Duration::from_secs(30 * 24 * 3600);

/// How often opening a stream is tried, and the time between two tries.
const ATTEMPTS: u32 = 5;
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// The streams of a server.
#[derive(Clone)]
pub struct Streams {
    /// Jobs.
    pub jobs: Stream,
    /// Answers.
    pub answers: Stream,
    /// Dead letters.
    pub dead: Stream,
    /// Batches.
    pub batches: Store,
}

impl Streams {
    /// Opens the streams; missing ones are made.
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
                    // Another client may be making it at this moment.
                    Err(_) if attempts < ATTEMPTS => time::sleep(RETRY_INTERVAL).await,
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
            max_age: RETENTION,
            ..keeping_first(name, subjects)
        };
        // Older servers do not report all that the library asks for before it makes such a list.
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

/// A stream on disk that keeps the first message of each subject and refuses a second: a message that
/// is sent twice is stored once.
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

/// Whether the server has stored a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It is stored, now or since earlier.
    Yes,
    /// The server did not answer; it may be stored.
    Unknown,
    /// The server has no room for it, or another reason not to take it.
    Refused(String),
}

impl Stored {
    /// The meaning of a server's confirmation.
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
