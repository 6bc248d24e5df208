//! The kinds of jobs that a worker can run: a registry from names in messages to job types.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::wire::{self, ANSWER_LIMIT};
use crate::job::{Control, Failure, Job, RemoteJob};

/// The shortest time between two progress messages of a job.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// A kind of job that a worker can run.
#[derive(Clone)]
pub struct JobKind {
    name: &'static str,
    make_worker: Arc<dyn Fn() -> Box<dyn AnyWorker> + Send + Sync>,
}

impl JobKind {
    /// The kind of a job type; `make_worker` makes the worker of one thread.
    pub fn new<J: RemoteJob + 'static>(
        make_worker: impl Fn() -> J::Worker + Send + Sync + 'static,
    ) -> JobKind {
        JobKind {
            name: J::KIND,
            make_worker: Arc::new(move || Box::new(Typed::<J>(make_worker()))),
        }
    }

    /// Its name in messages.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// A worker for one kind of job, with jobs and answers as they travel.
trait AnyWorker {
    fn run(&mut self, job: &Value, control: &mut Control<'_>) -> Result<Value, Failure>;
}

struct Typed<J: RemoteJob>(J::Worker);

impl<J: RemoteJob> AnyWorker for Typed<J> {
    fn run(&mut self, job: &Value, control: &mut Control<'_>) -> Result<Value, Failure> {
        let job: J = serde::Deserialize::deserialize(job)
            .map_err(|error| Failure::Failed(format!("the job cannot be read: {error}")))?;
        let answer = job.run(&mut self.0, control)?;
        // An answer that came after the stop may be half of one.
        if control.stop.load(Ordering::SeqCst) {
            return Err(Failure::Stopped);
        }
        // The client verifies it too. Here a fault is found where it happened.
        job.verify(&answer).map_err(Failure::Failed)?;
        let answer = serde_json::to_value(&answer)
            .map_err(|error| Failure::Failed(format!("the answer cannot be written: {error}")))?;
        if answer.to_string().len() > ANSWER_LIMIT {
            let reason = "the answer is too long to be sent";
            return Err(Failure::Failed(reason.to_string()));
        }
        Ok(answer)
    }
}

/// A job as it travels: its kind and its content.
pub struct WireJob {
    /// The name of its kind.
    pub kind: String,
    /// The job, as its kind writes it.
    pub job: Value,
}

/// What one thread of a worker keeps: the workers of all kinds that it has needed so far.
pub struct Workbench {
    kinds: Vec<JobKind>,
    workers: HashMap<&'static str, Box<dyn AnyWorker>>,
}

impl Workbench {
    /// An empty workbench for these kinds.
    pub fn new(kinds: &[JobKind]) -> Workbench {
        Workbench {
            kinds: kinds.to_vec(),
            workers: HashMap::new(),
        }
    }
}

impl Job for WireJob {
    type Answer = Value;
    type Worker = Workbench;

    fn run(&self, bench: &mut Workbench, control: &mut Control<'_>) -> Result<Value, Failure> {
        let kind = bench.kinds.iter().find(|kind| kind.name == self.kind);
        let Some(kind) = kind else {
            let name = wire::short(&self.kind);
            let reason = format!("this worker does not know how to {name}");
            return Err(Failure::Failed(reason));
        };
        let worker = bench.workers.entry(kind.name);
        let worker = worker.or_insert_with(|| (kind.make_worker)());
        let mut told = Instant::now();
        let Control { stop, progress } = control;
        let mut seldom = |text: &str| {
            if told.elapsed() >= PROGRESS_INTERVAL {
                told = Instant::now();
                progress(text);
            }
        };
        let mut control = Control {
            stop,
            progress: &mut seldom,
        };
        worker.run(&self.job, &mut control)
    }

    /// Nothing is known of the content here; [`JobKind`] verifies it with its type.
    fn verify(&self, _: &Value) -> Result<(), String> {
        Ok(())
    }
}
