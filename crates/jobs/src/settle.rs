//! What becomes of a job: its answer is kept by the server before the job is let go.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::Acker;
use tokio::time;

use crate::link::Connection;
use crate::streams::Stored;

/// How long a worker tries to bring an answer to the server.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long between two attempts.
const PAUSE: Duration = Duration::from_millis(300);

/// How long a job rests after its answer could not be kept.
const REST: Duration = Duration::from_secs(5);

/// What became of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Its answer is there.
    Answered,
    /// It was given up.
    GivenUp,
    /// The server has it back.
    HandedBack,
    /// Its answer could not be kept, and why; somebody will do it again.
    Lost(String),
}

/// Brings messages to the server, then lets the job go. Each message is a subject and what it says.
pub async fn settle(
    connection: Connection,
    acker: Arc<Acker>,
    messages: Vec<(String, Vec<u8>)>,
) -> Settled {
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
            if start.elapsed() > PATIENCE {
                let _ = acker.ack_with(AckKind::Nak(Some(REST))).await;
                return Settled::Lost(why);
            }
            time::sleep(PAUSE).await;
        }
    }
    // If it is not heard, somebody does the job again, and nothing changes by that.
    let _ = acker.ack().await;
    Settled::Answered
}

/// Gives a job back, for somebody to take up at once or after a while.
pub async fn hand_back(acker: Arc<Acker>, rest: Option<Duration>) -> Settled {
    // If it is not heard, the server finds out by itself.
    let _ = acker.ack_with(AckKind::Nak(rest)).await;
    Settled::HandedBack
}

/// Lets a job go that nobody wants any more.
pub async fn let_go(acker: Arc<Acker>) -> Settled {
    let _ = acker.ack_with(AckKind::Term).await;
    Settled::HandedBack
}
