//! Where work is offered to idle threads.
//!
//! Whoever has nothing to do takes a seat. A thread that offers a split calls those seated who may
//! help, no more than there are moves for; the others are not disturbed. Some may help anybody. The
//! owner of a split that waits for its last helpers may only help them, that is, below its own
//! split: whatever it does then is never late for its own result.

use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;

use super::budget::Apart;
use super::split::Split;

/// How often an idle thread looks for work before it sleeps: some tens of microseconds.
const LOOKS: u32 = 2_000;

/// The splits offered and the threads without work.
pub(crate) struct Pool<S> {
    lists: Apart<Mutex<Lists<S>>>,
    /// How many threads are seated that may help anybody, for a look without the lock.
    free: Apart<AtomicUsize>,
}

struct Lists<S> {
    offered: Vec<Arc<Split<S>>>,
    seats: Vec<Arc<Seat<S>>>,
    closed: bool,
}

/// Where an idle thread waits until it is called.
struct Seat<S> {
    thread: Thread,
    /// The split below which it may help, if it may not help everywhere.
    below: Option<Arc<Split<S>>>,
    called: AtomicBool,
}

impl<S: Copy> Seat<S> {
    fn may_help(&self, split: &Split<S>) -> bool {
        self.below.as_ref().is_none_or(|own| split.is_below(own))
    }

    fn call(&self) {
        self.called.store(true, Release);
        self.thread.unpark();
    }

    fn is_called(&self) -> bool {
        self.called.load(Acquire)
    }
}

/// What a thread without work comes to.
enum Found<S> {
    Work(Arc<Split<S>>),
    Seat(Arc<Seat<S>>),
    /// There will be no more work.
    Closed,
}

impl<S: Copy> Pool<S> {
    pub(crate) fn new() -> Pool<S> {
        Pool {
            lists: Apart(Mutex::new(Lists {
                offered: Vec::new(),
                seats: Vec::new(),
                closed: false,
            })),
            free: Apart(AtomicUsize::new(0)),
        }
    }

    /// Whether somebody idle may help with moves of a position below `split`.
    #[inline]
    pub(crate) fn has_helper(&self, split: Option<&Split<S>>) -> bool {
        self.free.0.load(Relaxed) > 0 || split.is_some_and(Split::is_awaited)
    }

    /// Calls idle threads to a split; whoever is idle later may join it as well.
    ///
    /// Nobody is counted as a helper before it is there: the owner may be done before a thread that
    /// slept has woken, and need not wait for it then.
    pub(crate) fn offer(&self, split: &Arc<Split<S>>) {
        // One of the moves is the owner's.
        let wanted = split.moves_left().saturating_sub(1);
        let mut called = Vec::new();
        let mut lists = self.lock();
        lists.offered.push(Arc::clone(split));
        // Who sat down last is most likely still awake.
        for place in (0..lists.seats.len()).rev() {
            if called.len() == wanted {
                break;
            }
            if lists.seats[place].may_help(split) {
                let seat = lists.seats.remove(place);
                self.stand_up(&seat);
                called.push(seat);
            }
        }
        drop(lists);
        for seat in called {
            seat.call();
        }
    }

    /// No thread joins the split from now on.
    pub(crate) fn withdraw(&self, split: &Arc<Split<S>>) {
        let mut lists = self.lock();
        lists.offered.retain(|it| !Arc::ptr_eq(it, split));
    }

    /// Waits for work; `None` when there will be no more.
    pub(crate) fn wait(&self) -> Option<Arc<Split<S>>> {
        loop {
            let seat = match self.join_or_sit(None) {
                Found::Work(split) => return Some(split),
                Found::Seat(seat) => seat,
                Found::Closed => return None,
            };
            let mut looks = 0;
            while !seat.is_called() {
                looks += 1;
                if looks < LOOKS {
                    std::hint::spin_loop();
                } else {
                    std::thread::park();
                }
            }
        }
    }

    /// Waits for the helpers of a split of one's own: work below it to take part in, or `None` when
    /// all of them are done or the pool is closed. Whoever waits here counts as idle below it, so that
    /// the helpers share what they still have to do.
    pub(crate) fn wait_below(&self, own: &Arc<Split<S>>) -> Option<Arc<Split<S>>> {
        while own.is_busy() {
            let seat = match self.join_or_sit(Some(own)) {
                Found::Work(split) => return Some(split),
                Found::Seat(seat) => seat,
                Found::Closed => return None,
            };
            let mut looks = 0;
            while !seat.is_called() && own.is_busy() {
                looks += 1;
                if looks % LOOKS == 0 {
                    std::thread::yield_now();
                } else {
                    std::hint::spin_loop();
                }
            }
            self.leave(&seat);
        }
        None
    }

    /// Joins the deepest split that has moves left, below `own` if there is one; else takes a seat.
    fn join_or_sit(&self, own: Option<&Arc<Split<S>>>) -> Found<S> {
        let seat = Arc::new(Seat {
            thread: std::thread::current(),
            below: own.cloned(),
            called: AtomicBool::new(false),
        });
        let mut lists = self.lock();
        if lists.closed {
            return Found::Closed;
        }
        let open = lists.offered.iter();
        let open = open.filter(|split| split.has_work() && seat.may_help(split));
        if let Some(split) = open.max_by_key(|split| split.task.depth) {
            split.join();
            return Found::Work(Arc::clone(split));
        }
        lists.seats.push(Arc::clone(&seat));
        match own {
            Some(own) => own.await_help(true),
            None => _ = self.free.0.fetch_add(1, Relaxed),
        }
        Found::Seat(seat)
    }

