//! The rooms that are in memory, and what they share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use super::engine_pool::EnginePool;
use super::handle::{RoomHandle, RoomMessage};
use crate::store::Store;

/// The rooms that are in memory, by the ids of their games, and what they share.
pub struct Registry {
    /// The store of games.
    pub store: Store,
    /// The engines that choose moves.
    pub engines: Arc<EnginePool>,
    rooms: Mutex<HashMap<String, RoomHandle>>,
    /// Every room whose clock runs holds a copy.
    ticking: Arc<()>,
}

impl Registry {
    /// A registry without rooms.
    pub fn new(store: Store, engines: Arc<EnginePool>) -> Registry {
        Registry {
            store,
            engines,
            rooms: Mutex::default(),
            ticking: Arc::default(),
        }
    }

    /// A room holds this while its clock runs.
    pub fn ticking(&self) -> Arc<()> {
        Arc::clone(&self.ticking)
    }

    /// Whether the clock of any room runs.
    pub fn is_ticking(&self) -> bool {
        Arc::strong_count(&self.ticking) > 1
    }

    /// Removes a room without handles and messages. A later client opens another.
    pub fn try_close(&self, id: &str, inbox: &mut mpsc::Receiver<RoomMessage>) -> bool {
        let mut rooms = self.lock();
        let may_end = rooms.get(id).is_none_or(RoomHandle::is_alone) && inbox.is_empty();
        if may_end {
            inbox.close();
            rooms.remove(id);
        }
        may_end
    }

    /// Whether no client has a handle of a room.
    pub fn is_alone(&self, id: &str) -> bool {
        self.lock().get(id).is_none_or(RoomHandle::is_alone)
    }

    /// Removes a room that has failed.
    pub fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    /// The rooms, locked until the guard is dropped.
    pub fn lock(&self) -> MutexGuard<'_, HashMap<String, RoomHandle>> {
        // A panic under the lock cannot leave this half changed.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
