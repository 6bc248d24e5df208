//! Presence: workers answer a request with who they are and what they do.

use std::time::Duration;

use async_nats::Client;
use futures_util::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use tokio::time;

use super::names::{PROTOCOL, Queue, is_name};
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
    /// The build of the program.
    #[serde(default)]
    pub build: String,
    /// How many jobs it runs at once.
    pub threads: usize,
    /// Jobs done.
    pub done: u64,
    /// Jobs whose answers the server has stored.
    #[serde(default)]
    pub kept: u64,
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

impl Presence {
    /// Whether it does the jobs of a queue.
    #[must_use]
    pub fn serves(&self, queue: &Queue) -> bool {
        self.protocol == PROTOCOL
            && self.weights == queue.weights.as_str()
            && self.build == queue.build.to_string()
    }

    /// The name of the queue that it takes jobs from.
    #[must_use]
    pub fn queue(&self) -> String {
        let digest = self.build.rsplit('-').next().unwrap_or_default();
        format!("workers-{}-{}-{digest}", self.protocol, self.weights)
    }

    /// Whether it has the weights of a queue, but is another build of the program.
    #[must_use]
    pub fn differs_from(&self, queue: &Queue) -> bool {
        self.weights == queue.weights.as_str() && !self.serves(queue)
    }

    /// Its build, for people: workers of older versions do not tell it.
    #[must_use]
    pub fn build_text(&self) -> String {
        match self.build.as_str() {
            "" => format!("{}, messages of version {}", self.version, self.protocol),
            build => build.to_string(),
        }
    }
}

/// Asks all workers, and collects those that answer in time.
///
/// A worker answers under its own name. Workers of version 1 answer to the inbox instead; they are
/// listed, and do no jobs for this program.
pub async fn collect(client: &Client) -> Vec<Presence> {
    let inbox = client.new_inbox();
    let (named, old) = tokio::join!(
        client.subscribe(subject::PRESENT),
        client.subscribe(inbox.clone())
    );
    let (Ok(named), Ok(old)) = (named, old) else {
        return Vec::new();
    };
    let asked = client
        .publish_with_reply(subject::PRESENCE, inbox, "".into())
        .await;
    if asked.is_err() {
        return Vec::new();
    }
    let mut answers = stream::select(named, old);
    let mut present: Vec<Presence> = Vec::new();
    let end = time::Instant::now() + TIMEOUT;
    while let Ok(Some(answer)) = time::timeout_at(end, answers.next()).await {
        if let Ok(worker) = serde_json::from_slice::<Presence>(&answer.payload)
            && present.len() < MOST_WORKERS
            && is_own(&worker, &answer.subject)
        {
            present.push(worker);
        }
    }
    present.sort_by(|one, other| {
        (&one.worker, &one.host, one.process).cmp(&(&other.worker, &other.host, other.process))
    });
    // Another client may have asked at the same time.
    present.dedup_by(|one, other| {
        (&one.worker, &one.host, one.process) == (&other.worker, &other.host, other.process)
    });
    present
}

/// Whether a worker speaks of itself: under its own name, or as workers of version 1 do.
fn is_own(worker: &Presence, subject: &str) -> bool {
    match worker.protocol {
        PROTOCOL => is_name(&worker.worker) && subject == subject::present(&worker.worker),
        _ => true,
    }
}

/// The name of this machine.
pub fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let name = name.ok().or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.map(|name| name.trim().to_string());
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| "this machine".to_string())
}
