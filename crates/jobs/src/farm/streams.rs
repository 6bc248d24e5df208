//! The streams that the server keeps, and how they are configured.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, PullConsumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use tokio::time;

use super::error::{FarmError, words};
use super::link::Connection;
use super::names::Queue;
use super::room::{Room, storage_limit};
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
    /// Opens the streams; missing ones are made. Jobs and dead letters have limits, so that they cannot
    /// take the room of answers.
    ///
    /// # Errors
    /// When the server does not allow it, or has no room.
    pub async fn open(connection: &Connection) -> Result<Streams, FarmError> {
        connection.allowed(make(connection)).await?
    }

    /// The streams, if a client has made them.
    ///
    /// # Errors
    /// When the server does not allow it.
    pub async fn find(connection: &Connection) -> Result<Option<Streams>, FarmError> {
        let jetstream = &connection.jetstream;
        let found = async {
            Some(Streams {
                jobs: jetstream.get_stream(JOBS).await.ok()?,
                answers: jetstream.get_stream(ANSWERS).await.ok()?,
                dead: jetstream.get_stream(DEAD).await.ok()?,
                batches: jetstream.get_key_value(BATCHES).await.ok()?,
            })
        };
        connection.allowed(found).await
    }

    /// Makes the queue that all workers with these weights and this build take their jobs from.
    ///
    /// # Errors
    /// When the server does not allow it.
    pub async fn make_queue(&self, queue: &Queue) -> Result<PullConsumer, FarmError> {
        let name = queue.name();
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: subject::jobs_for(queue),
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

/// Opens or makes all streams, within what the server has room for.
async fn make(connection: &Connection) -> Result<Streams, FarmError> {
    let jetstream = &connection.jetstream;
    let mut room = Room::of(storage_limit(jetstream).await);
    let mut attempts = 0;
    loop {
        let made = async {
            let jobs = Config {
                retention: RetentionPolicy::WorkQueue,
                max_bytes: room.jobs(),
                ..keeping_first(JOBS, subject::JOBS)
            };
            let dead = Config {
                max_age: RETENTION,
                max_bytes: room.dead(),
                ..keeping_first(DEAD, subject::DEAD)
            };
            let answers = Config {
                max_age: RETENTION,
                ..keeping_first(ANSWERS, subject::ANSWERS)
            };
            // Older servers do not report all that the library asks for before it makes such a list.
            stream(connection, key_value(BATCHES), &room).await?;
            let batches = jetstream.get_key_value(BATCHES).await;
            Ok::<_, String>(Streams {
                jobs: stream(connection, jobs, &room).await?,
                dead: stream(connection, dead, &room).await?,
                answers: with_room(connection, answers, room.answers()).await?,
                batches: batches.map_err(|error| error.to_string())?,
            })
        };
        match made.await {
            Ok(streams) => return Ok(streams),
            Err(error) if is_short_of_room(&error) => {
                let smaller = room.halved();
                room = smaller.ok_or_else(|| FarmError::refused("keeps no jobs", error))?;
            }
            // Another client may be making them at this moment.
            Err(_) if attempts < ATTEMPTS => {
                attempts += 1;
                time::sleep(RETRY_INTERVAL).await;
            }
            Err(error) => return Err(FarmError::refused("keeps no jobs", error)),
        }
    }
}

/// A stream with a limit, or none. One that has a limit keeps it, unless it has to be smaller.
async fn stream(connection: &Connection, config: Config, room: &Room) -> Result<Stream, String> {
    let jetstream = &connection.jetstream;
    if let Ok(mut found) = jetstream.get_stream(&config.name).await {
        let bytes = found.cached_info().config.max_bytes;
        let is_smaller = room.is_halved() && bytes > config.max_bytes;
        if config.max_bytes > 0 && (bytes <= 0 || is_smaller) {
            let updated = jetstream.update_stream(&config).await;
            updated.map_err(|error| error.to_string())?;
            // What is known of it is what the limit is read from.
            let _ = found.info().await;
        }
        return Ok(found);
    }
    let created = jetstream.create_stream(config).await;
    created.map_err(|error| error.to_string())
}

/// The stream of answers, if the server has so much room for it now. The stream has no limit of its
/// own: when a message does not quite fit under such a limit, servers of version 2.9 store it and
/// remove the oldest one.
async fn with_room(connection: &Connection, config: Config, bytes: i64) -> Result<Stream, String> {
    let jetstream = &connection.jetstream;
    if let Ok(found) = jetstream.get_stream(&config.name).await {
        return Ok(found);
    }
    let limited = Config {
        max_bytes: bytes,
        ..config.clone()
    };
    let created = jetstream.create_stream(limited).await;
    let created = created.map_err(|error| error.to_string())?;
    let updated = jetstream.update_stream(&config).await;
    updated.map_err(|error| error.to_string())?;
    Ok(created)
}

fn is_short_of_room(error: &str) -> bool {
    let error = error.to_lowercase();
    error.contains("insufficient") || error.contains("resource limits exceeded")
}

/// A stream on disk that keeps the first message of each subject and refuses a second: a message that
/// is sent twice is stored once. It refuses messages when it is full.
fn keeping_first(name: &str, subjects: &str) -> Config {
    Config {
        name: name.to_string(),
        subjects: vec![subjects.to_string()],
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        max_messages_per_subject: 1,
        discard_new_per_subject: true,
        max_message_size: MESSAGE_LIMIT as i32,
        max_bytes: -1,
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
    /// The server has no room for it, or another reason not to take it; in words.
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
                    Stored::Refused(words(&text))
                }
            }
        }
    }
}
