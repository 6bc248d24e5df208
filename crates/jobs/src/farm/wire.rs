//! Messages: jobs on their way to workers, answers on their way back. All of them are JSON.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::names::PROTOCOL;

/// The longest message, in bytes: what a server takes unless it is told otherwise.
pub const MESSAGE_LIMIT: usize = 1 << 20;

/// The longest answer; what is around it needs some room too.
pub const ANSWER_LIMIT: usize = MESSAGE_LIMIT - 4096;

/// The longest text of others that is shown or sent on, in characters.
const REASON_LIMIT: usize = 500;

/// A job on its way to a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The version of the messages.
    pub protocol: u32,
    /// The kind of the job.
    pub kind: String,
    /// The weights to run it with.
    pub weights: String,
    /// The build of the program to run it with.
    pub build: String,
    /// The job itself, as its kind writes it.
    pub job: Value,
}

impl Task {
    /// Reads one.
    ///
    /// # Errors
    /// When the message is none, or of another version.
    pub fn read(bytes: &[u8]) -> Result<Task, WireError> {
        let task: Task = read(bytes)?;
        if task.protocol != PROTOCOL {
            return Err(WireError::Protocol(task.protocol));
        }
        Ok(task)
    }
}

/// An answer on its way back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// The version of the messages.
    pub protocol: u32,
    /// The kind of the job.
    pub kind: String,
    /// The worker that ran it.
    pub worker: String,
    /// The time it took.
    pub seconds: f64,
    /// The result.
    #[serde(flatten)]
    pub result: Outcome,
}

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The answer, as its kind writes it.
    Answer(Value),
    /// The reason why there is none.
    Failure(String),
}

impl Reply {
    /// Reads one.
    ///
    /// # Errors
    /// When the message is none, or of another version.
    pub fn read(bytes: &[u8]) -> Result<Reply, WireError> {
        let reply: Reply = read(bytes)?;
        if reply.protocol != PROTOCOL {
            return Err(WireError::Protocol(reply.protocol));
        }
        Ok(reply)
    }
}

/// A dead letter: a job that was given up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeadLetterMessage {
    /// The reason.
    pub reason: String,
    /// The worker that gave it up.
    pub worker: String,
    /// How often it was tried.
    pub tries: i64,
    /// The job, as far as it could be read.
    pub task: Option<Value>,
}

/// A text from outside as it can be shown: not too long, and with nothing that a terminal obeys.
pub fn short(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut short: String = text.chars().take(REASON_LIMIT).map(plain).collect();
    if text.chars().nth(REASON_LIMIT).is_some() {
        short.push('…');
    }
    short
}

/// The content of a job's message for its dead letter; nothing if it is too long or not JSON.
pub fn content(message: &[u8]) -> Option<Value> {
    (message.len() < MESSAGE_LIMIT / 2)
        .then(|| serde_json::from_slice(message).ok())
        .flatten()
}

/// A message as bytes.
pub fn write(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("messages have only string keys")
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, WireError> {
    if bytes.len() > MESSAGE_LIMIT {
        return Err(WireError::TooLong);
    }
    serde_json::from_slice(bytes).map_err(|error| WireError::Malformed(error.to_string()))
}

/// Why a message is of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireError {
    /// It is longer than any of ours.
    TooLong,
    /// It is not written as ours are.
    Malformed(String),
    /// It is of another version.
    Protocol(u32),
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::TooLong => write!(f, "the message is longer than {MESSAGE_LIMIT} bytes"),
            WireError::Malformed(why) => write!(f, "the message is malformed: {why}"),
            WireError::Protocol(version) => write!(
                f,
                "the message is of version {version}; this program speaks version {PROTOCOL}"
            ),
        }
    }
}

impl std::error::Error for WireError {}
