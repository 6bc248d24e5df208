//! The feed of answers of a batch, stored ones first.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy, pull};
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use tokio::sync::mpsc::Sender;
use tokio::time;

use super::names::BatchName;
use super::subject;

/// How long a request for answers waits at the server.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);

/// The time until the server is asked again after it did not answer.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// Answers requested at once.
const REQUEST_SIZE: usize = 256;

/// The server removes a consumer that is not used for this long.
const CONSUMER_EXPIRY: Duration = Duration::from_secs(300);

/// A stored answer: its sequence number in the stream, and its worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The sequence number.
    pub sequence: u64,
    /// The name of the worker, as the server has checked it.
    pub worker: String,
}

/// An item of the feed.
pub enum Arrived {
    /// A message.
    Message {
        /// Its sequence number in the stream, and its worker.
        place: Place,
        /// The name of its job.
        id: String,
        /// Its content.
        payload: Vec<u8>,
    },
    /// All answers that were stored before the feed began have been told.
    CaughtUp,
}

/// Sends all answers of a batch, the stored ones first, until the receiver is closed.
pub async fn follow(stream: Stream, batch: BatchName, tell: Sender<Arrived>) {
    let mut last = 0;
    let mut is_caught_up = false;
    while !tell.is_closed() {
        // After an accident the stream may be shorter than it was.
        if let Ok(info) = stream.get_info().await
            && info.state.last_sequence < last
        {
            last = 0;
        }
        let Ok(consumer) = consumer(&stream, &batch, last).await else {
            time::sleep(RETRY_INTERVAL).await;
            continue;
        };
        let mut earlier = consumer.cached_info().num_pending;
        loop {
            if !is_caught_up && earlier == 0 {
                is_caught_up = true;
                if tell.send(Arrived::CaughtUp).await.is_err() {
                    return;
                }
            }
            let asked = consumer
                .batch()
                .max_messages(REQUEST_SIZE)
                .expires(REQUEST_TIMEOUT);
            let Ok(mut messages) = asked.messages().await else {
                break;
            };
            let mut is_broken = false;
            let mut came = 0;
            // Stored answers may end before the request is filled: the receiver waits to hear of it.
            while is_caught_up || earlier > 0 || came == 0 {
                let message = match time::timeout(2 * REQUEST_TIMEOUT, messages.next()).await {
                    Ok(None) => break,
                    Ok(Some(Ok(message))) => message,
                    Ok(Some(Err(_))) | Err(_) => {
                        is_broken = true;
                        break;
                    }
                };
                came += 1;
                let Ok(info) = message.info() else { continue };
                last = info.stream_sequence;
                earlier = earlier.saturating_sub(1);
                let named = subject::batch_job_and_worker(&message.subject);
                let Some((_, id, worker)) = named else {
                    continue;
                };
                let place = Place {
                    sequence: last,
                    worker: worker.to_string(),
                };
                let arrived = Arrived::Message {
                    place,
                    id: id.to_string(),
                    payload: message.payload.to_vec(),
                };
                if tell.send(arrived).await.is_err() {
                    return;
                }
            }
            if is_broken || tell.is_closed() {
                break;
            }
            // Some may have been removed meanwhile, and will not come.
            if came < REQUEST_SIZE {
                earlier = 0;
            }
        }
        time::sleep(RETRY_INTERVAL).await;
    }
}

async fn consumer(
    stream: &Stream,
    batch: &BatchName,
    last: u64,
) -> Result<Consumer<pull::Config>, async_nats::Error> {
    let config = pull::Config {
        filter_subject: subject::answers_of(batch),
        ack_policy: AckPolicy::None,
        deliver_policy: if last == 0 {
            DeliverPolicy::All
        } else {
            DeliverPolicy::ByStartSequence {
                start_sequence: last + 1,
            }
        },
        inactive_threshold: CONSUMER_EXPIRY,
        memory_storage: true,
        ..pull::Config::default()
    };
    Ok(stream.create_consumer(config).await?)
}
