//! One batch on its way through the farm.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::batch::{Batch, Next, Work};
use async_nats::Subscriber;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc::Receiver;
use tokio::time;

use crate::answers::Arrived;
use crate::client::Keeper;
use crate::link::{Connection, FarmError};
use crate::names::{BatchName, PROTOCOL, Weights, job_id, subject};
use crate::said::Said;
use crate::streams::{Stored, Streams};
use crate::wire::{self, MESSAGE_LIMIT, Outcome, Reply, Task};

/// Jobs that wait at the server, at most.
const AHEAD: usize = 1024;

/// How often to look whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// When no answer has come for so long, the jobs at the server are counted: an accident may have
/// taken some.
pub(crate) const SILENCE: Duration = Duration::from_secs(5);

/// How long until the server is asked again for what it did not do.
const PAUSE: Duration = Duration::from_millis(300);

/// A server that has no room for so long is given up.
const NO_ROOM: Duration = Duration::from_secs(20);

/// A job whose answers cannot be read is asked for so often.
const ATTEMPTS: u32 = 3;

/// How a run ended.
pub enum End {
    /// There is nothing left to do.
    Done,
    /// Somebody stopped it.
    Stopped,
}

/// A job that the server has, or shall have.
pub(crate) struct Open {
    /// Its numbers in the batch: equal jobs are one.
    pub(crate) numbers: Vec<usize>,
    pub(crate) message: Vec<u8>,
    /// How often its answer could not be read.
    pub(crate) unread: u32,
}

/// What the server says of a job that was sent to it.
pub(crate) type Sending = Pin<Box<dyn Future<Output = (String, Stored)> + Send>>;

/// A batch on its way.
pub struct Run<'a, W: Work> {
    pub(crate) connection: Connection,
    pub(crate) streams: Streams,
    pub(crate) name: BatchName,
    pub(crate) weights: Weights,
    pub(crate) batch: &'a mut dyn Batch<W>,
    pub(crate) open: HashMap<String, Open>,
    /// Where the answers are that have come, of this run and earlier ones.
    pub(crate) known: HashMap<String, u64>,
    pub(crate) sending: FuturesUnordered<Sending>,
    /// Jobs to be sent again, and not before when.
    pub(crate) again: HashSet<String>,
    pub(crate) again_from: Instant,
    pub(crate) is_caught_up: bool,
    pub(crate) is_exhausted: bool,
    pub(crate) is_over: bool,
    pub(crate) given: u64,
    pub(crate) done: u64,
    pub(crate) failed: u64,
    pub(crate) news: Instant,
    /// Since when the server has no room, and why.
    pub(crate) full: Option<(Instant, String)>,
}

impl<'a, W: Work> Run<'a, W> {
    /// A run that has not begun.
    pub fn new(
        connection: Connection,
        streams: Streams,
        name: BatchName,
        weights: Weights,
        batch: &'a mut dyn Batch<W>,
    ) -> Run<'a, W> {
        Run {
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

    /// Gives out jobs and brings back answers until there is nothing left to do.
    pub async fn go(
        mut self,
        mut arrivals: Receiver<Arrived>,
        mut progress: Subscriber,
        keeper: &Keeper,
        hands: &AtomicUsize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&str),
    ) -> Result<End, FarmError> {
        let mut said = Said::default();
        let mut glances = time::interval(GLANCE);
        glances.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        loop {
            self.give_out().await?;
            if self.is_over || (self.is_exhausted && self.open.is_empty()) {
                self.cancel_rest().await;
                return Ok(End::Done);
            }
            tokio::select! {
                arrived = arrivals.recv() => match arrived {
                    Some(Arrived::CaughtUp) => self.is_caught_up = true,
                    Some(Arrived::Message { sequence, id, payload }) => {
                        self.arrived(sequence, id, payload, tell).await;
                    }
                    None => return Err(FarmError::new("the answers have ended")),
                },
                Some((id, stored)) = self.sending.next(), if !self.sending.is_empty() => {
                    self.sent(id, stored)?;
                }
                Some(message) = progress.next() => self.going_on(&message),
                _ = glances.tick() => {
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
                    let hands = hands.load(Ordering::SeqCst);
                    said.hands(hands, self.batch);
                    said.server(&self.connection, tell);
                    said.workers(hands, self.done, &self.weights, tell);
                    if self.news.elapsed() > SILENCE {
                        self.count(tell).await;
                    }
                }
            }
        }
    }

