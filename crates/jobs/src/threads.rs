//! Threads that run jobs, one after another: the part that all executors and workers share.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

use crate::job::{Control, Failure, Job};

/// A job on its way to a thread.
pub struct Assignment<J> {
    /// Identifies it in reports.
    pub ticket: u64,
    /// The job.
    pub job: J,
    /// Set when it is to end.
    pub stop: Arc<AtomicBool>,
}

/// What threads report.
pub enum Report<A> {
    /// A job has begun.
    #[cfg_attr(
        not(feature = "nats"),
        expect(dead_code, reason = "for workers of a farm")
    )]
    Started(u64),
    /// The progress of a job.
    Progress(u64, String),
    /// A job has ended.
    Ended(u64, Result<A, Failure>),
}

/// Runs jobs from a queue that threads share, until the queue is closed.
///
/// `make_worker` makes the worker of this thread. A panic in a job is a failure like any other; the worker
/// may be damaged after it and is replaced.
pub fn serve<J: Job>(
    queue: &Mutex<Receiver<Assignment<J>>>,
    make_worker: &dyn Fn() -> J::Worker,
    report: &dyn Fn(Report<J::Answer>),
) {
    let mut worker = make_worker();
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Assignment { ticket, job, stop }) = next else {
            return;
        };
        if stop.load(Ordering::SeqCst) {
            let stopped = Err(Failure::Stopped);
            report(Report::Ended(ticket, stopped));
            continue;
        }
        report(Report::Started(ticket));
        let mut progress = |text: &str| report(Report::Progress(ticket, text.to_string()));
        let mut control = Control {
            stop: &stop,
            progress: &mut progress,
        };
        let ran = panic::catch_unwind(AssertUnwindSafe(|| job.run(&mut worker, &mut control)));
        let is_damaged = ran.is_err();
        let answer = ran.unwrap_or_else(|panic| Err(Failure::Failed(message(&*panic))));
        report(Report::Ended(ticket, answer));
        if is_damaged {
            worker = make_worker();
        }
    }
}

/// The text of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!(
        "a fault in the program: {}",
        text.unwrap_or("no reason given")
    )
}
