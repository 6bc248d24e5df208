//! Threads of this program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use super::{Batch, Crew, CrewError, Failure, Next, Pulse, Work, attempt};

/// How long news are waited for before the pool looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(50);

/// Some threads, each of which does one job at a time.
///
/// ```
/// use jobs::batch::{Batch, Crew, Failure, Next, Pool, Pulse, Work};
/// use std::ops::ControlFlow;
/// use std::sync::atomic::AtomicBool;
///
/// struct Square;
/// impl Work for Square {
///     const KIND: &'static str = "square";
///     type Job = u64;
///     type Answer = u64;
///     fn perform(&mut self, job: &u64, _: &mut Pulse<'_>) -> Result<u64, Failure> {
///         Ok(job * job)
///     }
/// }
///
/// struct Sum { next: u64, sum: u64 }
/// impl Batch<Square> for Sum {
///     fn next(&mut self) -> Next<u64> {
///         self.next += 1;
///         if self.next <= 10 { Next::Job(self.next as usize, self.next) } else { Next::Done }
///     }
///     fn answered(&mut self, _: usize, answer: Result<u64, String>) -> ControlFlow<()> {
///         self.sum += answer.unwrap();
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut sum = Sum { next: 0, sum: 0 };
/// Pool::new(2, || Square).run(&mut sum, &AtomicBool::new(false)).unwrap();
/// assert_eq!(sum.sum, 385);
/// ```
#[derive(Clone, Debug)]
pub struct Pool<F> {
    threads: usize,
    hire: F,
}

impl<F> Pool<F> {
    /// A pool of so many threads; `hire` makes what does the work on one of them.
    pub fn new(threads: usize, hire: F) -> Pool<F> {
        Pool {
            threads: threads.max(1),
            hire,
        }
    }
}

/// What a thread tells.
enum News<Answer> {
    Said(String),
    Answered(Result<Answer, Failure>),
}

/// A thread as the pool sees it.
struct Hand<Job> {
    jobs: Sender<Job>,
    stop: Arc<AtomicBool>,
    /// The number of what it does, and whether that is still wanted.
    busy: Option<(usize, bool)>,
}

impl<W: Work, F: Fn() -> W + Sync> Crew<W> for Pool<F> {
    fn run(&mut self, batch: &mut dyn Batch<W>, stop: &AtomicBool) -> Result<(), CrewError> {
        let (tell, news) = mpsc::channel();
        thread::scope(|scope| {
            let mut hands = Vec::with_capacity(self.threads);
            for index in 0..self.threads {
                let (jobs, given) = mpsc::channel();
                let flag = Arc::new(AtomicBool::new(false));
                let (tell, heard, hire) = (tell.clone(), Arc::clone(&flag), &self.hire);
                scope.spawn(move || {
                    labour(hire, &given, &heard, &|told| {
                        // Nobody listens any more when the batch is over.
                        let _ = tell.send((index, told));
                    });
                });
                hands.push(Hand {
                    jobs,
                    stop: flag,
                    busy: None,
                });
            }
            batch.hands(self.threads);
            oversee(&mut hands, &news, batch, stop);
            for hand in &hands {
                hand.stop.store(true, Ordering::SeqCst);
            }
        });
        Ok(())
    }
}

/// What one thread does.
fn labour<W: Work>(
    hire: &impl Fn() -> W,
    jobs: &Receiver<W::Job>,
    stop: &AtomicBool,
    tell: &dyn Fn(News<W::Answer>),
) {
    let mut worker = hire();
    while let Ok(job) = jobs.recv() {
        let say = &mut |text: &str| tell(News::Said(text.to_string()));
        let done = attempt(&mut worker, &job, &mut Pulse { stop, say });
        if let Err((_, true)) = done {
            worker = hire();
        }
        tell(News::Answered(done.map_err(|(failure, _)| failure)));
    }
}

/// Gives out jobs and brings back answers until there is nothing more to do.
fn oversee<W: Work>(
    hands: &mut [Hand<W::Job>],
    news: &Receiver<(usize, News<W::Answer>)>,
    batch: &mut dyn Batch<W>,
    stop: &AtomicBool,
) {
    loop {
        let stopped = stop.load(Ordering::SeqCst);
        if stopped {
            for hand in hands.iter() {
                hand.stop.store(true, Ordering::SeqCst);
            }
        } else {
            give_out(hands, batch);
        }
        if hands.iter().all(|hand| hand.busy.is_none()) {
            return;
        }
        let (index, told) = match news.recv_timeout(GLANCE) {
            Ok(news) => news,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let Some((number, wanted)) = hands[index].busy else {
            continue;
        };
        let answer = match told {
            News::Said(text) => {
                if wanted {
                    batch.going_on(number, &text);
                }
                continue;
            }
            News::Answered(answer) => answer,
        };
        hands[index].busy = None;
        let answer = match answer {
            Ok(answer) => Ok(answer),
            Err(Failure::Failed(reason)) => Err(reason),
            Err(Failure::Stopped) => continue,
        };
        if wanted && batch.answered(number, answer).is_break() {
            return;
        }
        recall(hands, &batch.dropped());
    }
}

/// Gives jobs to everybody who is free.
fn give_out<W: Work>(hands: &mut [Hand<W::Job>], batch: &mut dyn Batch<W>) {
    for hand in hands.iter_mut().filter(|hand| hand.busy.is_none()) {
        let Next::Job(number, job) = batch.next() else {
            return;
        };
        hand.stop.store(false, Ordering::SeqCst);
        hand.busy = Some((number, true));
        // A thread ends only with the pool.
        let _ = hand.jobs.send(job);
    }
}

/// Stops work that is not wanted any more.
fn recall<Job>(hands: &mut [Hand<Job>], dropped: &[usize]) {
    for hand in hands {
        if let Some((number, wanted)) = &mut hand.busy
            && dropped.contains(number)
        {
            *wanted = false;
            hand.stop.store(true, Ordering::SeqCst);
        }
    }
}
