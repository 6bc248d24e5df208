//! Dispatch of one batch: jobs to the server, answers back to the batch.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc::Receiver;
use tokio::time;

use super::answers::Arrived;
use super::error::FarmError;
use super::lease::LeaseKeeper;
use super::link::Connection;
use super::names::{BatchName, PROTOCOL, Weights, job_id};
use super::notices::Notices;
use super::streams::{Stored, Streams};
use super::subject;
use super::wire::{self, MESSAGE_LIMIT, Task};
use crate::batch::{Batch, Next};
use crate::job::RemoteJob;

/// Jobs that wait at the server, at most.
const MOST_OPEN: usize = 1024;

/// How often the dispatch checks whether to stop.
const POLL: Duration = Duration::from_millis(100);

/// When no answer has come for this long, the jobs at the server are counted: an accident may have
/// taken some.
pub(super) const SILENCE: Duration = Duration::from_secs(5);

/// The time until a job is sent again that the server did not store.
const RETRY_INTERVAL: Duration = Duration::from_millis(300);

/// A server that has had no room for this long is given up.
const NO_ROOM: Duration = Duration::from_secs(20);

/// How a dispatch ended.
pub enum End {
    /// All jobs are answered.
    Done,
    /// It was stopped.
    Stopped,
}

/// A job that the server has, or shall have.
pub(super) struct Open<J> {
    /// Its numbers in the batch: equal jobs are sent once.
    pub(super) numbers: Vec<usize>,
    /// The job, to verify answers with.
    pub(super) job: J,
    /// The job as it travels.
    pub(super) message: Vec<u8>,
    /// How many of its answers were refused.
    pub(super) refused: u32,
}

/// The confirmation of a job that was sent to the server.
pub(super) type Sending = Pin<Box<dyn Future<Output = (String, Stored)> + Send>>;

/// A batch whose jobs are on the farm.
pub struct Dispatch<'a, J: RemoteJob> {
    pub(super) connection: Connection,
    pub(super) streams: Streams,
    pub(super) name: BatchName,
    pub(super) weights: Weights,
    pub(super) batch: &'a mut dyn Batch<J>,
    pub(super) open: HashMap<String, Open<J>>,
    /// Stored answers of this run and earlier ones, by their places in the stream.
    pub(super) known: HashMap<String, u64>,
    pub(super) sending: FuturesUnordered<Sending>,
    /// Jobs to be sent again, and the earliest time for it.
    pub(super) again: HashSet<String>,
    pub(super) again_from: Instant,
    pub(super) is_caught_up: bool,
    pub(super) is_exhausted: bool,
    pub(super) is_over: bool,
    pub(super) given: u64,
    pub(super) done: u64,
    pub(super) failed: u64,
    pub(super) news: Instant,
    /// Since when the server has no room, and why.
    pub(super) full: Option<(Instant, String)>,
}

