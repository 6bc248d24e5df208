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
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time;

use super::error::FarmError;
use super::in_flight::InFlight;
use super::kinds::{JobKind, WireJob, Workbench};
use super::link::Connection;
use super::names::{NotABatchName, PROTOCOL, is_name};
use super::presence::{Presence, host};
use super::settlement::{Desk, Settlement};
use super::subject;
use super::worker::{Event, Totals, Worker};
use crate::threads::{Assignment, Report, serve};

/// How long a request for jobs waits at the server.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the acknowledgement timeout of a job is extended: several times within that timeout.
const EXTENSION_INTERVAL: Duration = Duration::from_secs(3);

/// How often the worker checks whether jobs wait for other workers.
const QUEUE_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// How often the worker checks whether to stop.
const POLL: Duration = Duration::from_millis(100);

/// The time until a failed job is delivered again.
pub(super) const REDELIVERY_DELAY: Duration = Duration::from_secs(1);

/// A worker that has to leave at once is gone after this time, whatever the server answers.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(5);

/// A settlement in progress.
pub(super) type Settling = Pin<Box<dyn Future<Output = Settlement> + Send>>;

/// A worker that is connected to a farm.
pub(super) struct Session {
    pub(super) worker: Worker,
    pub(super) connection: Connection,
    pub(super) desk: Desk,
    /// The queue; none before a client has made it.
    pub(super) queue: Option<PullConsumer>,
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
    /// The search for the queue.
    pub(super) finding: Option<JoinHandle<Option<PullConsumer>>>,
    /// Whether the server has no room for answers, as far as was told.
    pub(super) is_full: bool,
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
        let name = own_name(worker.name.as_deref(), &connection)?;
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
        let presence = Presence {
            worker: name,
            host: host(),
            process: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            protocol: PROTOCOL,
            weights: worker.queue.weights.to_string(),
            build: worker.queue.build.to_string(),
            threads: worker.threads,
            ..Presence::default()
        };
        let desk = Desk {
            connection: connection.clone(),
            refusal: watch::Sender::new(None),
            finish: Arc::clone(&worker.finish),
        };
        Ok(Session {
            worker,
            connection,
            desk,
            queue: None,
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
            finding: None,
            is_full: false,
            refused: HashSet::new(),
        })
    }

    /// Runs jobs until the worker is told to end.
    pub(super) async fn work(&mut self, tell: &mut dyn FnMut(Event)) -> Result<Totals, FarmError> {
        let client = self.connection.client.clone();
        let listen = async |subject: String| {
            let heard: Result<Subscriber, _> = client.subscribe(subject).await;
            heard.map_err(|error| FarmError::refused("does not let us listen", error))
        };
        let mut requests = listen(subject::PRESENCE.to_string()).await?;
        let mut cancels = listen(subject::CANCEL.to_string()).await?;
        let mut checks = listen(subject::checks_for(&self.presence.worker)).await?;
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
                        self.queue = None;
                    }
                    None => asked = None,
                },
                Some(report) = self.reports.recv() => self.reported(report, tell),
                Some(settled) = self.settling.next(), if !self.settling.is_empty() => {
                    self.settled(settled, tell);
                }
                Some(_) = requests.next() => self.present().await,
                Some(check) = checks.next() => self.take_check(&check, tell),
                Some(cancel) = cancels.next() => self.cancel(&cancel),
                _ = ticks.tick() => {
                    // A request that the server has lost would wait for ever.
                    if asked.as_ref().is_some_and(|(_, at)| at.elapsed() > 4 * REQUEST_TIMEOUT) {
                        asked = None;
                    }
                    self.find_queue().await;
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
                    self.check_room(tell);
                    if self.is_leaving(tell) {
                        return Ok(self.totals);
                    }
                }
            }
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

/// The name of a worker: the one that was asked for, that of its key, or any.
fn own_name(asked: Option<&str>, connection: &Connection) -> Result<String, FarmError> {
    match (asked, connection.name.as_deref()) {
        (None, None) => Ok(anybody(connection)),
        (Some(asked), Some(name)) if asked != name => Err(FarmError::new(format!(
            "this key is that of {name}: the server takes no answers of {asked} with it"
        ))),
        (Some(name), _) | (_, Some(name)) if is_name(name) => Ok(name.to_string()),
        (Some(name), _) | (_, Some(name)) => Err(FarmError::new(format!(
            "`{name}` cannot name a worker: {NotABatchName}"
        ))),
    }
}

/// A name that no other worker has.
fn anybody(connection: &Connection) -> String {
    let fits = |letter: char| match letter.is_ascii_alphanumeric() || letter == '-' {
        true => letter,
        false => '_',
    };
    let host: String = host().chars().take(32).map(fits).collect();
    let inbox = connection.client.new_inbox();
    let unique = inbox.rsplit('.').next().unwrap_or_default();
    format!("{host}-{}-{}", std::process::id(), tail(unique, 4))
}

/// The last characters of a text.
fn tail(text: &str, count: usize) -> &str {
    let start = text.char_indices().rev().nth(count.saturating_sub(1));
    start.map_or(text, |(index, _)| &text[index..])
}
