//! Settlement of a job: the server stores its answer before the job is acknowledged.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::Acker;
use tokio::time;

use super::link::Connection;
use super::streams::Stored;

/// How long a worker tries to store an answer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The time between two attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(300);

/// The time until a job is delivered again after its answer could not be stored.
const REDELIVERY_DELAY: Duration = Duration::from_secs(5);

/// How a job was settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// Its answer is stored.
    Answered,
    /// It was given up.
    GivenUp,
    /// The server has it back.
    HandedBack,
    /// Its answer could not be stored, and why; the job will be run again.
    NotStored(String),
}

/// Stores messages, each with its subject, then acknowledges the job.
pub async fn settle(
    connection: Connection,
    acker: Arc<Acker>,
    messages: Vec<(String, Vec<u8>)>,
) -> Settlement {
    let start = Instant::now();
    for (subject, message) in messages {
        loop {
            let sent = connection
                .jetstream
                .publish(subject.clone(), message.clone().into())
                .await;
            let stored = match sent {
                Ok(answer) => Stored::of(answer.await),
                Err(error) => Stored::of(Err::<(), _>(error)),
            };
            let why = match stored {
                Stored::Yes => break,
                Stored::Unknown => "the server is away".to_string(),
                Stored::Refused(why) => why,
            };
            if start.elapsed() > TIMEOUT {
                let _ = acker.ack_with(AckKind::Nak(Some(REDELIVERY_DELAY))).await;
                return Settlement::NotStored(why);
            }
            time::sleep(RETRY_INTERVAL).await;
        }
    }
    // If this is lost, the job is run again, which changes nothing.
    let _ = acker.ack().await;
    Settlement::Answered
}

/// Hands a job back; it is delivered again at once, or after a delay.
pub async fn hand_back(acker: Arc<Acker>, delay: Option<Duration>) -> Settlement {
    // If this is lost, the server notices after its acknowledgement timeout.
    let _ = acker.ack_with(AckKind::Nak(delay)).await;
    Settlement::HandedBack
}

/// Removes a job that its client cancelled.
pub async fn drop_job(acker: Arc<Acker>) -> Settlement {
    let _ = acker.ack_with(AckKind::Term).await;
    Settlement::HandedBack
}
