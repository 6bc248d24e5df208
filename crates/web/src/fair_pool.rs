//! Fair thread pool: engine threads that serve askers in the order of a [`FairQueue`].
//!
//! Searches run on these threads and not on those that answer requests, so they never block the page.
//! Each kind of work has a pool, so that one kind never blocks another. In a pool the asker that has
//! been served least comes next, however many jobs another has queued.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use tokio::sync::oneshot;

use super::fair_queue::{FairQueue, Limits};
use super::problem::Problem;

pub use super::fair_queue::Asker;

/// The most work that waits: in all, for each network of weight 1, and for each visitor.
const MOST_WAITING: usize = 4096;
const MOST_OF_NETWORK: usize = 256;
const MOST_OF_VISITOR: usize = 16;

/// The niceness of a thread of lower priority.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 5;

/// A fair thread pool. Each thread has tools of its own (an engine, mostly), which it keeps from one
/// piece of work to the next. The threads end with the pool.
pub struct FairPool<T> {
    queue: Arc<Queue<T>>,
}

struct Queue<T> {
    waiting: Mutex<Waiting<T>>,
    changed: Condvar,
}

struct Waiting<T> {
    jobs: FairQueue<Job<T>>,
    is_closed: bool,
}

/// A piece of work.
struct Job<T> {
    asker: Asker,
    work: Work<T>,
}

type Work<T> = Box<dyn FnOnce(&mut T) + Send>;

/// A place in the queue; dropping it removes the work.
struct Place<'a, T> {
    queue: &'a Queue<T>,
    asker: Asker,
    number: u64,
}

impl<T> Drop for Place<'_, T> {
    fn drop(&mut self) {
        self.queue.lock().jobs.remove(&self.asker, self.number);
    }
}

impl<T: 'static> FairPool<T> {
    /// Starts the threads. Each makes its tools when its first work comes. One network uses all of
    /// them but one, so that others always find a free one soon.
    ///
    /// # Errors
    /// When the system cannot start threads.
    pub fn new(
        name: &str,
        threads: usize,
        tools: impl Fn() -> T + Clone + Send + 'static,
    ) -> io::Result<FairPool<T>> {
        let limits = Limits {
            all: MOST_WAITING,
            network: MOST_OF_NETWORK,
            visitor: MOST_OF_VISITOR,
            running: threads.saturating_sub(1).max(1),
        };
        let queue = Arc::new(Queue {
            waiting: Mutex::new(Waiting {
                jobs: FairQueue::new(limits),
                is_closed: false,
            }),
            changed: Condvar::new(),
        });
        let pool = FairPool { queue };
        for number in 0..threads {
            let (queue, tools) = (Arc::clone(&pool.queue), tools.clone());
            let thread = thread::Builder::new().name(format!("{name}-{number}"));
            thread.spawn(move || queue.work(&tools))?;
        }
        Ok(pool)
    }

    /// Does a piece of work when it is the asker's turn. Dropping the future before that removes the
    /// work from the queue.
    ///
    /// # Errors
    /// When too much is waiting already, or the work failed.
    pub async fn run<R: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce(&mut T) -> R + Send + 'static,
    ) -> Result<R, Problem> {
        let (sender, receiver) = oneshot::channel();
        let has_begun = Arc::new(AtomicBool::new(false));
        let begins = Arc::clone(&has_begun);
        let work = Box::new(move |tools: &mut T| {
            begins.store(true, Ordering::Relaxed);
            if !sender.is_closed() {
                // The asker may have disconnected.
                let _ = sender.send(work(tools));
            }
        });
        let number = self.queue.add(asker, work)?;
        let _place = Place {
            queue: &*self.queue,
            asker,
            number,
        };
        let lost = |_| match has_begun.load(Ordering::Relaxed) {
            true => Problem::broken("the engine failed on this position"),
            false => too_much(),
        };
        receiver.await.map_err(lost)
    }

    /// How many pieces of work were queued so far.
    pub fn queued(&self) -> u64 {
        self.queue.lock().jobs.added()
    }

    /// How many pieces of work wait for a thread.
    pub fn waiting(&self) -> usize {
        self.queue.lock().jobs.waiting()
    }

    /// How many others wait that share the threads with this asker.
    pub fn rivals(&self, asker: &Asker) -> usize {
        self.queue.lock().jobs.rivals(asker)
    }

    /// Whether somebody waits who has not been served yet.
    pub fn has_newcomer(&self, asker: &Asker) -> bool {
        self.queue.lock().jobs.has_newcomer(asker)
    }

    /// Whether work waits that has a better claim than work of this asker which has run for this long.
    pub fn is_outranked(&self, asker: &Asker, worked: Duration) -> bool {
        let waiting = self.queue.lock();
        waiting.jobs.is_outranked(asker, worked.as_secs_f64())
    }
}

