//! The session of a worker: it asks the server for jobs, gives them to its threads, and keeps in touch.

use std::collections::{HashSet, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::Value;
use tokio::runtime::Builder;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::task::JoinHandle;
use tokio::time;

use super::error::FarmError;
use super::in_flight::InFlight;
use super::kinds::{JobKind, WireJob, Workbench};
use super::link::Connection;
use super::names::PROTOCOL;
use super::presence::{Presence, host};
use super::settlement::Settlement;
use super::streams::Streams;
use super::subject;
use super::wire;
use super::worker::{Event, Totals, Worker};
use crate::threads::{Assignment, Report, serve};

/// How long a request for jobs waits at the server.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the acknowledgement timeout of a job is extended: several times within that timeout.
const EXTENSION_INTERVAL: Duration = Duration::from_secs(3);

/// How often the worker checks whether jobs wait for other workers.
const QUEUE_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// How often the worker checks whether to stop.
const POLL: Duration = Duration::from_millis(100);

/// The time until a failed job is delivered again.
pub(super) const REDELIVERY_DELAY: Duration = Duration::from_secs(1);

/// Jobs that take less than this are prefetched, so that threads do not wait for the network.
const SHORT_JOB: Duration = Duration::from_secs(1);

/// As many jobs are prefetched as run in this time, and at least one.
const PREFETCH_TIME: Duration = Duration::from_millis(50);

/// Jobs are prefetched only while more than this many wait for each thread: at the end of a batch
/// another worker could run every job that this one holds.
const PLENTY: u64 = 32;

/// Prefetched jobs for each thread, at most.
const MOST_PREFETCHED: usize = 64;

/// A worker that has to leave at once is gone after this time, whatever the server answers.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(5);

/// The rate is measured over this time.
const RATE_WINDOW: Duration = Duration::from_secs(10);

/// A settlement in progress.
pub(super) type Settling = Pin<Box<dyn Future<Output = Settlement> + Send>>;

/// A worker that is connected to a farm.
pub(super) struct Session {
    pub(super) worker: Worker,
    pub(super) connection: Connection,
    pub(super) streams: Streams,
    pub(super) queue: PullConsumer,
    pub(super) presence: Presence,
    /// The queue of the threads.
    pub(super) jobs: Sender<Assignment<WireJob>>,
    pub(super) reports: UnboundedReceiver<Report<Value>>,
    pub(super) in_flight: InFlight,
    pub(super) settling: FuturesUnordered<Settling>,
    pub(super) totals: Totals,
    /// When recent jobs were answered.
    pub(super) recent: VecDeque<Instant>,
    /// The mean time of a job, weighted to recent ones.
    pub(super) mean: Option<Duration>,
    /// The number of jobs that wait at the server.
    pub(super) waiting: u64,
    pub(super) is_away: bool,
    pub(super) is_finishing: bool,
    /// When the worker was told to hand everything back.
    pub(super) leaving: Option<Instant>,
    pub(super) reopening: Option<JoinHandle<Option<(Streams, PullConsumer)>>>,
    pub(super) refused: HashSet<String>,
}

impl Worker {
    /// Works until it is told to end.
    ///
    /// # Errors
    /// When the farm cannot be reached in the first place, or refuses the worker.
    pub fn run(self, tell: &mut dyn FnMut(Event)) -> Result<Totals, FarmError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| FarmError::new(format!("cannot begin: {error}")))?;
        let totals = runtime.block_on(async {
            let connection = self.link.connect("reversi worker").await?;
            let mut session = Session::open(self, connection).await?;
            session.work(tell).await
        });
        runtime.shutdown_timeout(Duration::from_millis(200));
        totals
    }
}

impl Session {
    pub(super) async fn open(worker: Worker, connection: Connection) -> Result<Session, FarmError> {
        let streams = Streams::open(&connection).await?;
        let queue = streams.queue(&worker.weights).await?;
        let (report, reports) = mpsc::unbounded_channel();
        let (jobs, assignments) = std::sync::mpsc::channel();
        let assignments = Arc::new(Mutex::new(assignments));
        for _ in 0..worker.threads {
            let (assignments, report) = (Arc::clone(&assignments), report.clone());
            let kinds: Vec<JobKind> = worker.kinds.clone();
            thread::spawn(move || {
                serve(&assignments, &|| Workbench::new(&kinds), &|told| {
                    // The receiver is gone when the worker ends.
                    let _ = report.send(told);
                });
            });
        }
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
        Ok(Session {
            worker,
            connection,
            streams,
            queue,
            presence,
            jobs,
            reports,
            in_flight: InFlight::default(),
            settling: FuturesUnordered::new(),
            totals: Totals::default(),
            recent: VecDeque::new(),
            mean: None,
            waiting: 0,
            is_away: false,
            is_finishing: false,
            leaving: None,
            reopening: None,
            refused: HashSet::new(),
        })
    }

