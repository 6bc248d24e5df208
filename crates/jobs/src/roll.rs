//! Who is there: workers answer when they are called.

use std::time::Duration;

use async_nats::Client;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::time;

use crate::names::subject;

/// How long to wait for workers to answer.
const LISTEN: Duration = Duration::from_millis(400);

/// More workers than this are not listened to.
const MOST: usize = 100_000;

/// A worker, as it tells of itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// What it is called: like no other.
    pub worker: String,
    /// On which machine it is.
    pub host: String,
    /// Which process there.
    pub process: u32,
    /// The version of the program.
    pub version: String,
    /// The version of the messages.
    pub protocol: u32,
    /// The weights that it judges with.
    pub weights: String,
    /// How many jobs it does at once.
    pub threads: usize,
    /// How many it has answered.
    pub done: u64,
    /// How many it could not do.
    pub failed: u64,
    /// Jobs answered in a second, lately.
    pub rate: f64,
    /// What it does.
    pub doing: Vec<Doing>,
}

/// A job that somebody is at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Doing {
    /// Of which batch.
    pub batch: String,
    /// For how long.
    pub seconds: f64,
    /// How far it has come.
    pub note: String,
}

/// Calls the workers, and listens who answers.
pub async fn call(client: &Client) -> Vec<Presence> {
    let inbox = client.new_inbox();
    let Ok(mut answers) = client.subscribe(inbox.clone()).await else {
        return Vec::new();
    };
    let asked = client
        .publish_with_reply(subject::ROLL, inbox, "".into())
        .await;
    if asked.is_err() {
        return Vec::new();
    }
    let mut present: Vec<Presence> = Vec::new();
    let end = time::Instant::now() + LISTEN;
    while let Ok(Some(answer)) = time::timeout_at(end, answers.next()).await {
        if let Ok(worker) = serde_json::from_slice(&answer.payload)
            && present.len() < MOST
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
