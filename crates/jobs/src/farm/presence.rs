//! Presence: workers answer a request with who they are and what they do.

use std::time::Duration;

use async_nats::Client;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::time;

use super::subject;

/// How long to wait for workers to answer.
const TIMEOUT: Duration = Duration::from_millis(400);

/// At most this many workers are counted.
const MOST_WORKERS: usize = 100_000;

/// A worker, as it describes itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// Its unique name.
    pub worker: String,
    /// Its machine.
    pub host: String,
    /// Its process there.
    pub process: u32,
    /// The version of the program.
    pub version: String,
    /// The version of the messages.
    pub protocol: u32,
    /// The weights that it runs jobs with.
    pub weights: String,
    /// How many jobs it runs at once.
    pub threads: usize,
    /// Jobs answered.
    pub done: u64,
    /// Jobs that could not be run.
    pub failed: u64,
    /// Jobs answered per second, lately.
    pub rate: f64,
    /// The jobs that it runs.
    pub doing: Vec<CurrentJob>,
}

/// A job that a worker runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CurrentJob {
    /// Its batch.
    pub batch: String,
    /// The time since it began.
    pub seconds: f64,
    /// Its progress.
    pub note: String,
}

/// Asks all workers, and collects those that answer in time.
pub async fn collect(client: &Client) -> Vec<Presence> {
    let inbox = client.new_inbox();
    let Ok(mut answers) = client.subscribe(inbox.clone()).await else {
        return Vec::new();
    };
    let asked = client
        .publish_with_reply(subject::PRESENCE, inbox, "".into())
        .await;
    if asked.is_err() {
        return Vec::new();
    }
    let mut present: Vec<Presence> = Vec::new();
    let end = time::Instant::now() + TIMEOUT;
    while let Ok(Some(answer)) = time::timeout_at(end, answers.next()).await {
        if let Ok(worker) = serde_json::from_slice(&answer.payload)
            && present.len() < MOST_WORKERS
        {
            present.push(worker);
        }
    }
    present.sort_by(|one, other| one.worker.cmp(&other.worker));
    present
}

/// The name of this machine.
pub fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let name = name.ok().or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.map(|name| name.trim().to_string());
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| "this machine".to_string())
}