    /// Runs jobs until the worker is told to end.
    pub(super) async fn work(&mut self, tell: &mut dyn FnMut(Event)) -> Result<Totals, FarmError> {
        let client = self.connection.client.clone();
        let listen = async |subject| {
            let heard: Result<Subscriber, _> = client.subscribe(subject).await;
            heard.map_err(|error| FarmError::refused("does not let us listen", error))
        };
        let mut requests = listen(subject::PRESENCE).await?;
        let mut cancels = listen(subject::CANCEL).await?;
        let mut ticks = time::interval(POLL);
        ticks.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        let mut extended = Instant::now();
        let mut checked = Instant::now() - QUEUE_CHECK_INTERVAL;
        let mut asked: Option<(pull::Batch, Instant)> = None;
        let mut pause_until = Instant::now();
        tell(Event::Ready);
        loop {
            if asked.is_none() && Instant::now() >= pause_until {
                match self.ask().await {
                    Ok(messages) => asked = messages.map(|messages| (messages, Instant::now())),
                    Err(_) => pause_until = Instant::now() + REDELIVERY_DELAY,
                }
            }
            tokio::select! {
                message = next(&mut asked) => match message {
                    Some(Ok(message)) => self.take(message, tell),
                    Some(Err(_)) => {
                        asked = None;
                        pause_until = Instant::now() + REDELIVERY_DELAY;
                        self.reopen();
                    }
                    None => asked = None,
                },
                Some(report) = self.reports.recv() => self.reported(report, tell),
                Some(settled) = self.settling.next(), if !self.settling.is_empty() => {
                    self.settled(settled, tell);
                }
                Some(request) = requests.next() => self.present(&request).await,
                Some(cancel) = cancels.next() => self.cancel(&cancel),
                _ = ticks.tick() => {
                    // A request that the server has lost would wait for ever.
                    if asked.as_ref().is_some_and(|(_, at)| at.elapsed() > 4 * REQUEST_TIMEOUT) {
                        asked = None;
                    }
                    self.take_reopened().await;
                    if extended.elapsed() >= EXTENSION_INTERVAL && !self.is_away {
                        extended = Instant::now();
                        for acker in self.in_flight.ackers() {
                            let _ = acker.ack_with(AckKind::Progress).await;
                        }
                    }
                    if checked.elapsed() >= QUEUE_CHECK_INTERVAL && !self.is_away {
                        checked = Instant::now();
                        self.check_queues(tell).await;
                    }
                    self.check_server(tell);
                    if self.is_leaving(tell) {
                        return Ok(self.totals);
                    }
                }
            }
        }
    }

    /// Requests as many jobs as there is room for.
    async fn ask(&mut self) -> Result<Option<pull::Batch>, pull::BatchError> {
        let most = self.most();
        let held = self.in_flight.len();
        let room = most.saturating_sub(held);
        // Not one by one, as long as no thread is idle.
        let is_enough = held >= self.worker.threads && 2 * room < most;
        if room == 0 || is_enough || self.is_finishing || self.is_away {
            return Ok(None);
        }
        let asked = self
            .queue
            .batch()
            .max_messages(room)
            .expires(REQUEST_TIMEOUT);
        asked.messages().await.map(Some)
    }

    /// Opens the streams again: the queue was removed, and they may be removed too.
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

    /// Uses the streams that have been opened again.
    async fn take_reopened(&mut self) {
        if self.reopening.as_ref().is_some_and(JoinHandle::is_finished)
            && let Some(reopening) = self.reopening.take()
            && let Ok(Some((streams, queue))) = reopening.await
        {
            (self.streams, self.queue) = (streams, queue);
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

    /// Answers a request for presence.
    async fn present(&mut self, request: &async_nats::Message) {
        let Some(reply) = request.reply.clone() else {
            return;
        };
        while self
            .recent
            .front()
            .is_some_and(|at| at.elapsed() > RATE_WINDOW)
        {
            self.recent.pop_front();
        }
        self.presence.rate = self.recent.len() as f64 / RATE_WINDOW.as_secs_f64();
        self.presence.doing = self.in_flight.current();
        let message = wire::write(&self.presence);
        // If this is lost, the next request is answered.
        let _ = self.connection.client.publish(reply, message.into()).await;
    }

    /// Stops jobs that a client has cancelled.
    fn cancel(&mut self, message: &async_nats::Message) {
        let batch = message.subject.rsplit('.').next();
        let Some(batch) = batch.and_then(|batch| batch.parse().ok()) else {
            return;
        };
        if message.payload.is_empty() {
            self.in_flight.cancel(&batch, None);
        } else if let Ok(ids) = serde_json::from_slice::<Vec<String>>(&message.payload) {
            self.in_flight.cancel(&batch, Some(&ids));
        }
    }

    /// Reports jobs that wait for other workers.
    async fn check_queues(&mut self, tell: &mut dyn FnMut(Event)) {
        let mut queues = self.streams.jobs.consumers();
        while let Ok(Some(Ok(queue))) = time::timeout(REQUEST_TIMEOUT, queues.next()).await {
            let ours = self.queue.cached_info().name == queue.name;
            if ours || queue.num_pending == 0 || !self.refused.insert(queue.name.clone()) {
                continue;
            }
            tell(Event::Refused {
                needs: queue.name.clone(),
                waiting: queue.num_pending,
            });
        }
    }

    /// Reports when the server goes and comes.
    fn check_server(&mut self, tell: &mut dyn FnMut(Event)) {
        let is_away = !self.connection.is_there.load(Ordering::SeqCst);
        if is_away != self.is_away {
            self.is_away = is_away;
            tell(if is_away { Event::Away } else { Event::Back });
        }
    }

    /// Whether the worker is done and can leave.
    fn is_leaving(&mut self, tell: &mut dyn FnMut(Event)) -> bool {
        let leave = self.worker.leave.load(Ordering::SeqCst);
        if !leave && !self.worker.finish.load(Ordering::SeqCst) {
            return false;
        }
        self.in_flight.stop(leave);
        if !self.is_finishing {
            self.is_finishing = true;
            tell(Event::Finishing {
                left: self.in_flight.len(),
            });
        }
        if leave {
            let since = *self.leaving.get_or_insert_with(Instant::now);
            // Jobs that cannot be handed back are delivered again after their timeout.
            if since.elapsed() > LEAVE_TIMEOUT || (self.is_away && self.in_flight.len() == 0) {
                return true;
            }
        }
        self.in_flight.len() == 0 && self.settling.is_empty()
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
