//! The room on the server's disk, and how the streams share it.
//!
//! Jobs may take a quarter of it and dead letters a sixteenth. So a queue of jobs that nobody does
//! cannot take the room that answers need.

use std::time::Instant;

use async_nats::jetstream::Context;
use serde_json::Value;

/// The room that is asked for where the server does not say how much it has.
const USUAL: i64 = 8 << 30;

/// With less than this a farm cannot work.
const LEAST: i64 = 16 << 10;

/// The room for all streams together, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    total: i64,
    is_halved: bool,
}

impl Room {
    /// The room that an account with this limit has.
    pub fn of(limit: Option<i64>) -> Room {
        Room {
            total: limit.unwrap_or(USUAL).max(LEAST),
            is_halved: false,
        }
    }

    /// Half of the room: the server has not so much.
    pub fn halved(self) -> Option<Room> {
        let total = self.total / 2;
        (total >= LEAST).then_some(Room {
            total,
            is_halved: true,
        })
    }

    /// Whether it is less than was hoped for.
    pub fn is_halved(self) -> bool {
        self.is_halved
    }

    /// The room for jobs.
    pub fn jobs(self) -> i64 {
        self.total / 4
    }

    /// The room for dead letters.
    pub fn dead(self) -> i64 {
        self.total / 16
    }

    /// The room for answers: most of the rest. The list of batches needs a little.
    pub fn answers(self) -> i64 {
        self.total / 8 * 5
    }

    /// The room that was divided so that jobs have this much of it.
    pub fn with_jobs(bytes: i64) -> Room {
        Room {
            total: 4 * bytes,
            is_halved: false,
        }
    }
}

/// When the room for answers was looked at, and since when there is none.
#[derive(Default)]
pub struct Relief {
    /// When it was looked at.
    pub looked: Option<Instant>,
    /// Since when there is none.
    pub full: Option<Instant>,
    /// Since when the server does not answer, although it is there.
    pub silent: Option<Instant>,
}

/// How much the account may store, where the server says so.
pub async fn storage_limit(jetstream: &Context) -> Option<i64> {
    let answer: Result<Value, _> = jetstream.request("INFO", &()).await;
    let limit = answer.ok()?["limits"]["max_storage"].as_i64()?;
    (limit > 0).then_some(limit)
}