    /// Sends as many jobs as may wait at the server.
    async fn give_out(&mut self) -> Result<(), FarmError> {
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
            && self.open.len() < AHEAD
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
                Next::Job(number, job) => self.take(number, &job).await?,
            }
        }
        Ok(())
    }

    /// Takes a job from the batch.
    async fn take(&mut self, number: usize, job: &W::Job) -> Result<(), FarmError> {
        let text = serde_json::to_string(job)
            .map_err(|error| FarmError::new(format!("a job that cannot be written: {error}")))?;
        let id = job_id(W::KIND, &self.weights, &text);
        self.given += 1;
        if let Some(open) = self.open.get_mut(&id) {
            open.numbers.push(number);
            return Ok(());
        }
        let message = wire::write(&Task {
            protocol: PROTOCOL,
            kind: W::KIND.to_string(),
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
            message,
            unread: 0,
        };
        self.open.insert(id.clone(), open);
        match self.remembered(&id).await {
            Some((sequence, payload)) => self.read(sequence, id, &payload, &mut |_| {}).await,
            None => self.send(id).await,
        }
        Ok(())
    }

    /// The answer to a job that came before. One that says that it failed is no answer for ever: it
    /// is forgotten, and the job is tried again.
    async fn remembered(&mut self, id: &str) -> Option<(u64, Vec<u8>)> {
        let sequence = self.known.remove(id)?;
        let answers = &self.streams.answers;
        let message = answers.get_raw_message(sequence).await.ok()?;
        if message.subject.as_str() != subject::answer(&self.name, id) {
            return None;
        }
        if let Ok(Err(_)) = understood::<W>(&message.payload) {
            let _ = answers.delete_message(sequence).await;
            let grave = subject::dead(self.name.as_str(), id);
            let _ = self.streams.dead.purge().filter(grave).await;
            return None;
        }
        Some((sequence, message.payload.to_vec()))
    }

    /// Sends a job to the server; a second time does nothing.
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

    /// What the server says of a job that was sent to it.
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

    fn send_later(&mut self, id: String) {
        self.again.insert(id);
        self.again_from = Instant::now() + PAUSE;
    }

    /// A message from the stream of answers.
    async fn arrived(
        &mut self,
        sequence: u64,
        id: String,
        payload: Vec<u8>,
        tell: &mut dyn FnMut(&str),
    ) {
        self.news = Instant::now();
        if self.open.contains_key(&id) {
            self.read(sequence, id, &payload, tell).await;
        } else {
            self.known.insert(id, sequence);
        }
    }

    /// Reads the answer to a job. One that cannot be read is thrown away, and the job done again.
    pub(crate) async fn read(
        &mut self,
        sequence: u64,
        id: String,
        payload: &[u8],
        tell: &mut dyn FnMut(&str),
    ) {
        let answer = match understood::<W>(payload) {
            Ok(answer) => answer,
            Err(why) => {
                let Some(open) = self.open.get_mut(&id) else {
                    return;
                };
                open.unread += 1;
                tell(&format!(
                    "an answer of batch {} is of no use: {why}",
                    self.name
                ));
                // If it stays there, the next attempt ends here again, until there were enough.
                let _ = self.streams.answers.delete_message(sequence).await;
                if open.unread < ATTEMPTS {
                    self.send_later(id);
                    return;
                }
                Err(why)
            }
        };
        if let Some(open) = self.open.remove(&id) {
            self.known.insert(id, sequence);
            self.answer(&open.numbers, answer);
            self.drop_unwanted().await;
        }
    }

    /// Gives an answer to the batch.
    fn answer(&mut self, numbers: &[usize], answer: Result<W::Answer, String>) {
        // Equal jobs have equal answers: the first gets it, the others a copy by way of JSON.
        let copies: Vec<_> = numbers[1..].iter().map(|_| copy::<W>(&answer)).collect();
        for (number, answer) in numbers.iter().zip(std::iter::once(answer).chain(copies)) {
            match answer {
                Ok(_) => self.done += 1,
                Err(_) => self.failed += 1,
            }
            self.is_over |= self.batch.answered(*number, answer).is_break();
        }
    }

    fn going_on(&mut self, message: &async_nats::Message) {
        let Some((_, id)) = subject::batch_and_job(&message.subject) else {
            return;
        };
        let text = String::from_utf8_lossy(&message.payload[..message.payload.len().min(200)]);
        let text = wire::short(&text);
        let numbers = self.open.get(id).map(|open| open.numbers.clone());
        for number in numbers.into_iter().flatten() {
            self.batch.going_on(number, &text);
        }
    }
}
/// What a message says about a job of a kind, or why it cannot be understood.
fn understood<W: Work>(payload: &[u8]) -> Result<Result<W::Answer, String>, String> {
    let reply = Reply::read(payload).map_err(|error| error.to_string())?;
    if reply.kind != W::KIND {
        return Err(format!(
            "it is of {}, not of {}",
            wire::short(&reply.kind),
            W::KIND
        ));
    }
    match reply.result {
        Outcome::Failure(reason) => Ok(Err(wire::short(&reason))),
        Outcome::Answer(answer) => serde_json::from_value(answer)
            .map(Ok)
            .map_err(|error| format!("it cannot be read: {error}")),
    }
}

fn copy<W: Work>(answer: &Result<W::Answer, String>) -> Result<W::Answer, String> {
    match answer {
        Err(reason) => Err(reason.clone()),
        Ok(answer) => serde_json::to_value(answer)
            .and_then(serde_json::from_value)
            .map_err(|error| error.to_string()),
    }
}
