//! The local executor: threads of this process.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::batch::{Batch, Executor, ExecutorError, Next};
use crate::job::{Failure, Job};
use crate::threads::{Assignment, Report, serve};

/// How often the executor checks whether to stop while no report comes.
const POLL: Duration = Duration::from_millis(50);

/// Some threads, each of which runs one job at a time.
///
/// ```
/// use jobs::{Batch, Control, Executor, Failure, Job, LocalExecutor, Next};
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
///
/// struct Square(u64);
/// impl Job for Square {
///     type Answer = u64;
///     type Worker = ();
///     fn run(&self, _: &mut (), _: &mut Control<'_>) -> Result<u64, Failure> {
///         Ok(self.0 * self.0)
///     }
///     fn verify(&self, answer: &u64) -> Result<(), String> {
///         let right = answer.isqrt() == self.0;
///         right.then_some(()).ok_or_else(|| "not its square".to_string())
///     }
/// }
///
/// struct Sum { next: u64, sum: u64 }
/// impl Batch<Square> for Sum {
///     fn next(&mut self) -> Next<Square> {
///         self.next += 1;
///         if self.next > 10 { return Next::Done; }
///         Next::Job(self.next as usize, Square(self.next))
///     }
///     fn answered(&mut self, _: usize, answer: Result<u64, String>) -> ControlFlow<()> {
///         self.sum += answer.unwrap();
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut sum = Sum { next: 0, sum: 0 };
/// LocalExecutor::new(2, |_| ()).run(&mut sum, &AtomicBool::new(false)).unwrap();
/// assert_eq!(sum.sum, 385);
/// ```
#[derive(Clone, Debug)]
pub struct LocalExecutor<F> {
    threads: usize,
    make_worker: F,
}

impl<F> LocalExecutor<F> {
    /// An executor with this many threads; `make_worker` makes the worker of a thread, which it is given
    /// the number of, counted from 0.
    pub fn new(threads: usize, make_worker: F) -> LocalExecutor<F> {
        LocalExecutor {
            threads: threads.max(1),
            make_worker,
        }
    }

    /// What makes its workers.
    #[cfg(feature = "cli")]
    pub(crate) fn into_make_worker(self) -> F {
        self.make_worker
    }
}

impl<J: Job, F: Fn(usize) -> J::Worker + Sync> Executor<J> for LocalExecutor<F> {
    fn run(&mut self, batch: &mut dyn Batch<J>, stop: &AtomicBool) -> Result<(), ExecutorError> {
        let (queue, jobs) = mpsc::channel();
        let (report, reports) = mpsc::channel();
        let jobs = &Mutex::new(jobs);
        thread::scope(|scope| {
            for number in 0..self.threads {
                let (report, make_worker) = (report.clone(), &self.make_worker);
                scope.spawn(move || {
                    serve(jobs, &|| make_worker(number), &|told| {
                        // The receiver is gone when the batch is over.
                        let _ = report.send(told);
                    });
                });
            }
            // The channel closes when all threads have died, so that the executor does not wait for ever.
            drop(report);
            batch.capacity(self.threads);
            let mut running = Running {
                most: self.threads,
                queue,
                jobs: HashMap::new(),
                tickets: 0,
            };
            running.supervise(&reports, batch, stop);
            running.stop_all();
        });
        Ok(())
    }
}

/// The jobs that threads are running.
struct Running<J> {
    most: usize,
    queue: Sender<Assignment<J>>,
    jobs: HashMap<u64, Entry>,
    tickets: u64,
}

/// A running job.
struct Entry {
    /// Its number in the batch.
    number: usize,
    /// Whether its answer is still needed.
    wanted: bool,
    stop: Arc<AtomicBool>,
}

impl<J: Job> Running<J> {
    /// Gives out jobs and reports answers until there is nothing more to do.
    fn supervise(
        &mut self,
        reports: &Receiver<Report<J::Answer>>,
        batch: &mut dyn Batch<J>,
        stop: &AtomicBool,
    ) {
        loop {
            if stop.load(Ordering::SeqCst) {
                self.stop_all();
            } else {
                self.fill(batch);
            }
            if self.jobs.is_empty() {
                return;
            }
            match reports.recv_timeout(POLL) {
                Ok(Report::Started(_)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Ok(Report::Progress(ticket, text)) => {
                    if let Some(entry) = self.jobs.get(&ticket).filter(|entry| entry.wanted) {
                        batch.progress(entry.number, &text);
                    }
                }
                Ok(Report::Ended(ticket, answer)) => {
                    let Some(entry) = self.jobs.remove(&ticket) else {
                        continue;
                    };
                    let answer = match answer {
                        Ok(answer) => Ok(answer),
                        Err(Failure::Failed(reason)) => Err(reason),
                        Err(Failure::Stopped) => continue,
                    };
                    if entry.wanted && batch.answered(entry.number, answer).is_break() {
                        return;
                    }
                    self.cancel(&batch.cancelled());
                }
            }
        }
    }

    /// Gives jobs to all idle threads.
    fn fill(&mut self, batch: &mut dyn Batch<J>) {
        while self.jobs.len() < self.most {
            let Next::Job(number, job) = batch.next() else {
                return;
            };
            self.tickets += 1;
            let stop = Arc::new(AtomicBool::new(false));
            let entry = Entry {
                number,
                wanted: true,
                stop: Arc::clone(&stop),
            };
            self.jobs.insert(self.tickets, entry);
            // The queue is open as long as this executor runs.
            let _ = self.queue.send(Assignment {
                ticket: self.tickets,
                job,
                stop,
            });
        }
    }

    /// Stops jobs whose answers are not needed any more.
    fn cancel(&mut self, numbers: &[usize]) {
        for entry in self.jobs.values_mut() {
            if numbers.contains(&entry.number) {
                entry.wanted = false;
                entry.stop.store(true, Ordering::SeqCst);
            }
        }
    }

    fn stop_all(&self) {
        for entry in self.jobs.values() {
            entry.stop.store(true, Ordering::SeqCst);
        }
    }
}
