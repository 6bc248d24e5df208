//! Where a worker works: it asks for jobs, gives them to its hands, and keeps in touch.

use std::collections::{HashSet, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::task::JoinHandle;
use tokio::time;

use crate::hands::{Assignment, Hands, Report, Trade};
use crate::held::{Held, Holdings};
use crate::link::{Connection, FarmError};
use crate::names::{PROTOCOL, subject};
use crate::roll::{Presence, host};
use crate::settle::{Settled, hand_back, let_go};
use crate::streams::Streams;
use crate::wire::{self, Task};
use crate::worker::{Ended, News, Worker};
/// How long a request for jobs waits at the server.
const WAIT: Duration = Duration::from_secs(1);

/// How often the server is told that we are still at a job: several times in what it waits.
const STILL_AT_IT: Duration = Duration::from_secs(3);

/// How often it is looked whether there are jobs for others.
const LOOK_AROUND: Duration = Duration::from_secs(10);

/// How often to look whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// A job that failed rests for so long before somebody else tries.
pub(crate) const REST: Duration = Duration::from_secs(1);

/// A job that has been taken up so often without an answer is given up: it may be what kills
/// workers.
const TRIES: i64 = 30;

/// Jobs that take less than this are taken ahead, so that nobody waits for the network.
const SHORT: Duration = Duration::from_secs(1);

/// As many as are done in this time, and at least one.
const IN_HAND: Duration = Duration::from_millis(50);

/// They are taken ahead as long as more than so many wait for each thread: at the end of a batch
/// every job that one worker holds is one that another could do.
const PLENTY: u64 = 32;

/// Jobs taken ahead for each thread, at most.
const MOST_IN_HAND: usize = 64;

/// Who is to leave at once is gone after this, whatever the server says.
const LONGEST_GOODBYE: Duration = Duration::from_secs(5);

/// The rate is that of the last so many seconds.
const LATELY: Duration = Duration::from_secs(10);
/// What is on its way to the server.
type Settling = Pin<Box<dyn Future<Output = Settled> + Send>>;

/// Where a worker works.
pub(crate) struct Site {
    pub(crate) worker: Worker,
    pub(crate) connection: Connection,
    pub(crate) streams: Streams,
    pub(crate) queue: PullConsumer,
    pub(crate) presence: Presence,
    pub(crate) hands: Hands,
    pub(crate) reports: UnboundedReceiver<Report>,
    pub(crate) holdings: Holdings,
    pub(crate) settling: FuturesUnordered<Settling>,
    pub(crate) ended: Ended,
    /// When jobs were answered lately.
    pub(crate) lately: VecDeque<Instant>,
    /// How long jobs take, about.
    pub(crate) mean: Option<Duration>,
    /// How many wait at the server.
    pub(crate) waiting: u64,
    pub(crate) is_away: bool,
    pub(crate) is_finishing: bool,
    /// Since when everything is to be handed back.
    pub(crate) leaving: Option<Instant>,
    pub(crate) reopening: Option<JoinHandle<Option<(Streams, PullConsumer)>>>,
    pub(crate) refused: HashSet<String>,
}

impl Site {
    pub(crate) async fn open(worker: Worker, connection: Connection) -> Result<Site, FarmError> {
        let streams = Streams::open(&connection).await?;
        let queue = streams.queue(&worker.weights).await?;
        let (report, reports) = mpsc::unbounded_channel();
        let hands = Hands::new(worker.threads, &worker.trades, &report);
        let inbox = connection.client.new_inbox();
        let unique = inbox.rsplit('.').next().unwrap_or_default();
        let presence = Presence {
            worker: format!("{}-{}-{}", host(), std::process::id(), tail(unique, 4)),
            host: host(),
            process: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            protocol: PROTOCOL,
            weights: worker.weights.to_string(),
            threads: worker.threads,
            ..Presence::default()
        };
        Ok(Site {
            worker,
            connection,
            streams,
            queue,
            presence,
            hands,
            reports,
            holdings: Holdings::default(),
            settling: FuturesUnordered::new(),
            ended: Ended::default(),
            lately: VecDeque::new(),
            mean: None,
            waiting: 0,
            is_away: false,
            is_finishing: false,
            leaving: None,
            reopening: None,
            refused: HashSet::new(),
        })
    }

    pub(crate) async fn work(&mut self, tell: &mut dyn FnMut(News)) -> Result<Ended, FarmError> {
        let client = self.connection.client.clone();
        let listen = async |subject| {
            let heard: Result<Subscriber, _> = client.subscribe(subject).await;
            heard.map_err(|error| FarmError::refused("does not let us listen", error))
        };
        let mut calls = listen(subject::ROLL).await?;
        let mut cancels = listen(subject::CANCEL).await?;
        let mut glances = time::interval(GLANCE);
        glances.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        let mut told = Instant::now();
        let mut looked = Instant::now() - LOOK_AROUND;
        let mut asked: Option<(pull::Batch, Instant)> = None;
        let mut rest_until = Instant::now();
        tell(News::Ready);
        loop {
            if asked.is_none() && Instant::now() >= rest_until {
                match self.ask().await {
                    Ok(messages) => asked = messages.map(|messages| (messages, Instant::now())),
                    Err(_) => rest_until = Instant::now() + REST,
                }
            }
            tokio::select! {
                message = next(&mut asked) => match message {
                    Some(Ok(message)) => self.take(message, tell),
                    Some(Err(_)) => {
                        asked = None;
                        rest_until = Instant::now() + REST;
                        self.reopen();
                    }
                    None => asked = None,
                },
                Some(report) = self.reports.recv() => self.reported(report, tell),
                Some(settled) = self.settling.next(), if !self.settling.is_empty() => {
                    self.settled(settled, tell);
                }
                Some(call) = calls.next() => self.present(&call).await,
                Some(cancel) = cancels.next() => self.cancel(&cancel),
                _ = glances.tick() => {
                    // A request that the server has forgotten would wait for ever.
                    if asked.as_ref().is_some_and(|(_, at)| at.elapsed() > 4 * WAIT) {
                        asked = None;
                    }
                    self.take_reopened().await;
                    if told.elapsed() >= STILL_AT_IT && !self.is_away {
                        told = Instant::now();
                        for acker in self.holdings.ackers() {
                            let _ = acker.ack_with(AckKind::Progress).await;
                        }
                    }
                    if looked.elapsed() >= LOOK_AROUND && !self.is_away {
                        looked = Instant::now();
                        self.look_around(tell).await;
                    }
                    self.look_at_server(tell);
                    if self.is_leaving(tell) {
                        return Ok(self.ended);
                    }
                }
            }
        }
    }

    /// Asks for as many jobs as there is room for.
    async fn ask(&mut self) -> Result<Option<pull::Batch>, pull::BatchError> {
        let most = self.most();
        let held = self.holdings.len();
        let room = most.saturating_sub(held);
        // Not one by one, as long as nobody is idle.
        let is_enough = held >= self.worker.threads && 2 * room < most;
        if room == 0 || is_enough || self.is_finishing || self.is_away {
            return Ok(None);
        }
        let asked = self.queue.batch().max_messages(room).expires(WAIT);
        asked.messages().await.map(Some)
    }

    /// Opens everything again: whoever removed the queue may have removed all.
    fn reopen(&mut self) {
        if self.reopening.is_none() && !self.is_away {
            let (connection, weights) = (self.connection.clone(), self.worker.weights.clone());
            self.reopening = Some(tokio::spawn(async move {
                let streams = Streams::open(&connection).await.ok()?;
                let queue = streams.queue(&weights).await.ok()?;
                Some((streams, queue))
            }));
        }
    }

    /// Takes what has been opened again.
    async fn take_reopened(&mut self) {
        if self.reopening.as_ref().is_some_and(JoinHandle::is_finished)
            && let Some(reopening) = self.reopening.take()
            && let Ok(Some((streams, queue))) = reopening.await
        {
            (self.streams, self.queue) = (streams, queue);
        }
    }

    /// How many jobs it may hold: one for each thread, and more while there are plenty of short
    /// ones.
    fn most(&self) -> usize {
        let threads = self.worker.threads;
        let ahead = match self.mean {
            Some(mean) if mean < SHORT && self.waiting > PLENTY * threads as u64 => {
                let jobs = IN_HAND.as_secs_f64() / mean.as_secs_f64().max(1e-6);
                (jobs as usize).clamp(1, MOST_IN_HAND)
            }
            _ => 0,
        };
        threads * (1 + ahead)
    }

    /// Takes a job that the server has sent.
    fn take(&mut self, message: Message, tell: &mut dyn FnMut(News)) {
        let (tries, waiting) = match message.info() {
            Ok(info) => (info.delivered, info.pending),
            Err(_) => (1, 0),
        };
        self.waiting = waiting;
        let (message, acker) = message.split();
        let acker = Arc::new(acker);
        let Some((batch, id)) = subject::batch_and_job(&message.subject) else {
            // Nobody could be told the answer.
            self.settling.push(Box::pin(let_go(acker)));
            return;
        };
        match self.holdings.find(&batch, id) {
            // Wanted again: but not from somebody who is about to drop it.
            Some(held) if held.unwanted => {
                self.settling.push(Box::pin(hand_back(acker, Some(REST))));
                return;
            }
            // The server took us for dead: we are not.
            Some(held) => {
                held.acker = acker;
                return;
            }
            None => {}
        }
        let held = Held {
            batch: batch.clone(),
            id: id.to_string(),
            kind: String::new(),
            acker,
            tries,
            stop: Arc::default(),
            begun: None,
            note: String::new(),
            unwanted: false,
            message: message.payload.to_vec(),
        };
        let weights = self.worker.weights.as_str();
        let task = match Task::read(&message.payload) {
            Ok(task) if task.weights == weights => task,
            Ok(task) => {
                let reason = format!(
                    "it is for weights {}, and came to a worker with {weights}",
                    wire::short(&task.weights)
                );
                return self.give_up(held, &reason, tell);
            }
            Err(error) => return self.give_up(held, &error.to_string(), tell),
        };
        if tries > TRIES {
            let reason = format!(
                "it was taken up {} times, and nobody came back with an answer",
                tries - 1
            );
            let kind = task.kind;
            return self.give_up(Held { kind, ..held }, &reason, tell);
        }
        let can = |trade: &Trade| trade.kind == task.kind;
        if !self.worker.trades.iter().any(can) {
            let needs = format!("somebody who can {}", wire::short(&task.kind));
            if self.refused.insert(needs.clone()) {
                tell(News::Refused { needs, waiting });
            }
            let rest = Some(5 * REST);
            self.settling.push(Box::pin(hand_back(held.acker, rest)));
            return;
        }
        let stop = Arc::clone(&held.stop);
        let ticket = self.holdings.add(Held {
            kind: task.kind.clone(),
            ..held
        });
        self.hands.give(Assignment {
            ticket,
            kind: task.kind,
            job: task.job,
            stop,
        });
    }

    /// Answers when workers are called.
    async fn present(&mut self, call: &async_nats::Message) {
        let Some(reply) = call.reply.clone() else {
            return;
        };
        while self.lately.front().is_some_and(|at| at.elapsed() > LATELY) {
            self.lately.pop_front();
        }
        self.presence.rate = self.lately.len() as f64 / LATELY.as_secs_f64();
        self.presence.doing = self.holdings.doing();
        let message = wire::write(&self.presence);
        // Who is not heard now is heard next time.
        let _ = self.connection.client.publish(reply, message.into()).await;
    }

    /// Ends what a client does not want any more.
    fn cancel(&mut self, message: &async_nats::Message) {
        let batch = message.subject.rsplit('.').next();
        let Some(batch) = batch.and_then(|batch| batch.parse().ok()) else {
            return;
        };
        if message.payload.is_empty() {
            self.holdings.cancel(&batch, None);
        } else if let Ok(ids) = serde_json::from_slice::<Vec<String>>(&message.payload) {
            self.holdings.cancel(&batch, Some(&ids));
        }
    }

    /// Tells of jobs that are for workers of another kind.
    async fn look_around(&mut self, tell: &mut dyn FnMut(News)) {
        let mut queues = self.streams.jobs.consumers();
        while let Ok(Some(Ok(queue))) = time::timeout(WAIT, queues.next()).await {
            let ours = self.queue.cached_info().name == queue.name;
            if ours || queue.num_pending == 0 || !self.refused.insert(queue.name.clone()) {
                continue;
            }
            tell(News::Refused {
                needs: queue.name.clone(),
                waiting: queue.num_pending,
            });
        }
    }

    fn look_at_server(&mut self, tell: &mut dyn FnMut(News)) {
        let is_away = !self.connection.is_there.load(Ordering::SeqCst);
        if is_away != self.is_away {
            self.is_away = is_away;
            tell(if is_away { News::Away } else { News::Back });
        }
    }

    /// Whether it is time to go.
    fn is_leaving(&mut self, tell: &mut dyn FnMut(News)) -> bool {
        let leave = self.worker.leave.load(Ordering::SeqCst);
        if !leave && !self.worker.finish.load(Ordering::SeqCst) {
            return false;
        }
        self.holdings.stop(leave);
        if !self.is_finishing {
            self.is_finishing = true;
            tell(News::Finishing {
                left: self.holdings.len(),
            });
        }
        if leave {
            let since = *self.leaving.get_or_insert_with(Instant::now);
            // What cannot be handed back, the server finds out by itself.
            if since.elapsed() > LONGEST_GOODBYE || (self.is_away && self.holdings.len() == 0) {
                return true;
            }
        }
        self.holdings.len() == 0 && self.settling.is_empty()
    }
}

/// The next job of a request; waits for ever when there is no request.
async fn next(
    asked: &mut Option<(pull::Batch, Instant)>,
) -> Option<Result<Message, pull::BatchError>> {
    match asked {
        Some((messages, _)) => match messages.next().await {
            Some(Ok(message)) => Some(Ok(message)),
            Some(Err(_)) => Some(Err(pull::BatchError::new(pull::BatchErrorKind::Pull))),
            None => None,
        },
        None => std::future::pending().await,
    }
}

/// The last characters of a text.
fn tail(text: &str, count: usize) -> &str {
    let start = text.char_indices().rev().nth(count.saturating_sub(1));
    start.map_or(text, |(index, _)| &text[index..])
}
