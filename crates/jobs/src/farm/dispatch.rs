//! Dispatch of one batch: jobs to the server, answers back to the batch.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time;

use super::answers::{Arrived, Place};
use super::checking::{Checking, Verdict};
use super::delivered::Delivered;
use super::error::FarmError;
use super::lease::LeaseKeeper;
use super::link::Connection;
use super::names::{BatchName, Queue, Secret};
use super::notices::Notices;
use super::roll::Roll;
use super::room::Relief;
use super::streams::{Stored, Streams};
use super::subject;
use super::wire;
use crate::batch::Batch;
use crate::job::RemoteJob;

/// How often the dispatch checks whether to stop.
const POLL: Duration = Duration::from_millis(100);

/// When no answer has come for this long, the jobs at the server are counted: an accident may have
/// taken some.
pub(super) const SILENCE: Duration = Duration::from_secs(5);

/// How a dispatch ended.
pub enum End {
    /// All jobs are answered.
    Done,
    /// It was stopped.
    Stopped,
}

/// A job that has no final answer yet.
pub(super) struct Open<J> {
    /// Its numbers in the batch: equal jobs are sent once.
    pub(super) numbers: Vec<usize>,
    /// The job, to verify answers with.
    pub(super) job: J,
    /// The job as it travels.
    pub(super) message: Vec<u8>,
    /// When it was given out.
    pub(super) since: Instant,
    /// The workers whose answers were refused.
    pub(super) refused_by: HashSet<String>,
    /// The workers that could not run it.
    pub(super) failed_by: HashSet<String>,
    /// A failure that is not believed yet.
    pub(super) failed: Option<Failed>,
    /// An answer that waits for a check.
    pub(super) held: Option<Held>,
    /// An earlier answer that has to be compared with the next one: the batch has it already.
    pub(super) doubt: Option<Doubt>,
}

/// A verified answer that the batch has not got yet.
#[derive(Clone)]
pub(super) struct Held {
    pub(super) place: Place,
    pub(super) payload: Vec<u8>,
}

/// A failure that a worker has reported.
pub(super) struct Failed {
    pub(super) place: Place,
    pub(super) reason: String,
    pub(super) since: Instant,
}

/// An answer that the batch got from a worker that was quarantined later.
pub(super) struct Doubt {
    pub(super) sequence: u64,
    pub(super) numbers: Vec<usize>,
}

/// The confirmation of a job that was sent to the server.
pub(super) type Sending = JoinHandle<(String, Stored)>;

/// What a dispatch is begun with.
pub struct Plan {
    /// The name of the batch.
    pub name: BatchName,
    /// The queue that its jobs wait in.
    pub queue: Queue,
    /// The secret of the batch.
    pub secret: Secret,
}

/// A batch whose jobs are on the farm.
pub struct Dispatch<'a, J: RemoteJob> {
    pub(super) connection: Connection,
    pub(super) streams: Streams,
    pub(super) plan: Plan,
    pub(super) batch: &'a mut dyn Batch<J>,
    pub(super) open: HashMap<String, Open<J>>,
    /// Stored answers of this run and earlier ones.
    pub(super) known: HashMap<String, Vec<Place>>,
    pub(super) checking: Checking<J>,
    pub(super) delivered: Delivered,
    pub(super) relief: Relief,
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
    /// Since when the server has had no room for a job.
    pub(super) full: Option<Instant>,
    /// Since when the server, although it is there, has confirmed no job.
    pub(super) unconfirmed: Option<Instant>,
    /// When answers last came.
    pub(super) answered: Instant,
}

/// What a dispatch hears from others.
pub struct Feeds {
    /// Answers.
    pub arrivals: Receiver<Arrived>,
    /// The progress of long jobs.
    pub progress: Subscriber,
    /// The workers that are there.
    pub roll: watch::Receiver<Roll>,
}

