//! `reversi worker`: does jobs of the farm until it is told to stop.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{process, thread};

use anyhow::Result;
use arena::contest::Gaming;
use jobs::{News, Trade, Worker, trade};
use play::review::Reviewing;

use super::{own_weights, place};
use crate::cli::{WorkerArgs, cores};
use crate::input::shown;
use crate::interrupt;
use crate::progress::Progress;
use play::solve::Solving;

/// Where no line can change, one is printed this often.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

/// Works until somebody ends it.
///
/// Ctrl-C ends it when it has finished what it is at, a second one at once: what it holds is handed
/// back.
pub fn run(args: &WorkerArgs) -> Result<ExitCode> {
    let link = place(&args.link)?;
    let (weights, trades) = (own_weights(), skills(args.hash));
    let (finish, leave) = (Arc::default(), Arc::default());
    listen(&finish, &leave)?;
    let threads = args.threads.unwrap_or_else(cores);
    let farm = link.place();
    let worker = Worker {
        link,
        weights: weights.clone(),
        threads,
        trades,
        finish,
        leave,
    };
    let mut log = Log::new(format!(
        "at work for {farm} with {threads} {}, weights {weights}; Ctrl-C ends it",
        if threads == 1 { "thread" } else { "threads" },
    ));
    let ended = worker.run(&mut |news| log.tell(&news))?;
    drop(log);
    say(&format!(
        "{} done, {} failed, {} handed back",
        ended.done, ended.failed, ended.handed_back
    ));
    Ok(ExitCode::SUCCESS)
}

/// What a worker can do.
fn skills(hash: usize) -> Vec<Trade> {
    vec![
        trade(move || Solving::new(1, hash)),
        trade(move || Reviewing::new(hash)),
        trade(Gaming::new),
    ]
}

/// Listens for Ctrl-C and for those who ask us to go.
fn listen(finish: &Arc<AtomicBool>, leave: &Arc<AtomicBool>) -> Result<()> {
    let (finish, leave) = (Arc::clone(finish), Arc::clone(leave));
    let asked = Arc::clone(&leave);
    ctrlc::set_handler(move || {
        if leave.load(Ordering::SeqCst) {
            process::exit(interrupt::EXIT_CODE.into());
        }
        if finish.swap(true, Ordering::SeqCst) {
            leave.store(true, Ordering::SeqCst);
        }
    })?;
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

/// What a worker tells a person.
struct Log {
    greeting: String,
    progress: Progress,
    /// Whether lines are printed now and then, as nobody sees one that changes.
    lines: bool,
    said: Instant,
    begun: Instant,
    done: u64,
    failed: u64,
}

impl Log {
    fn new(greeting: String) -> Log {
        Log {
            greeting,
            progress: Progress::spinner(),
            lines: !Progress::is_possible(),
            said: Instant::now(),
            begun: Instant::now(),
            done: 0,
            failed: 0,
        }
    }

    fn tell(&mut self, news: &News) {
        match news {
            News::Ready => self.print(&self.greeting.clone()),
            News::Away => self.print("the server is away; trying again"),
            News::Back => self.print("the server is back"),
            News::Answered { .. } => self.done += 1,
            News::Failed {
                batch,
                reason,
                given_up,
            } => {
                self.failed += 1;
                let end = if *given_up { "given up" } else { "handed back" };
                self.print(&format!("a job of {batch} failed and is {end}: {reason}"));
            }
            News::Unkept(why) => self.print(&format!("the server does not keep an answer: {why}")),
            News::Refused { needs, waiting } => self.print(&format!(
                "{waiting} jobs are left to others: they are for {needs}, and this is none of those \
                 (weights or messages differ)"
            )),
            News::Finishing { left } => self.print(&format!(
                "taking no more jobs; still at {left}. Ctrl-C again hands them back"
            )),
        }
        self.count();
    }

    fn print(&self, text: &str) {
        self.progress.aside(|| say(text));
    }

    fn count(&mut self) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let text = || {
            let rate = self.done as f64 / seconds.max(0.001);
            format!("{} done, {} failed, {rate:.1}/s", self.done, self.failed)
        };
        if !self.lines {
            self.progress.say(text);
        } else if self.said.elapsed() >= NOW_AND_THEN {
            self.said = Instant::now();
            say(&text());
        }
    }
}

fn say(text: &str) {
    // If it cannot be written, the work goes on.
    let _ = writeln!(io::stderr(), "reversi: {}", shown(text));
}