/// The answer to work that is not accepted.
fn too_much() -> Problem {
    Problem::busy("the engine has too much to do just now; try again in a moment")
}

/// Lowers the priority of the calling thread: for work that takes long. Does nothing where the system
/// has no priorities for threads.
pub fn lower_priority() {
    // Without it, all threads are equal.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

impl<T> Drop for FairPool<T> {
    fn drop(&mut self) {
        self.queue.lock().is_closed = true;
        self.queue.changed.notify_all();
    }
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        // A panic under the lock cannot leave this half changed.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a piece of work for an asker and returns its number.
    fn add(&self, asker: Asker, work: Work<T>) -> Result<u64, Problem> {
        let added = self.lock().jobs.add(&asker, Job { asker, work });
        self.changed.notify_one();
        added.map_err(|_| too_much())
    }

    /// The next piece of work; `None` when the pool is closed.
    fn next(&self) -> Option<Job<T>> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.jobs.take() {
                return Some(job);
            }
            let changed = self.changed.wait(waiting);
            waiting = changed.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, make: &impl Fn() -> T) {
        let mut tools = None;
        while let Some(Job { asker, work }) = self.next() {
            let began = Instant::now();
            let at_hand = tools.get_or_insert_with(make);
            let done = catch_unwind(AssertUnwindSafe(|| work(at_hand)));
            // After a panic the tools may be inconsistent.
            if done.is_err() {
                tools = None;
            }
            let seconds = began.elapsed().as_secs_f64();
            self.lock().jobs.finish(&asker, seconds);
            // Work of the same network may have waited for this one to end.
            self.changed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
    }

    fn network(network: u128) -> Asker {
        Asker {
            network,
            visitor: 0,
            game: 0,
            weight: 1,
        }
    }

    const GATE: u128 = 0;
    const ANALYST: u128 = 1;
    const PLAYER: u128 = 2;

    #[test]
    fn who_asks_for_much_waits_for_who_asks_for_little() {
        let pool: FairPool<Vec<&str>> = FairPool::new("test", 1, Vec::new).unwrap();
        let (release, gate) = mpsc::channel::<()>();
        runtime().block_on(async {
            let ask = |who: u128, what: &'static str| {
                pool.run(network(who), move |done: &mut Vec<&str>| {
                    done.push(what);
                    done.clone()
                })
            };
            let first = pool.run(network(GATE), move |_| gate.recv().is_ok());
            let open = async { release.send(()) };
            let (_, _, _, last, quick, _) = tokio::join!(
                first,
                ask(ANALYST, "a1"),
                ask(ANALYST, "a2"),
                ask(ANALYST, "a3"),
                ask(PLAYER, "move"),
                open
            );
            assert_eq!(quick.unwrap(), ["a1", "move"]);
            assert_eq!(last.unwrap(), ["a1", "move", "a2", "a3"]);
        });
    }

    #[test]
    fn work_that_fails_is_told_and_the_next_goes_on() {
        let pool: FairPool<()> = FairPool::new("test", 1, || ()).unwrap();
        runtime().block_on(async {
            let failed = pool.run(network(1), |()| panic!("as a test")).await;
            assert!(failed.unwrap_err().is_ours());
            assert_eq!(pool.run(network(1), |()| 7).await, Ok(7));
        });
    }

    #[test]
    fn who_goes_away_takes_no_turn() {
        let pool: FairPool<()> = FairPool::new("test", 1, || ()).unwrap();
        let (release, gate) = mpsc::channel::<()>();
        runtime().block_on(async {
            let mut busy = std::pin::pin!(pool.run(network(GATE), move |()| gate.recv().is_ok()));
            let mut given_up = Box::pin(pool.run(network(1), |()| 1));
            let mut kept = std::pin::pin!(pool.run(network(1), |()| 2));
            // Polled once each, they are in the queue.
            tokio::select! { biased; _ = &mut busy => {}, _ = &mut given_up => {}, _ = &mut kept => {}, () = async {} => {} }
            while pool.waiting() > 2 {
                tokio::task::yield_now().await;
            }
            drop(given_up);
            assert_eq!(pool.waiting(), 1);
            release.send(()).unwrap();
            assert_eq!(busy.await, Ok(true));
            assert_eq!(kept.await, Ok(2));
            assert_eq!(pool.waiting(), 0);
        });
    }

    #[test]
    fn one_visitor_cannot_fill_the_queue() {
        let pool: FairPool<()> = FairPool::new("test", 0, || ()).unwrap();
        for number in 0..=MOST_OF_VISITOR {
            let added = pool.queue.add(network(1), Box::new(|()| {}));
            assert_eq!(added.is_ok(), number < MOST_OF_VISITOR);
        }
        assert!(pool.queue.add(network(2), Box::new(|()| {})).is_ok());
        assert_eq!(pool.waiting(), MOST_OF_VISITOR + 1);
    }
}
