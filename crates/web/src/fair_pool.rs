//! Fair thread pool: a queue of engine threads in which askers take turns.
//!
//! Searches run on these threads and not on those that answer requests, so they never block the page.
//! Each kind of work has a pool, so that one kind never blocks another. In a pool each asker in turn
//! gets one job done, however many jobs one of them has queued.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{io, thread};

use tokio::sync::oneshot;

use super::problem::Problem;

/// The key of a queue: jobs of one asker wait for each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asker(pub String);

/// The most pieces of work that wait, over all and for each asker.
const MOST_WAITING: usize = 4096;
const MOST_OF_ONE: usize = 16;

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
    /// Askers with waiting work, the next one first.
    order: VecDeque<Asker>,
    work: HashMap<Asker, VecDeque<Job<T>>>,
    count: usize,
    /// The number of pieces queued so far.
    numbered: u64,
    is_closed: bool,
}

/// A piece of work.
struct Job<T> {
    number: u64,
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
        self.queue.lock().remove(&self.asker, self.number);
    }
}

impl<T: 'static> FairPool<T> {
    /// Starts the threads. Each makes its tools when its first work comes.
    ///
    /// # Errors
    /// When the system cannot start threads.
    pub fn new(name: &str, threads: usize, tools: fn() -> T) -> io::Result<FairPool<T>> {
        let queue = Arc::new(Queue {
            waiting: Mutex::new(Waiting {
                order: VecDeque::new(),
                work: HashMap::new(),
                count: 0,
                numbered: 0,
                is_closed: false,
            }),
            changed: Condvar::new(),
        });
        let pool = FairPool { queue };
        for number in 0..threads {
            let queue = Arc::clone(&pool.queue);
            let thread = thread::Builder::new().name(format!("{name}-{number}"));
            thread.spawn(move || queue.work(tools))?;
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
        let work = Box::new(move |tools: &mut T| {
            if !sender.is_closed() {
                // The asker may have disconnected.
                let _ = sender.send(work(tools));
            }
        });
        let number = self.queue.add(asker.clone(), work)?;
        let _place = Place {
            queue: &*self.queue,
            asker,
            number,
        };
        let lost = |_| Problem::broken("the engine failed on this position");
        receiver.await.map_err(lost)
    }

    /// How many pieces of work were queued so far.
    pub fn queued(&self) -> u64 {
        self.queue.lock().numbered
    }

    /// How many pieces of work wait for a thread.
    pub fn waiting(&self) -> usize {
        self.queue.lock().count
    }
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
        let mut waiting = self.lock();
        let Waiting {
            order,
            work: all,
            count,
            numbered,
            ..
        } = &mut *waiting;
        let of_asker = all.get(&asker).map_or(0, VecDeque::len);
        if *count >= MOST_WAITING || of_asker >= MOST_OF_ONE {
            return Err(Problem::busy(
                "the engine has too much to do just now; try again in a moment",
            ));
        }
        if of_asker == 0 {
            order.push_back(asker.clone());
        }
        *numbered += 1;
        let number = *numbered;
        all.entry(asker)
            .or_default()
            .push_back(Job { number, work });
        *count += 1;
        self.changed.notify_one();
        Ok(number)
    }

    /// The next piece of work; `None` when the pool is closed.
    fn next(&self) -> Option<Job<T>> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(job) = waiting.take() {
                return Some(job);
            }
            let changed = self.changed.wait(waiting);
            waiting = changed.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self, make: fn() -> T) {
        let mut tools = None;
        while let Some(job) = self.next() {
            let at_hand = tools.get_or_insert_with(make);
            let done = catch_unwind(AssertUnwindSafe(|| (job.work)(at_hand)));
            // After a panic the tools may be inconsistent.
            if done.is_err() {
                tools = None;
            }
        }
    }
}

impl<T> Waiting<T> {
    /// The first piece of work of the next asker, who then goes to the end of the queue.
    fn take(&mut self) -> Option<Job<T>> {
        let asker = self.order.pop_front()?;
        let of_asker = self.work.get_mut(&asker)?;
        let job = of_asker.pop_front()?;
        if of_asker.is_empty() {
            self.work.remove(&asker);
        } else {
            self.order.push_back(asker);
        }
        self.count -= 1;
        Some(job)
    }

    /// Removes a piece of work that has not begun.
    fn remove(&mut self, asker: &Asker, number: u64) {
        let Some(of_asker) = self.work.get_mut(asker) else {
            return;
        };
        let before = of_asker.len();
        of_asker.retain(|job| job.number != number);
        self.count -= before - of_asker.len();
        if of_asker.is_empty() {
            self.work.remove(asker);
            self.order.retain(|waiting| waiting != asker);
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

    #[test]
    fn who_asks_for_much_waits_for_who_asks_for_little() {
        let pool: FairPool<Vec<&str>> = FairPool::new("test", 1, Vec::new).unwrap();
        let (release, gate) = mpsc::channel::<()>();
        runtime().block_on(async {
            let ask = |who: &str, what: &'static str| {
                pool.run(Asker(who.to_string()), move |done: &mut Vec<&str>| {
                    done.push(what);
                    done.clone()
                })
            };
            let first = pool.run(Asker("gate".to_string()), move |_| gate.recv().is_ok());
            let open = async { release.send(()) };
            let (_, _, _, last, quick, _) = tokio::join!(
                first,
                ask("analyst", "a1"),
                ask("analyst", "a2"),
                ask("analyst", "a3"),
                ask("player", "move"),
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
            let asker = || Asker("one".to_string());
            let failed = pool.run(asker(), |()| panic!("as a test")).await;
            assert!(failed.is_err());
            assert_eq!(pool.run(asker(), |()| 7).await, Ok(7));
        });
    }

    #[test]
    fn who_goes_away_takes_no_turn() {
        let pool: FairPool<()> = FairPool::new("test", 1, || ()).unwrap();
        let (release, gate) = mpsc::channel::<()>();
        runtime().block_on(async {
            let asker = |name: &str| Asker(name.to_string());
            let mut busy = std::pin::pin!(pool.run(asker("gate"), move |()| gate.recv().is_ok()));
            let mut given_up = Box::pin(pool.run(asker("one"), |()| 1));
            let mut kept = std::pin::pin!(pool.run(asker("one"), |()| 2));
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
            assert!(pool.queue.lock().order.is_empty());
        });
    }

    #[test]
    fn one_asker_cannot_fill_the_queue() {
        let pool: FairPool<()> = FairPool::new("test", 0, || ()).unwrap();
        for number in 0..=MOST_OF_ONE {
            let added = pool.queue.add(Asker("one".to_string()), Box::new(|()| {}));
            assert_eq!(added.is_ok(), number < MOST_OF_ONE);
        }
        assert!(
            pool.queue
                .add(Asker("two".to_string()), Box::new(|()| {}))
                .is_ok()
        );
        assert_eq!(pool.waiting(), MOST_OF_ONE + 1);
    }
}
