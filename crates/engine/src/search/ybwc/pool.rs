//! YBWC pool: open split points and idle threads.
//!
//! An idle thread registers a seat. A thread that opens a split point wakes idle threads that may
//! help, no more than there are moves; the others stay asleep. Helper threads may help everywhere.
//! The owner of a split point that waits for its last helpers may help only below its own split
//! point (the helpful master), so it is never late for its own result.

use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;

use super::split_point::SplitPoint;
use crate::search::budget::CachePadded;
use crate::search::node::NodeType;

/// How often an idle thread polls before it sleeps: some tens of microseconds.
const SPINS: u32 = 2_000;

/// The open split points and the idle threads.
pub(crate) struct Pool<S> {
    lists: CachePadded<Mutex<Lists<S>>>,
    /// The number of idle threads that may help everywhere, to be read without the lock.
    free: CachePadded<AtomicUsize>,
}

struct Lists<S> {
    offered: Vec<Arc<SplitPoint<S>>>,
    seats: Vec<Arc<Seat<S>>>,
    closed: bool,
}

/// An idle thread that waits until it is called.
struct Seat<S> {
    thread: Thread,
    /// The split point below which it may help; `None` when it may help everywhere.
    below: Option<Arc<SplitPoint<S>>>,
    called: AtomicBool,
}

impl<S: Copy> Seat<S> {
    fn may_help(&self, split: &SplitPoint<S>) -> bool {
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

/// What an idle thread finds.
enum Found<S> {
    Work(Arc<SplitPoint<S>>),
    Seat(Arc<Seat<S>>),
    /// The search is over.
    Closed,
}

impl<S: Copy> Pool<S> {
    pub(crate) fn new() -> Pool<S> {
        Pool {
            lists: CachePadded(Mutex::new(Lists {
                offered: Vec::new(),
                seats: Vec::new(),
                closed: false,
            })),
            free: CachePadded(AtomicUsize::new(0)),
        }
    }

    /// Whether an idle thread may help with a node below `split`.
    #[inline]
    pub(crate) fn has_helper(&self, split: Option<&SplitPoint<S>>) -> bool {
        self.free.0.load(Relaxed) > 0 || split.is_some_and(SplitPoint::is_awaited)
    }

    /// Opens a split point and calls idle threads to it. Threads that become idle later may join it
    /// as well.
    ///
    /// A thread counts as a helper only after it has joined: the owner may be done before a sleeping
    /// thread has woken up, and does not wait for it then.
    pub(crate) fn offer(&self, split: &Arc<SplitPoint<S>>) {
        // The owner takes one of the moves.
        let wanted = split.moves_left().saturating_sub(1);
        let wanted = wanted.min(split.helpers_wanted());
        let mut called = Vec::new();
        let mut lists = self.lock();
        lists.offered.push(Arc::clone(split));
        // The last thread to become idle is the most likely to be still awake.
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

    /// Closes a split point: no thread joins it from now on.
    pub(crate) fn withdraw(&self, split: &Arc<SplitPoint<S>>) {
        let mut lists = self.lock();
        lists.offered.retain(|it| !Arc::ptr_eq(it, split));
    }

    /// Waits for work; `None` when the search is over.
    pub(crate) fn wait(&self) -> Option<Arc<SplitPoint<S>>> {
        loop {
            let seat = match self.join_or_sit(None) {
                Found::Work(split) => return Some(split),
                Found::Seat(seat) => seat,
                Found::Closed => return None,
            };
            let mut spins = 0;
            while !seat.is_called() {
                spins += 1;
                if spins < SPINS {
                    std::hint::spin_loop();
                } else {
                    std::thread::park();
                }
            }
        }
    }

    /// Waits for the helpers of the caller's own split point: a split point below it to help with, or
    /// `None` when all helpers are done or the pool is closed. The caller counts as idle below its
    /// split point meanwhile, so its helpers may split their work with it.
    pub(crate) fn wait_below(&self, own: &Arc<SplitPoint<S>>) -> Option<Arc<SplitPoint<S>>> {
        while own.is_busy() {
            let seat = match self.join_or_sit(Some(own)) {
                Found::Work(split) => return Some(split),
                Found::Seat(seat) => seat,
                Found::Closed => return None,
            };
            let mut spins = 0;
            while !seat.is_called() && own.is_busy() {
                spins += 1;
                if spins % SPINS == 0 {
                    std::thread::yield_now();
                } else {
                    std::hint::spin_loop();
                }
            }
            self.leave(&seat);
        }
        None
    }

    /// Joins the deepest open split point with moves left (below `own` if given), or registers as idle.
    fn join_or_sit(&self, own: Option<&Arc<SplitPoint<S>>>) -> Found<S> {
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
        let worth = |split: &&Arc<SplitPoint<S>>| {
            let task = &split.task;
            (task.node_type != NodeType::Cut, task.depth)
        };
        if let Some(split) = open.max_by_key(worth) {
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

    /// Removes a seat, unless its thread was called.
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

    /// Counts a thread as busy again. The caller holds the lock.
    fn stand_up(&self, seat: &Seat<S>) {
        match &seat.below {
            Some(own) => own.await_help(false),
            None => _ = self.free.0.fetch_sub(1, Relaxed),
        }
    }

    /// Ends the search for all idle threads.
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

    use reversi_rules::{Board, Square};

    use super::Pool;
    use crate::probcut::Selectivity;
    use crate::search::node::{Best, Move, Node, NodeType, Task};
    use crate::search::ybwc::split_point::SplitPoint;

    fn split(
        depth: u32,
        moves: usize,
        parent: Option<&Arc<SplitPoint<()>>>,
    ) -> Arc<SplitPoint<()>> {
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
            node_type: NodeType::All,
        };
        let best = Best {
            score: 0,
            square: None,
        };
        let candidate = Move {
            square: Square::D3,
            flips: board.flips_unchecked(Square::D3),
            ordering_score: 0,
        };
        let moves = vec![candidate; moves];
        Arc::new(SplitPoint::new(task, moves, 0, best, parent.cloned()))
    }

    /// Waits until the condition holds.
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
                        sender.send(split).expect("the receiver exists");
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
