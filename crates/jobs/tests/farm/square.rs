//! A kind of work that is easy to check: numbers squared.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use jobs::{
    Batch, Build, Control, Event, Executor, ExecutorError, Failure, Farm, Job, JobKind, Link, Next,
    Queue, RECHECK, RemoteJob, Totals, Weights, Worker,
};
use serde::{Deserialize, Serialize};

use super::server::Server;

impl Server {
    /// The way there.
    pub fn link(&self) -> Link {
        Link {
            url: Some(self.url()),
            ..Link::default()
        }
    }
}

/// The queue of all tests.
pub fn queue() -> Queue {
    Queue {
        weights: Weights::of(b"tests"),
        build: Build::of("1.2.3", 1),
    }
}

/// A number to square, and what happens meanwhile.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Square {
    /// The number.
    pub number: u64,
    /// How long it takes.
    pub milliseconds: u64,
    /// Whether it fails.
    pub fails: bool,
    /// Whether it panics.
    pub panics: bool,
}

impl Job for Square {
    type Answer = u64;
    type Worker = ();

    fn run(&self, (): &mut (), control: &mut Control<'_>) -> Result<u64, Failure> {
        assert!(!self.panics, "as asked for");
        if self.fails {
            return Err(Failure::Failed("as asked for".to_string()));
        }
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(self.milliseconds) {
            if control.stop.load(Ordering::SeqCst) {
                return Err(Failure::Stopped);
            }
            (control.progress)(&format!("{:.1} s", start.elapsed().as_secs_f64()));
            thread::sleep(Duration::from_millis(5));
        }
        Ok(self.number * self.number)
    }

    /// A square is a multiple of its root. As with other kinds, not all that is possible is right.
    fn verify(&self, answer: &u64) -> Result<(), String> {
        let is_possible = answer.is_multiple_of(self.number);
        let wrong = || format!("{answer} is not the square of {}", self.number);
        is_possible.then_some(()).ok_or_else(wrong)
    }
}

impl RemoteJob for Square {
    const KIND: &'static str = "square";

    fn agrees(&self, one: &u64, other: &u64) -> bool {
        one == other
    }
}

/// Some numbers and their squares.
#[derive(Default)]
pub struct Squares {
    jobs: Vec<Square>,
    next: usize,
    /// The answers, each of them once.
    pub answers: BTreeMap<usize, Result<u64, String>>,
    /// How often a progress was told.
    pub progress: usize,
    /// After so many answers, set the flag.
    pub stop_after: Option<(usize, Arc<AtomicBool>)>,
    /// After so many answers, it is enough.
    pub enough: Option<usize>,
}

impl Squares {
    /// All these.
    pub fn new(jobs: impl IntoIterator<Item = Square>) -> Squares {
        Squares {
            jobs: jobs.into_iter().collect(),
            ..Squares::default()
        }
    }

    /// Numbers up to `count`, each of which takes so long.
    pub fn up_to(count: u64, milliseconds: u64) -> Squares {
        Squares::new((0..count).map(|number| Square {
            number,
            milliseconds,
            ..Square::default()
        }))
    }

    /// Whether every answer is there and right.
    pub fn is_right(&self) -> bool {
        let right = |(number, job): (usize, &Square)| {
            self.answers.get(&number) == Some(&Ok(job.number * job.number))
        };
        self.jobs.iter().enumerate().all(right)
    }
}

impl Batch<Square> for Squares {
    fn next(&mut self) -> Next<Square> {
        let Some(job) = self.jobs.get(self.next) else {
            return Next::Done;
        };
        self.next += 1;
        Next::Job(self.next - 1, job.clone())
    }

