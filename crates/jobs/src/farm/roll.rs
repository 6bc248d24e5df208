//! The roll: the workers that are there, asked for again and again.

use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time;

use super::link::Connection;
use super::names::Queue;
use super::presence::{self, Presence};

/// A worker that claims more threads than this is counted with this many.
const MOST_THREADS: usize = 4096;

/// How often workers are counted.
const COUNT_INTERVAL: Duration = Duration::from_secs(3);

/// The workers that are there.
#[derive(Clone, Default)]
pub struct Roll {
    /// Those that do the jobs of this client's queue; unknown before they were asked.
    pub present: Option<Vec<Presence>>,
    /// When they were asked.
    pub called: Option<Instant>,
    /// Those with the same weights and another build.
    pub others: Vec<Presence>,
}

impl Roll {
    /// How many jobs can run at once on workers with a name that fits.
    pub fn threads(&self, fits: impl Fn(&str) -> bool) -> usize {
        let present = self.present.iter().flatten();
        let fitting = present.filter(|worker| fits(&worker.worker));
        fitting.map(|worker| worker.threads.min(MOST_THREADS)).sum()
    }
}

/// Calls the roll until nobody listens.
pub async fn call(connection: Connection, queue: Queue, tell: watch::Sender<Roll>) {
    while !tell.is_closed() {
        let called = Some(Instant::now());
        let present = presence::collect(&connection.client).await;
        let (present, rest): (Vec<_>, Vec<_>) = present
            .into_iter()
            .partition(|worker| worker.serves(&queue));
        let others = rest.into_iter();
        let others = others
            .filter(|worker| worker.differs_from(&queue))
            .collect();
        tell.send_replace(Roll {
            present: Some(present),
            called,
            others,
        });
        time::sleep(COUNT_INTERVAL).await;
    }
}