impl<'a, J: RemoteJob + 'static> Dispatch<'a, J> {
    /// A dispatch that has not begun.
    pub fn new(
        connection: Connection,
        streams: Streams,
        plan: Plan,
        batch: &'a mut dyn Batch<J>,
        checking: Checking<J>,
    ) -> Dispatch<'a, J> {
        Dispatch {
            connection,
            streams,
            plan,
            batch,
            open: HashMap::new(),
            known: HashMap::new(),
            checking,
            delivered: Delivered::default(),
            relief: Relief::default(),
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
            unconfirmed: None,
            answered: Instant::now(),
        }
    }

    /// Sends jobs and hands answers to the batch until all are answered.
    pub async fn run(
        mut self,
        mut feeds: Feeds,
        mut verdicts: UnboundedReceiver<Verdict<J>>,
        keeper: &LeaseKeeper,
        stop: &AtomicBool,
        notices: &mut Notices<'_>,
    ) -> Result<End, FarmError> {
        let mut ticks = time::interval(POLL);
        ticks.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        loop {
            self.fill().await?;
            if self.is_done().await? {
                return Ok(End::Done);
            }
            tokio::select! {
                arrived = feeds.arrivals.recv() => match arrived {
                    Some(Arrived::CaughtUp) => self.is_caught_up = true,
                    Some(Arrived::Message { place, id, payload }) => {
                        self.arrived(place, id, payload, notices).await;
                    }
                    None => return Err(FarmError::new("the answers have ended")),
                },
                Some(sent) = self.sending.next(), if !self.sending.is_empty() => {
                    if let Ok((id, stored)) = sent {
                        self.sent(id, stored)?;
                    }
                }
                Some(verdict) = verdicts.recv() => self.decided(verdict, notices).await,
                Some(message) = feeds.progress.next() => self.progress(&message),
                _ = ticks.tick() => {
                    if stop.load(Ordering::SeqCst) {
                        return Ok(End::Stopped);
                    }
                    if let Some(lost) = keeper.lost() {
                        return Err(lost);
                    }
                    self.note(keeper);
                    let roll = feeds.roll.borrow_and_update().clone();
                    self.called(&roll, notices).await;
                    self.tick_checks(notices).await;
                    self.relieve(notices).await?;
                    if self.news.elapsed() > SILENCE {
                        self.recover(notices).await;
                    }
                }
            }
        }
    }

    /// Whether all is answered and checked.
    ///
    /// # Errors
    /// When the batch was given wrong answers before their worker was found out.
    async fn is_done(&mut self) -> Result<bool, FarmError> {
        if self.is_over {
            self.cancel_rest().await;
        }
        let has_doubts = self.open.values().any(|open| open.doubt.is_some());
        if !has_doubts && self.delivered.wrong > 0 {
            self.cancel_rest().await;
            return Err(FarmError::new(format!(
                "{} of the answers used so far were wrong: they came from a worker that is now \
                 quarantined. The right ones are stored; run the same command again, and do not use \
                 what this run has printed or written",
                self.delivered.wrong
            )));
        }
        let is_answered = self.is_over || self.is_exhausted;
        Ok(is_answered && self.open.is_empty() && self.checking.checks.is_empty())
    }

    /// Writes the progress into the list of batches.
    fn note(&self, keeper: &LeaseKeeper) {
        let (given, done, failed) = (self.given, self.done, self.failed);
        let complete = self.is_exhausted;
        let quarantined = &self.checking.quarantined;
        keeper.note(|record| {
            (record.given, record.done, record.failed) = (given, done, failed);
            record.complete = complete;
            record.quarantined.clone_from(quarantined);
        });
    }

    /// Takes a list of the workers that are there.
    async fn called(&mut self, roll: &Roll, notices: &mut Notices<'_>) {
        if let Some(present) = &roll.present {
            let names = present.iter().map(|worker| worker.worker.clone()).collect();
            let is_new = self.checking.trust.count(names);
            let trusted = |name: &str| !self.checking.trust.is_quarantined(name);
            let threads = roll.threads(trusted);
            notices.capacity(threads, self.batch);
            notices.workers(threads, self.done);
            notices.other_builds(roll);
            let tell = &mut |text: &str| notices.tell(text);
            if is_new {
                self.reconsider(tell).await;
            }
            self.weigh_failures(roll.called).await;
            notices.unchecked(self.checking.has_unchecked);
        }
        notices.server(&self.connection);
    }

    fn progress(&mut self, message: &async_nats::Message) {
        let Some((_, id, _)) = subject::batch_job_and_worker(&message.subject) else {
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
