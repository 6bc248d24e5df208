//! The answers of a batch, as they come.

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, DeliverPolicy, pull};
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use tokio::sync::mpsc::Sender;
use tokio::time;

use super::names::BatchName;
use super::subject;

/// How long a request for more waits at the server.
const WAIT: Duration = Duration::from_secs(2);

/// How long until the server is asked again after it did not answer.
const PAUSE: Duration = Duration::from_millis(200);

/// Answers asked for at once.
const HANDFUL: usize = 256;

/// A consumer that nobody asks for so long is forgotten by the server.
const FORGOTTEN: Duration = Duration::from_secs(300);

/// What comes from the stream of answers.
pub enum Arrived {
    /// A message.
    Message {
        /// Its place in the stream.
        sequence: u64,
        /// The job that it is about.
        id: String,
        /// What it says.
        payload: Vec<u8>,
    },
    /// Everything that had been answered before has been told.
    CaughtUp,
}

/// Tells all answers of a batch, those of earlier first, for as long as somebody listens.
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
            time::sleep(PAUSE).await;
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
            let asked = consumer.batch().max_messages(HANDFUL).expires(WAIT);
            let Ok(mut messages) = asked.messages().await else {
                break;
            };
            let mut is_broken = false;
            let mut came = 0;
            // Those of earlier end before the handful is full: then somebody waits to be told.
            while is_caught_up || earlier > 0 || came == 0 {
                let message = match time::timeout(2 * WAIT, messages.next()).await {
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
                let Some((_, id)) = subject::batch_and_job(&message.subject) else {
                    continue;
                };
                let arrived = Arrived::Message {
                    sequence: last,
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
            if came < HANDFUL {
                earlier = 0;
            }
        }
        time::sleep(PAUSE).await;
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
        inactive_threshold: FORGOTTEN,
        memory_storage: true,
        ..pull::Config::default()
    };
    Ok(stream.create_consumer(config).await?)
}
