//! The threads of a worker, and what they can do.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::batch::{Failure, Pulse, Work, attempt};
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use crate::wire::ANSWER_LIMIT;

/// Progress is told no more often than this.
const SELDOM: Duration = Duration::from_secs(1);

/// A kind of work that a worker can do.
#[derive(Clone)]
pub struct Trade {
    /// Which kind.
    pub kind: &'static str,
    hire: Arc<Hire>,
}

/// Makes what does the work on one thread.
pub type Hire = dyn Fn() -> Box<dyn Labour> + Send + Sync;

/// Work of some kind, with jobs and answers as they travel.
pub trait Labour {
    /// Does a job; `true` beside a failure when this is of no more use.
    ///
    /// # Errors
    /// When the job cannot be read or done.
    fn perform(&mut self, job: &Value, pulse: &mut Pulse<'_>) -> Result<Value, (Failure, bool)>;
}

/// A kind of work, with what makes somebody who does it.
pub fn trade<W: Work + 'static>(hire: impl Fn() -> W + Send + Sync + 'static) -> Trade {
    Trade {
        kind: W::KIND,
        hire: Arc::new(move || Box::new(Hired(hire()))),
    }
}

struct Hired<W>(W);

impl<W: Work> Labour for Hired<W> {
    fn perform(&mut self, job: &Value, pulse: &mut Pulse<'_>) -> Result<Value, (Failure, bool)> {
        let failed = |reason: String| (Failure::Failed(reason), false);
        let job: W::Job = serde::Deserialize::deserialize(job)
            .map_err(|error| failed(format!("the job cannot be read: {error}")))?;
        let answer = attempt(&mut self.0, &job, pulse)?;
        let answer = serde_json::to_value(&answer)
            .map_err(|error| failed(format!("the answer cannot be written: {error}")))?;
        Ok(answer)
    }
}

/// A job for a thread.
pub struct Assignment {
    /// Tells it apart from others.
    pub ticket: u64,
    /// Which kind of work.
    pub kind: String,
    /// The job, in the words of its kind.
    pub job: Value,
    /// Set when it is to end.
    pub stop: Arc<AtomicBool>,
}

/// What threads tell.
pub enum Report {
    /// A job has begun.
    Began(u64),
    /// How far it has come.
    Said(u64, String),
    /// It has ended, after so long.
    Ended(u64, Result<Value, Failure>, Duration),
}

/// Threads that wait for jobs.
pub struct Hands {
    give: Sender<Assignment>,
}

impl Hands {
    /// So many threads, which can do all of these trades.
    pub fn new(threads: usize, trades: &[Trade], report: &UnboundedSender<Report>) -> Hands {
        let (give, take) = mpsc::channel();
        let take = Arc::new(Mutex::new(take));
        for _ in 0..threads {
            let (take, report) = (Arc::clone(&take), report.clone());
            let trades = trades.to_vec();
            thread::spawn(move || labour(&take, &trades, &report));
        }
        Hands { give }
    }

    /// Gives out a job.
    pub fn give(&self, assignment: Assignment) {
        // Threads end only after this.
        let _ = self.give.send(assignment);
    }
}

/// What one thread does.
fn labour(take: &Mutex<Receiver<Assignment>>, trades: &[Trade], report: &UnboundedSender<Report>) {
    let mut hired: HashMap<&'static str, Box<dyn Labour>> = HashMap::new();
    loop {
        let next = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(assignment) = next else { return };
        let Assignment {
            ticket,
            kind,
            job,
            stop,
        } = assignment;
        let tell = |told| {
            // Nobody listens any more when the worker ends.
            let _ = report.send(told);
        };
        if stop.load(Ordering::SeqCst) {
            tell(Report::Ended(ticket, Err(Failure::Stopped), Duration::ZERO));
            continue;
        }
        tell(Report::Began(ticket));
        let start = Instant::now();
        let Some(trade) = trades.iter().find(|trade| trade.kind == kind) else {
            let reason = format!(
                "this worker does not know how to {}",
                crate::wire::short(&kind)
            );
            let failed = Err(Failure::Failed(reason));
            tell(Report::Ended(ticket, failed, start.elapsed()));
            continue;
        };
        let worker = match hired.entry(trade.kind) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                match panic::catch_unwind(AssertUnwindSafe(|| (trade.hire)())) {
                    Ok(worker) => entry.insert(worker),
                    Err(_) => {
                        let reason = format!("this worker cannot begin to {kind}");
                        let failed = Err(Failure::Failed(reason));
                        tell(Report::Ended(ticket, failed, start.elapsed()));
                        continue;
                    }
                }
            }
        };
        let mut said = Instant::now();
        let mut say = |text: &str| {
            if said.elapsed() >= SELDOM {
                said = Instant::now();
                tell(Report::Said(ticket, text.to_string()));
            }
        };
        let done = worker.perform(
            &job,
            &mut Pulse {
                stop: &stop,
                say: &mut say,
            },
        );
        if let Err((_, true)) = done {
            hired.remove(trade.kind);
        }
        let done = done.map_err(|(failure, _)| failure);
        tell(Report::Ended(ticket, checked(done, &stop), start.elapsed()));
    }
}

/// An answer that came after the stop may be half of one, and one that is too long cannot travel.
fn checked(done: Result<Value, Failure>, stop: &AtomicBool) -> Result<Value, Failure> {
    if stop.load(Ordering::SeqCst) {
        return Err(Failure::Stopped);
    }
    let answer = done?;
    if answer.to_string().len() > ANSWER_LIMIT {
        return Err(Failure::Failed(
            "the answer is too long to be sent".to_string(),
        ));
    }
    Ok(answer)
}