    fn answered(&mut self, number: usize, answer: Result<u64, String>) -> ControlFlow<()> {
        let before = self.answers.insert(number, answer);
        assert!(before.is_none(), "job {number} was answered twice");
        if let Some((count, stop)) = &self.stop_after
            && self.answers.len() >= *count
        {
            stop.store(true, Ordering::SeqCst);
        }
        match self.enough {
            Some(enough) if self.answers.len() >= enough => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn progress(&mut self, _: usize, _: &str) {
        self.progress += 1;
    }
}

/// Waits for an event, however slow the machine is.
#[track_caller]
pub fn wait_until(mut has_come: impl FnMut() -> bool) {
    let start = Instant::now();
    while !has_come() {
        assert!(start.elapsed() < Duration::from_secs(300), "it never came");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A worker on a thread of its own.
pub struct RunningWorker {
    thread: JoinHandle<Result<Totals, jobs::FarmError>>,
    events: Arc<Mutex<Vec<Event>>>,
    /// Ends it when it has finished.
    pub finish: Arc<AtomicBool>,
    /// Ends it at once.
    pub leave: Arc<AtomicBool>,
}

impl RunningWorker {
    /// A worker of the queue of the tests.
    pub fn new(link: &Link, threads: usize) -> RunningWorker {
        RunningWorker::with(link, threads, queue())
    }

    /// A worker of some queue.
    pub fn with(link: &Link, threads: usize, queue: Queue) -> RunningWorker {
        RunningWorker::doing::<Square>(link, threads, None, queue, || ())
    }

    /// A worker with a name and its own way to do the jobs.
    pub fn doing<J: RemoteJob + 'static>(
        link: &Link,
        threads: usize,
        name: Option<&str>,
        queue: Queue,
        make_worker: impl Fn() -> J::Worker + Send + Sync + 'static,
    ) -> RunningWorker {
        let (finish, leave) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let worker = Worker {
            link: link.clone(),
            name: name.map(str::to_string),
            queue,
            threads,
            kinds: vec![JobKind::new::<J>(make_worker)],
            finish: Arc::clone(&finish),
            leave: Arc::clone(&leave),
        };
        let events = Arc::<Mutex<Vec<Event>>>::default();
        let told = Arc::clone(&events);
        let thread =
            thread::spawn(move || worker.run(&mut |event| told.lock().unwrap().push(event)));
        RunningWorker {
            thread,
            events,
            finish,
            leave,
        }
    }

    /// Whether it has told such a thing.
    pub fn has_told(&self, is_it: impl Fn(&Event) -> bool) -> bool {
        self.events.lock().unwrap().iter().any(is_it)
    }

    /// Sends it home; what it did and what it told.
    pub fn end(self) -> (Totals, Vec<Event>) {
        self.finish.store(true, Ordering::SeqCst);
        let totals = self.thread.join().expect("it does not panic");
        let events = self.events.lock().unwrap().clone();
        (totals.expect("it reached the farm"), events)
    }

    /// Sends it home at once.
    pub fn break_off(self) -> Totals {
        self.leave.store(true, Ordering::SeqCst);
        self.end().0
    }
}

/// Has a batch done.
pub fn run(link: &Link, name: &str, batch: &mut Squares) -> Result<(), ExecutorError> {
    run_until(link, name, batch, &AtomicBool::new(false))
}

/// Has a batch done until the flag is set.
pub fn run_until(
    link: &Link,
    name: &str,
    batch: &mut Squares,
    stop: &AtomicBool,
) -> Result<(), ExecutorError> {
    run_with(link, name, batch, stop, RECHECK, |_| {})
}

/// Has a batch done, with a share of its jobs done twice; what the client says goes to `tell`.
pub fn run_with(
    link: &Link,
    name: &str,
    batch: &mut Squares,
    stop: &AtomicBool,
    recheck: u32,
    tell: impl FnMut(&str) + 'static,
) -> Result<(), ExecutorError> {
    let name = name.parse().expect("a name");
    let farm = Farm::<Square>::new(link.clone(), queue(), "squares", || (), tell);
    let mut farm = farm.named(Some(name)).rechecking(recheck);
    farm.run(batch, stop)?;
    if !stop.load(Ordering::SeqCst) {
        farm.finish();
    }
    Ok(())
}
