//! The status of the store: what the writer has done, and whether it can write.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The status of the store. The writer keeps it up to date.
#[derive(Default)]
pub struct Status {
    /// The number of stored games.
    games: AtomicUsize,
    /// The numbers of games created and deleted, and of game states written, since the start.
    created: AtomicU64,
    deleted: AtomicU64,
    saved: AtomicU64,
    /// The number of failed transactions since the start.
    failures: AtomicU64,
    /// Why the last transaction failed, if it did.
    failure: Mutex<Option<String>>,
    in_use: OnceLock<InUse>,
}

/// Tells whether a game is in use and must not be deleted.
pub type InUse = Box<dyn Fn(&str) -> bool + Send + Sync>;

/// The changes of one transaction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    /// Games that were created.
    pub created: usize,
    /// Games that were deleted.
    pub deleted: usize,
    /// Game states that were written.
    pub saved: usize,
    /// Whether anything was written.
    pub wrote: bool,
}

impl Status {
    /// The status of a store with so many games.
    pub fn new(games: usize) -> Status {
        let status = Status::default();
        status.games.store(games, Ordering::Relaxed);
        status
    }

    /// The number of stored games.
    pub fn games(&self) -> usize {
        self.games.load(Ordering::Relaxed)
    }

    /// The number of games created since the start.
    pub fn created(&self) -> u64 {
        self.created.load(Ordering::Relaxed)
    }

    /// The number of games deleted since the start.
    pub fn deleted(&self) -> u64 {
        self.deleted.load(Ordering::Relaxed)
    }

    /// The number of game states written since the start.
    pub fn saved(&self) -> u64 {
        self.saved.load(Ordering::Relaxed)
    }

    /// The number of failed transactions since the start.
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// Why the last transaction failed, if it did.
    pub fn failure(&self) -> Option<String> {
        self.lock().clone()
    }

    /// Sets the function that tells which games are in use. Only the first call counts.
    pub fn set_in_use(&self, in_use: InUse) {
        let _ = self.in_use.set(in_use);
    }

    /// Whether a game is in use and must not be deleted.
    pub(super) fn is_in_use(&self, id: &str) -> bool {
        self.in_use.get().is_some_and(|in_use| in_use(id))
    }

    /// A transaction has been committed.
    pub(super) fn committed(&self, changes: Changes) {
        let Changes {
            created,
            deleted,
            saved,
            wrote,
        } = changes;
        self.games.fetch_add(created, Ordering::Relaxed);
        let less = |games: usize| Some(games.saturating_sub(deleted));
        let order = Ordering::Relaxed;
        // The function never declines.
        let _ = self.games.fetch_update(order, order, less);
        self.created.fetch_add(created as u64, Ordering::Relaxed);
        self.deleted.fetch_add(deleted as u64, Ordering::Relaxed);
        self.saved.fetch_add(saved as u64, Ordering::Relaxed);
        if wrote {
            *self.lock() = None;
        }
    }

    /// A transaction has failed.
    pub(super) fn failed(&self, why: &str) {
        self.failures.fetch_add(1, Ordering::Relaxed);
        *self.lock() = Some(why.to_string());
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        // A panic under the lock cannot leave this half changed.
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
