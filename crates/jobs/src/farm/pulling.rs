//! Pulling jobs: a worker finds its queue and asks for as many jobs as it can do.

use std::time::Duration;

use async_nats::jetstream::consumer::pull;
use tokio::task::JoinHandle;
use tokio::time;

use super::session::{REQUEST_TIMEOUT, Session};
use super::streams::JOBS;

/// The time until the queue is looked for again.
const QUEUE_RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Jobs that take less than this are prefetched, so that threads do not wait for the network.
const SHORT_JOB: Duration = Duration::from_secs(1);

/// As many jobs are prefetched as run in this time, and at least one.
const PREFETCH_TIME: Duration = Duration::from_millis(50);

/// Jobs are prefetched only while more than this many wait for each thread: at the end of a batch
/// another worker could run every job that this one holds.
const PLENTY: u64 = 32;

/// Prefetched jobs for each thread, at most.
const MOST_PREFETCHED: usize = 64;

impl Session {
    /// Requests as many jobs as there is room for.
    pub(super) async fn ask(&mut self) -> Result<Option<pull::Batch>, pull::BatchError> {
        let most = self.most();
        let held = self.in_flight.len();
        let room = most.saturating_sub(held);
        // Not one by one, as long as no thread is idle.
        let is_enough = held >= self.worker.threads && 2 * room < most;
        // What the server cannot store is not worth doing.
        let is_full = self.desk.refusal.borrow().is_some();
        if room == 0 || is_enough || self.is_finishing || self.is_away || is_full {
            return Ok(None);
        }
        let Some(queue) = &self.queue else {
            return Ok(None);
        };
        let asked = queue.batch().max_messages(room).expires(REQUEST_TIMEOUT);
        asked.messages().await.map(Some)
    }

    /// Looks for the queue, until a client has made it.
    pub(super) async fn find_queue(&mut self) {
        if self.finding.as_ref().is_some_and(JoinHandle::is_finished)
            && let Some(finding) = self.finding.take()
            && let Ok(Some(queue)) = finding.await
        {
            self.queue = Some(queue);
        }
        if self.queue.is_none() && self.finding.is_none() && !self.is_away {
            let jetstream = self.connection.jetstream.clone();
            let name = self.worker.queue.name();
            self.finding = Some(tokio::spawn(async move {
                match jetstream.get_consumer_from_stream(name, JOBS).await {
                    Ok(queue) => Some(queue),
                    Err(_) => {
                        time::sleep(QUEUE_RETRY_INTERVAL).await;
                        None
                    }
                }
            }));
        }
    }

    /// How many jobs the worker may hold: one for each thread, and more while there are plenty of
    /// short ones.
    fn most(&self) -> usize {
        let threads = self.worker.threads;
        let ahead = match self.mean {
            Some(mean) if mean < SHORT_JOB && self.waiting > PLENTY * threads as u64 => {
                let jobs = PREFETCH_TIME.as_secs_f64() / mean.as_secs_f64().max(1e-6);
                (jobs as usize).clamp(1, MOST_PREFETCHED)
            }
            _ => 0,
        };
        threads * (1 + ahead)
    }
}