impl<'a, J: RemoteJob> Dispatch<'a, J> {
    /// A dispatch that has not begun.
    pub fn new(
        connection: Connection,
        streams: Streams,
        name: BatchName,
        weights: Weights,
        batch: &'a mut dyn Batch<J>,
    ) -> Dispatch<'a, J> {
        Dispatch {
            connection,
            streams,
            name,
            weights,
            batch,
            open: HashMap::new(),
            known: HashMap::new(),
            sending: FuturesUnordered::new(),
            again: HashSet::new(),
            again_from: Instant::now(),
            is_caught_up: false,
            is_exhausted: false,
            is_over: false,
            given: 0,
            done: 0,
            failed: 0,
            news: Instant::now(),
            full: None,
        }
    }

    /// Sends jobs and hands answers to the batch until all are answered.
    pub async fn run(
        mut self,
        mut arrivals: Receiver<Arrived>,
        mut progress: Subscriber,
        keeper: &LeaseKeeper,
        threads: &AtomicUsize,
        stop: &AtomicBool,
        notices: &mut Notices<'_>,
    ) -> Result<End, FarmError> {
        let mut ticks = time::interval(POLL);
        ticks.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        loop {
            self.fill().await?;
            if self.is_over || (self.is_exhausted && self.open.is_empty()) {
                self.cancel_rest().await;
                return Ok(End::Done);
            }
            tokio::select! {
                arrived = arrivals.recv() => match arrived {
                    Some(Arrived::CaughtUp) => self.is_caught_up = true,
                    Some(Arrived::Message { sequence, id, payload }) => {
                        self.arrived(sequence, id, payload, notices).await;
                    }
                    None => return Err(FarmError::new("the answers have ended")),
                },
                Some((id, stored)) = self.sending.next(), if !self.sending.is_empty() => {
                    self.sent(id, stored)?;
                }
                Some(message) = progress.next() => self.progress(&message),
                _ = ticks.tick() => {
                    if stop.load(Ordering::SeqCst) {
                        return Ok(End::Stopped);
                    }
                    if let Some(lost) = keeper.lost() {
                        return Err(lost);
                    }
                    let (given, done, failed) = (self.given, self.done, self.failed);
                    let complete = self.is_exhausted;
                    keeper.note(|record| {
                        (record.given, record.done, record.failed) = (given, done, failed);
                        record.complete = complete;
                    }).await;
                    let threads = threads.load(Ordering::SeqCst);
                    notices.capacity(threads, self.batch);
                    notices.server(&self.connection);
                    notices.workers(threads, self.done);
                    if self.news.elapsed() > SILENCE {
                        self.recover(notices).await;
                    }
                }
            }
        }
    }

    /// Sends jobs until enough of them wait at the server.
    async fn fill(&mut self) -> Result<(), FarmError> {
        if !self.connection.is_there.load(Ordering::SeqCst) {
            return Ok(());
        }
        if Instant::now() >= self.again_from {
            for id in self.again.drain().collect::<Vec<_>>() {
                self.send(id).await;
            }
        }
        while self.is_caught_up
            && !self.is_exhausted
            && !self.is_over
            && self.open.len() < MOST_OPEN
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
                Next::Job(number, job) => self.take(number, job).await?,
            }
        }
        Ok(())
    }

    /// Takes a job from the batch.
    async fn take(&mut self, number: usize, job: J) -> Result<(), FarmError> {
        let text = serde_json::to_string(&job)
            .map_err(|error| FarmError::new(format!("a job that cannot be written: {error}")))?;
        let id = job_id(J::KIND, &self.weights, &text);
        self.given += 1;
        if let Some(open) = self.open.get_mut(&id) {
            open.numbers.push(number);
            return Ok(());
        }
        let message = wire::write(&Task {
            protocol: PROTOCOL,
            kind: J::KIND.to_string(),
            weights: self.weights.to_string(),
            job: serde_json::from_str(&text).unwrap_or_default(),
        });
        if message.len() > MESSAGE_LIMIT {
            let reason = "the job is too long to be sent".to_string();
            self.answer(&[number], Err(reason));
            return Ok(());
        }
        let open = Open {
            numbers: vec![number],
            job,
            message,
            refused: 0,
        };
        self.open.insert(id.clone(), open);
        match self.remembered(&id).await {
            Some((sequence, payload)) => {
                let silent = &mut |_: &str| {};
                self.read(sequence, id, &payload, silent).await;
            }
            None => self.send(id).await,
        }
        Ok(())
    }

    /// Sends a job to the server, which stores it once.
    async fn send(&mut self, id: String) {
        let Some(open) = self.open.get(&id) else {
            return;
        };
        let subject = subject::job(&self.weights, &self.name, &id);
        let message = open.message.clone();
        let jetstream = self.connection.jetstream.clone();
        self.sending.push(Box::pin(async move {
            let stored = match jetstream.publish(subject, message.into()).await {
                Ok(answer) => Stored::of(answer.await),
                Err(error) => Stored::of(Err::<(), _>(error)),
            };
            (id, stored)
        }));
    }

    /// The confirmation of a job that was sent to the server.
    fn sent(&mut self, id: String, stored: Stored) -> Result<(), FarmError> {
        match stored {
            Stored::Yes => self.full = None,
            Stored::Unknown => self.send_later(id),
            Stored::Refused(why) => {
                let (since, _) = self.full.get_or_insert((Instant::now(), why.clone()));
                if since.elapsed() > NO_ROOM {
                    return Err(FarmError::new(format!(
                        "the server takes no more jobs: {why}. Nothing is lost: when it has room \
                         again, the same command goes on"
                    )));
                }
                self.send_later(id);
            }
        }
        Ok(())
    }

    /// Sends a job again after a while.
    pub(super) fn send_later(&mut self, id: String) {
        self.again.insert(id);
        self.again_from = Instant::now() + RETRY_INTERVAL;
    }

    fn progress(&mut self, message: &async_nats::Message) {
        let Some((_, id)) = subject::batch_and_job(&message.subject) else {
            return;
        };
        let text = String::from_utf8_lossy(&message.payload[..message.payload.len().min(200)]);
        let text = wire::short(&text);
        let numbers = self.open.get(id).map(|open| open.numbers.clone());
        for number in numbers.into_iter().flatten() {
            self.batch.progress(number, &text);
        }
    }
}
