//! The command that runs a worker: options, signals, and what the user sees.

use std::fmt;
use std::io;
use std::num::NonZero;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::farm::{Event, FarmError, JobKind, Link, Queue, Worker, short};

/// Where no line can be redrawn, a line is printed this often.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// The worker that a command line asks for.
pub struct WorkerCommand {
    /// The address of the farm.
    pub link: Link,
    /// How many jobs to run at once; without this, one for each processor core.
    pub threads: Option<usize>,
    /// Its name; without one, that of its key, or one that no other worker has.
    pub name: Option<String>,
    /// The queue that it takes jobs from: its weights and its build.
    pub queue: Queue,
    /// The kinds of jobs that it can run.
    pub kinds: Vec<JobKind>,
}

/// Where a worker command writes to.
pub trait Console {
    /// Prints a line that stays.
    fn print(&mut self, text: &str);

    /// Replaces the line that shows the state; returns `false` where no line can be replaced.
    fn show(&mut self, text: &str) -> bool;
}

/// No farm was named, neither as an option nor in the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFarm;

impl NoFarm {
    /// What to do about it.
    pub const TEXT: &'static str =
        "where is the farm? Say --farm nats://host:4222, or set REVERSI_FARM";
}

impl fmt::Display for NoFarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NoFarm::TEXT)
    }
}

impl std::error::Error for NoFarm {}

impl Link {
    /// The link to the farm that was named as an option, or in the environment (`REVERSI_FARM`).
    ///
    /// # Errors
    /// When none was named.
    pub fn or_environment(&self) -> Result<Link, NoFarm> {
        let url = self.url.clone();
        let url = url.or_else(|| std::env::var("REVERSI_FARM").ok());
        Ok(Link {
            url: Some(url.ok_or(NoFarm)?),
            ..self.clone()
        })
    }
}

impl WorkerCommand {
    /// Runs the worker until the user ends it.
    ///
    /// The first Ctrl-C ends it when it has finished the jobs that it runs; the second, or `SIGTERM`,
    /// hands them back at once.
    ///
    /// # Errors
    /// When the farm cannot be reached, or the signals cannot be handled.
    pub fn run(self, console: &mut dyn Console) -> Result<(), WorkerError> {
        let (finish, leave) = (Arc::default(), Arc::default());
        listen(&finish, &leave).map_err(WorkerError::Signals)?;
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.threads.unwrap_or_else(cores);
        let farm = self.link.place();
        let Queue { weights, build } = &self.queue;
        let mut log = Log::new(
            console,
            format!(
                "at work for {farm} with {threads} {}, weights {weights}, build {build}; Ctrl-C ends it",
                if threads == 1 { "thread" } else { "threads" },
            ),
        );
        let worker = Worker {
            link: self.link,
            name: self.name,
            queue: self.queue.clone(),
            threads,
            kinds: self.kinds,
            finish,
            leave,
        };
        let totals = worker
            .run(&mut |event| log.report(&event))
            .map_err(WorkerError::Farm)?;
        console.print(&format!(
            "{} done, {} kept by the server, {} failed, {} handed back",
            totals.done, totals.kept, totals.failed, totals.handed_back
        ));
        Ok(())
    }
}

/// Why a worker could not be run.
#[derive(Debug)]
pub enum WorkerError {
    /// The farm could not be used.
    Farm(FarmError),
    /// The signals cannot be handled.
    Signals(io::Error),
}

impl fmt::Display for WorkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkerError::Farm(error) => error.fmt(f),
            WorkerError::Signals(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WorkerError {}

/// Sets the flags on Ctrl-C and `SIGTERM`.
fn listen(finish: &Arc<AtomicBool>, leave: &Arc<AtomicBool>) -> io::Result<()> {
    let (finish, leave) = (Arc::clone(finish), Arc::clone(leave));
    let asked = Arc::clone(&leave);
    let handled = ctrlc::set_handler(move || {
        if leave.load(Ordering::SeqCst) {
            process::exit(INTERRUPTED);
        }
        if finish.swap(true, Ordering::SeqCst) {
            leave.store(true, Ordering::SeqCst);
        }
    });
    handled.map_err(io::Error::other)?;
    #[cfg(unix)]
    thread::Builder::new().spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            use tokio::signal::unix::{SignalKind, signal};
            if let Ok(mut terminate) = signal(SignalKind::terminate()) {
                terminate.recv().await;
                asked.store(true, Ordering::SeqCst);
            }
        });
    })?;
    Ok(())
}

/// Turns events into lines for the user.
struct Log<'a> {
    console: &'a mut dyn Console,
    greeting: String,
    printed: Instant,
    begun: Instant,
    done: u64,
    kept: u64,
    failed: u64,
}

impl<'a> Log<'a> {
    fn new(console: &'a mut dyn Console, greeting: String) -> Log<'a> {
        Log {
            console,
            greeting,
            printed: Instant::now(),
            begun: Instant::now(),
            done: 0,
            kept: 0,
            failed: 0,
        }
    }

    fn report(&mut self, event: &Event) {
        match event {
            Event::Ready => self.print(&self.greeting.clone()),
            Event::Away => self.print("the server is away; trying again"),
            Event::Back => self.print("the server is back"),
            Event::Answered { .. } => self.done += 1,
            Event::Failed {
                batch,
                reason,
                given_up,
            } => {
                self.failed += 1;
                let end = if *given_up { "given up" } else { "handed back" };
                self.print(&format!("a job of {batch} failed and is {end}: {reason}"));
            }
            Event::Kept => self.kept += 1,
            Event::NoRoom(why) => self.print(&format!(
                "the server does not keep answers: {why}. No more jobs are taken until it does; what \
                 is done is not lost"
            )),
            Event::RoomAgain => self.print("the server keeps answers again"),
            Event::Refused { needs, waiting } => self.print(&format!(
                "{waiting} jobs are left to others: they are for {needs}, and this is none of those \
                 (weights, build or messages differ)"
            )),
            Event::Finishing { left } => self.print(&format!(
                "taking no more jobs; still at {left}. Ctrl-C again hands them back"
            )),
        }
        self.count();
    }

    /// Prints a line. Some of it comes from other machines.
    fn print(&mut self, text: &str) {
        self.console.print(&short(text));
    }

    fn count(&mut self) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = self.done as f64 / seconds.max(0.001);
        let (done, kept, failed) = (self.done, self.kept, self.failed);
        let text = format!("{done} done, {kept} kept, {failed} failed, {rate:.1}/s");
        if !self.console.show(&text) && self.printed.elapsed() >= LINE_INTERVAL {
            self.printed = Instant::now();
            self.console.print(&text);
        }
    }
}
