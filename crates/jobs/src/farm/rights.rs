//! Rights: what the key of a client, a worker or a watcher may publish and hear.
//!
//! A worker publishes under subjects that end with its own name, and hears its own inbox only. It
//! cannot give jobs, read or remove answers, or change a stream.

use super::link::inbox;
use super::streams::{BATCHES, DEAD, JOBS};
use super::subject;

/// The name of the key for clients.
pub const CLIENT: &str = "client";

/// The name of the key for those who look at the status.
pub const WATCHER: &str = "watcher";

/// The holder of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Gives jobs and takes answers.
    Client,
    /// Does jobs, under this name.
    Worker(String),
    /// Looks at the status.
    Watcher,
}

impl Role {
    /// The name of its key.
    pub fn name(&self) -> &str {
        match self {
            Role::Client => CLIENT,
            Role::Worker(name) => name,
            Role::Watcher => WATCHER,
        }
    }

    /// The subjects that it may publish to.
    pub fn publishes(&self) -> Vec<String> {
        let own: Vec<String> = match self {
            Role::Client => [
                "$JS.API.STREAM.CREATE.*",
                "$JS.API.STREAM.UPDATE.*",
                "$JS.API.STREAM.INFO.*",
                "$JS.API.STREAM.PURGE.*",
                "$JS.API.STREAM.MSG.GET.*",
                "$JS.API.STREAM.MSG.DELETE.*",
                "$JS.API.DIRECT.GET.>",
                "$JS.API.CONSUMER.>",
                subject::JOBS,
                "reversi.check.>",
                subject::CANCEL,
                subject::PRESENCE,
                "reversi.dead.*.*.client",
                "$KV.reversi_batches.>",
            ]
            .map(str::to_string)
            .to_vec(),
            Role::Worker(name) => vec![
                format!("$JS.API.CONSUMER.INFO.{JOBS}.*"),
                format!("$JS.API.CONSUMER.LIST.{JOBS}"),
                format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.*"),
                format!("$JS.ACK.{JOBS}.>"),
                format!("reversi.answer.*.*.{name}"),
                format!("reversi.dead.*.*.{name}"),
                format!("reversi.progress.*.*.{name}"),
                subject::present(name),
            ],
            Role::Watcher => vec![
                "$JS.API.STREAM.INFO.*".to_string(),
                format!("$JS.API.CONSUMER.LIST.{JOBS}"),
                format!("$JS.API.STREAM.MSG.GET.{DEAD}"),
                format!("$JS.API.DIRECT.GET.KV_{BATCHES}.>"),
                subject::PRESENCE.to_string(),
            ],
        };
        let all = ["$JS.API.INFO".to_string()];
        all.into_iter().chain(own).collect()
    }

    /// The subjects that it may hear.
    pub fn hears(&self) -> Vec<String> {
        let own = match self {
            Role::Client => vec![
                "reversi.progress.>".to_string(),
                subject::PRESENT.to_string(),
            ],
            Role::Worker(name) => vec![
                subject::PRESENCE.to_string(),
                subject::CANCEL.to_string(),
                subject::checks_for(name),
            ],
            Role::Watcher => vec![subject::PRESENT.to_string()],
        };
        let inbox = format!("{}.>", inbox(self.name()));
        std::iter::once(inbox).chain(own).collect()
    }
}
