//! Settlement of a job: the server stores its answer before the job is acknowledged.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::Acker;
use tokio::sync::watch;
use tokio::time;

use super::error::UNCONFIRMED;
use super::link::Connection;
use super::streams::Stored;

/// A server that has confirmed nothing for this long, although it is there, cannot write.
const PATIENCE: Duration = Duration::from_secs(20);

/// The time between two attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(300);

/// How often the server is told that a job is not given up while its answer cannot be stored.
const EXTENSION_INTERVAL: Duration = Duration::from_secs(3);

/// The time until a job is delivered again after its answer could not be stored.
const REDELIVERY_DELAY: Duration = Duration::from_secs(5);

/// How a job was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// Its answer is stored.
    Kept,
    /// It was given up.
    GivenUp,
    /// The server has it back.
    HandedBack,
}

/// What the settlements of a worker share.
#[derive(Clone)]
pub struct Desk {
    /// The way to the server.
    pub connection: Connection,
    /// Why the server stores no answers at the moment.
    pub refusal: watch::Sender<Option<String>>,
    /// Set when the worker is to end.
    pub finish: Arc<AtomicBool>,
}

impl Desk {
    /// Stores messages, each with its subject, then acknowledges the job.
    ///
    /// The answer is not given up: as long as the server has no room for it, this waits, and tells
    /// the server that the job is still held. Only a worker that ends hands the job back.
    pub async fn settle(
        self,
        acker: Option<Arc<Acker>>,
        messages: Vec<(String, Vec<u8>)>,
    ) -> Settlement {
        let start = Instant::now();
        let mut extended = start;
        for (subject, message) in messages {
            loop {
                match self.store(&subject, &message).await {
                    Stored::Yes => break,
                    Stored::Unknown => {
                        let is_there = self.connection.is_there.load(Ordering::SeqCst);
                        if is_there && start.elapsed() > PATIENCE {
                            self.refusal.send_replace(Some(UNCONFIRMED.to_string()));
                        }
                    }
                    Stored::Refused(why) => {
                        self.refusal.send_replace(Some(why));
                        if self.finish.load(Ordering::SeqCst) {
                            return hand_back(acker, Some(REDELIVERY_DELAY)).await;
                        }
                    }
                }
                if let Some(acker) = &acker
                    && extended.elapsed() >= EXTENSION_INTERVAL
                {
                    extended = Instant::now();
                    let _ = acker.ack_with(AckKind::Progress).await;
                }
                time::sleep(RETRY_INTERVAL).await;
            }
        }
        self.refusal
            .send_if_modified(|refusal| refusal.take().is_some());
        if let Some(acker) = acker {
            // If this is lost, the job is run again, which changes nothing.
            let _ = acker.ack().await;
        }
        Settlement::Kept
    }

    async fn store(&self, subject: &str, message: &[u8]) -> Stored {
        let jetstream = &self.connection.jetstream;
        let (subject, message) = (subject.to_string(), message.to_vec());
        match jetstream.publish(subject, message.into()).await {
            Ok(answer) => Stored::of(answer.await),
            Err(error) => Stored::of(Err::<(), _>(error)),
        }
    }
}

/// Hands a job back; it is delivered again at once, or after a delay.
pub async fn hand_back(acker: Option<Arc<Acker>>, delay: Option<Duration>) -> Settlement {
    // If this is lost, the server notices after its acknowledgement timeout.
    if let Some(acker) = acker {
        let _ = acker.ack_with(AckKind::Nak(delay)).await;
    }
    Settlement::HandedBack
}

/// Removes a job that its client cancelled.
pub async fn drop_job(acker: Option<Arc<Acker>>) -> Settlement {
    if let Some(acker) = acker {
        let _ = acker.ack_with(AckKind::Term).await;
    }
    Settlement::HandedBack
}