    /// Leaves a seat, unless one was called from it.
    fn leave(&self, seat: &Arc<Seat<S>>) {
        if seat.is_called() {
            return;
        }
        let mut lists = self.lock();
        if let Some(place) = lists.seats.iter().position(|it| Arc::ptr_eq(it, seat)) {
            lists.seats.remove(place);
            self.stand_up(seat);
        }
    }

    /// Somebody is idle no more. The lists are locked meanwhile.
    fn stand_up(&self, seat: &Seat<S>) {
        match &seat.below {
            Some(own) => own.await_help(false),
            None => _ = self.free.0.fetch_sub(1, Relaxed),
        }
    }

    /// Sends idle threads home.
    pub(super) fn close(&self) {
        let mut lists = self.lock();
        lists.closed = true;
        for seat in lists.seats.drain(..) {
            self.stand_up(&seat);
            seat.call();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Lists<S>> {
        self.lists.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};
    use std::time::Duration;

    use rules::{Board, Square};

    use super::Pool;
    use crate::probcut::Selectivity;
    use crate::search::node::{Move, Node};
    use crate::search::split::{Best, Split, Task};

    fn split(depth: u32, moves: usize, parent: Option<&Arc<Split<()>>>) -> Arc<Split<()>> {
        let board = Board::START;
        let task = Task {
            node: Node {
                board,
                state: (),
                empties: 60,
            },
            depth,
            selectivity: Selectivity::EXACT,
            beta: 1,
        };
        let best = Best {
            score: 0,
            square: None,
        };
        let candidate = Move {
            square: Square::D3,
            flips: board.flips_unchecked(Square::D3),
            promise: 0,
        };
        let moves = vec![candidate; moves];
        Arc::new(Split::new(task, moves, 0, best, parent.cloned()))
    }

    /// Waits until something is so.
    fn until(mut it_is: impl FnMut() -> bool) {
        while !it_is() {
            std::thread::sleep(Duration::from_micros(50));
        }
    }

    #[test]
    fn no_more_threads_are_called_than_there_are_moves_for() {
        let pool = Pool::new();
        let (sender, given) = mpsc::channel();
        std::thread::scope(|scope| {
            for sender in vec![sender; 5] {
                let pool = &pool;
                scope.spawn(move || {
                    if let Some(split) = pool.wait() {
                        sender.send(split).expect("somebody listens");
                    }
                });
            }
            until(|| pool.lock().seats.len() == 5);
            assert!(pool.has_helper(None));
            let offered = split(20, 2, None);
            pool.offer(&offered);
            let helper = given.recv().expect("one of five");
            assert!(Arc::ptr_eq(&helper, &offered));
            assert_eq!(pool.lock().seats.len(), 4);
            pool.withdraw(&offered);
            pool.close();
        });
        assert!(given.try_recv().is_err(), "two moves want one helper");
        assert!(!pool.has_helper(None));
    }

    #[test]
    fn who_comes_later_joins_the_deepest_split_with_moves_left() {
        let pool = Pool::new();
        let [shallow, deep, taken] = [15, 20, 25].map(|depth| split(depth, 1, None));
        taken.take();
        for offered in [&shallow, &deep, &taken] {
            pool.offer(offered);
        }
        let joined = pool.wait().expect("a move is left");
        assert!(Arc::ptr_eq(&joined, &deep));
        assert!(deep.is_busy() && !shallow.is_busy() && !taken.is_busy());
    }

    #[test]
    fn an_owner_who_waits_is_called_below_its_own_split_only() {
        let pool = Pool::new();
        let own = split(20, 2, None);
        let (below, elsewhere) = (split(19, 2, Some(&own)), split(20, 2, None));
        own.join();
        std::thread::scope(|scope| {
            let owner = scope.spawn(|| pool.wait_below(&own));
            until(|| own.is_awaited());
            assert!(!pool.has_helper(None));
            assert!(!pool.has_helper(Some(&elsewhere)));
            assert!(pool.has_helper(Some(&own)) && pool.has_helper(Some(&below)));
            pool.offer(&elsewhere);
            assert!(own.is_awaited() && !elsewhere.is_busy());
            pool.offer(&below);
            let given = owner.join().expect("no panic").expect("work below");
            assert!(Arc::ptr_eq(&given, &below));
            assert!(!own.is_awaited());
        });
    }

    #[test]
    fn an_owner_waits_no_longer_than_its_helpers_work() {
        let pool = Pool::new();
        let own = split(20, 2, None);
        assert!(pool.wait_below(&own).is_none());
        own.join();
        std::thread::scope(|scope| {
            let owner = scope.spawn(|| pool.wait_below(&own));
            until(|| own.is_awaited());
            own.leave();
            assert!(owner.join().expect("no panic").is_none());
        });
        assert!(pool.lock().seats.is_empty() && !own.is_awaited());
    }
}
