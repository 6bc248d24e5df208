//! Sending the jobs of a batch: as many as the server has room for wait there.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::dispatch::{Dispatch, Held, Open};
use super::error::{FarmError, UNCONFIRMED};
use super::names::PROTOCOL;
use super::streams::Stored;
use super::subject;
use super::wire::{self, MESSAGE_LIMIT, Task};
use crate::batch::Next;
use crate::job::RemoteJob;

/// Jobs that wait at the server, at most.
const MOST_OPEN: usize = 1024;

/// What the server stores beside a message: its subject and some numbers.
const OVERHEAD: usize = 200;

/// The time until a job is sent again that the server did not store.
const RETRY_INTERVAL: Duration = Duration::from_millis(300);

/// Jobs that are sent again at once while the server is full.
const MOST_RETRIED: usize = 32;

/// A server that has had no room for a single job for this long is given up.
const NO_ROOM: Duration = Duration::from_secs(20);

impl<J: RemoteJob + 'static> Dispatch<'_, J> {
    /// Sends jobs until enough of them wait at the server.
    pub(super) async fn fill(&mut self) -> Result<(), FarmError> {
        if !self.connection.is_there.load(Ordering::SeqCst) {
            return Ok(());
        }
        if !self.again.is_empty() && Instant::now() >= self.again_from {
            let count = match self.full {
                Some(_) => MOST_RETRIED,
                None => MOST_OPEN,
            };
            let ids: Vec<String> = self.again.iter().take(count).cloned().collect();
            self.again_from = Instant::now() + RETRY_INTERVAL;
            for id in ids {
                self.again.remove(&id);
                self.send(id).await;
            }
        }
        let size = |open: &Open<J>| open.message.len() + OVERHEAD;
        let mut bytes: usize = self.open.values().map(size).sum();
        let room = self.streams.jobs.cached_info().config.max_bytes;
        let room = usize::try_from(room).map_or(usize::MAX, |room| room / 4 * 3);
        while self.is_caught_up
            && !self.is_exhausted
            && !self.is_over
            && self.open.len() < MOST_OPEN
            && (bytes < room || self.open.is_empty())
            && self.full.is_none()
        {
            match self.batch.next() {
                Next::Done => self.is_exhausted = true,
                Next::Wait if self.open.is_empty() => {
                    return Err(FarmError::new(
                        "the work waits for an answer that nobody owes",
                    ));
                }
                Next::Wait => break,
                Next::Job(number, job) => bytes += self.take(number, job).await? + OVERHEAD,
            }
        }
        Ok(())
    }

    /// Takes a job from the batch. Returns the length of its message.
    async fn take(&mut self, number: usize, job: J) -> Result<usize, FarmError> {
        let text = serde_json::to_string(&job)
            .map_err(|error| FarmError::new(format!("a job that cannot be written: {error}")))?;
        let queue = &self.plan.queue;
        let id = self.plan.secret.job_id(J::KIND, queue, &text);
        self.given += 1;
        if let Some(open) = self.open.get_mut(&id) {
            open.numbers.push(number);
            return Ok(0);
        }
        let message = wire::write(&Task {
            protocol: PROTOCOL,
            kind: J::KIND.to_string(),
            weights: queue.weights.to_string(),
            build: queue.build.to_string(),
            job: serde_json::from_str(&text).unwrap_or_default(),
        });
        if message.len() > MESSAGE_LIMIT {
            let reason = "the job is too long to be sent".to_string();
            self.answer(&[number], Err(reason));
            return Ok(0);
        }
        let length = message.len();
        self.open
            .insert(id.clone(), Open::new(vec![number], job, message));
        match self.remembered(&id).await {
            Some(Held { place, payload }) => {
                let silent = &mut |_: &str| {};
                self.read(place, id, &payload, silent).await;
            }
            None => self.send(id).await,
        }
        Ok(length)
    }

    /// Sends a job to the server, which stores it once.
    async fn send(&mut self, id: String) {
        let Some(open) = self.open.get(&id).filter(|open| open.held.is_none()) else {
            return;
        };
        let subject = subject::job(&self.plan.queue, &self.plan.name, &id);
        let message = open.message.clone();
        let jetstream = self.connection.jetstream.clone();
        // A task of its own: it goes on while the dispatch waits for something else.
        self.sending.push(tokio::spawn(async move {
            let stored = match jetstream.publish(subject, message.into()).await {
                Ok(answer) => Stored::of(answer.await),
                Err(error) => Stored::of(Err::<(), _>(error)),
            };
            (id, stored)
        }));
    }

    /// The confirmation of a job that was sent to the server.
    ///
    /// # Errors
    /// When the server has had no room for a single job of this batch for a while. As long as some
    /// of them wait there, there will be room when they are done.
    pub(super) fn sent(&mut self, id: String, stored: Stored) -> Result<(), FarmError> {
        match stored {
            Stored::Yes => (self.full, self.unconfirmed) = (None, None),
            Stored::Unknown => {
                self.send_later(id);
                if !self.connection.is_there.load(Ordering::SeqCst) {
                    self.unconfirmed = None;
                    return Ok(());
                }
                let since = *self.unconfirmed.get_or_insert_with(Instant::now);
                if since.elapsed() > NO_ROOM && self.answered.elapsed() > NO_ROOM {
                    return Err(FarmError::new(format!(
                        "the server takes no jobs: {UNCONFIRMED}; then the same command goes on"
                    )));
                }
            }
            Stored::Refused(why) => {
                let since = *self.full.get_or_insert_with(Instant::now);
                self.send_later(id);
                let is_none_there = self.again.len() + self.sending.len() >= self.open.len();
                if is_none_there && since.elapsed() > NO_ROOM {
                    return Err(FarmError::new(format!(
                        "the server takes no jobs: {why}. Nothing is lost: when it has room again, \
                         the same command goes on"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Sends a job again after a while.
    pub(super) fn send_later(&mut self, id: String) {
        self.again.insert(id);
        self.delay_sending();
    }

    /// Sends nothing again for a while.
    pub(super) fn delay_sending(&mut self) {
        self.again_from = Instant::now() + RETRY_INTERVAL;
    }
}

impl<J> Open<J> {
    /// A job without an answer.
    pub(super) fn new(numbers: Vec<usize>, job: J, message: Vec<u8>) -> Open<J> {
        Open {
            numbers,
            job,
            message,
            since: Instant::now(),
            refused_by: HashSet::new(),
            failed_by: HashSet::new(),
            failed: None,
            held: None,
            doubt: None,
        }
    }
}
