//! The lobby: opens the rooms of games, from memory or from the store.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use tokio::time;

use super::engine_pool::EnginePool;
use super::handle::{RoomHandle, RoomMessage, Stage};
use super::registry::Registry;
use super::room::Room;
use crate::fair_queue::Asker;
use crate::game::key;
use crate::game::state::State;
use crate::problem::Problem;
use crate::store::Store;

/// About this many games are in memory at most; the others are in the store.
const MOST_ROOMS: usize = 4096;

/// This many more may be open while idle rooms are closed, and this many are closed at a time.
const SPARE: usize = 256;
const AT_A_TIME: usize = 32;

/// The wait for rooms to close before there is room for another.
const CLOSING: Duration = Duration::from_millis(20);

/// The interval of the heartbeat in the store.
const BEAT: Duration = Duration::from_secs(1);

/// The capacity of a room's inbox.
const MOST_WAITING: usize = 64;

/// How often `open` tries again when it finds a closing room.
const TRIES: usize = 8;

/// Opens the rooms of games, from memory or from the store.
pub struct Lobby {
    registry: Arc<Registry>,
    /// About this many rooms are in memory at most.
    most: usize,
    began: Instant,
}

impl Lobby {
    /// A lobby without games in memory.
    pub fn new(store: Store, engines: Arc<EnginePool>) -> Arc<Lobby> {
        Lobby::of(MOST_ROOMS, store, engines)
    }

    /// A lobby for about this many rooms.
    fn of(most: usize, store: Store, engines: Arc<EnginePool>) -> Arc<Lobby> {
        Arc::new(Lobby {
            registry: Arc::new(Registry::new(store, engines)),
            most,
            began: Instant::now(),
        })
    }

    /// Opens the games whose clocks were running when the program ended. From then on, stores a
    /// heartbeat every second while any clock runs.
    pub async fn resume(self: &Arc<Self>) {
        // A game that cannot be opened reports that when it is asked for.
        for id in self.registry.store.running().await.unwrap_or_default() {
            let _ = self.open(&id, Asker::SERVER).await;
        }
        let lobby = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut beat = time::interval(BEAT);
            while let Some(lobby) = lobby.upgrade() {
                if lobby.registry.is_ticking() {
                    lobby.registry.store.beat().await;
                }
                drop(lobby);
                beat.tick().await;
            }
        });
    }

    /// Whether the room of a game is in memory.
    pub fn is_open(&self, id: &str) -> bool {
        self.registry.lock().contains_key(id)
    }

    /// The number of rooms in memory.
    pub fn rooms(&self) -> usize {
        self.registry.lock().len()
    }

    /// The store of games.
    pub fn store(&self) -> &Store {
        &self.registry.store
    }

    /// Stores a new game and opens its room.
    ///
    /// # Errors
    /// When there are too many games, or it cannot be stored.
    pub async fn create(&self, state: State, asker: Asker) -> Result<RoomHandle, Problem> {
        self.registry.store.check_room().await?;
        let id = state.id.clone();
        self.make_room().await;
        let mut room = self.start(&mut self.registry.lock(), &id, Some(state), asker)?;
        room.opened().await?;
        Ok(room)
    }

    /// Closes rooms that need not be in memory when there are too many.
    async fn make_room(&self) {
        for _ in 0..TRIES {
            {
                let rooms = self.registry.lock();
                if rooms.len() < self.most {
                    return;
                }
                put_away(&rooms);
                if rooms.len() < self.most + SPARE {
                    return;
                }
            }
            time::sleep(CLOSING).await;
        }
    }

    /// The room of a game.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub async fn open(&self, id: &str, asker: Asker) -> Result<RoomHandle, Problem> {
        if !key::is_name(id) {
            return Err(Problem::missing("there is no such game"));
        }
        for _ in 0..TRIES {
            let mut room = self.find(id, asker).await?;
            room.opened().await?;
            if !room.inbox.is_closed() {
                let now = self.began.elapsed().as_secs();
                room.touched.store(now, Ordering::Relaxed);
                return Ok(room);
            }
            // The room is ending; wait for that and open another.
            while room.stage.changed().await.is_ok() {}
        }
        Err(Problem::busy(
            "this game cannot be opened just now; try again",
        ))
    }

    async fn find(&self, id: &str, asker: Asker) -> Result<RoomHandle, Problem> {
        if let Some(room) = self.registry.lock().get(id) {
            return Ok(room.clone());
        }
        self.make_room().await;
        let mut rooms = self.registry.lock();
        match rooms.get(id) {
            Some(room) => Ok(room.clone()),
            None => self.start(&mut rooms, id, None, asker),
        }
    }

    /// Starts the task of a room.
    fn start(
        &self,
        rooms: &mut HashMap<String, RoomHandle>,
        id: &str,
        state: Option<State>,
        asker: Asker,
    ) -> Result<RoomHandle, Problem> {
        if rooms.len() >= self.most + SPARE {
            return Err(Problem::busy(
                "too many games are being played just now; try again later",
            ));
        }
        let (inbox, asks) = mpsc::channel(MOST_WAITING);
        let (stage, seen) = watch::channel(Stage::Opening);
        let room = RoomHandle {
            inbox,
            stage: seen,
            touched: Arc::new(AtomicU64::new(self.began.elapsed().as_secs())),
        };
        rooms.insert(id.to_string(), room.clone());
        let task = Room::keep(
            Arc::clone(&self.registry),
            id.to_string(),
            state,
            asker,
            stage,
            asks,
        );
        tokio::spawn(task);
        Ok(room)
    }
}

/// Asks rooms to end: first those without clients, then those that are only watched, in each case the
/// ones that were opened longest ago.
fn put_away(rooms: &HashMap<String, RoomHandle>) {
    let order = |room: &RoomHandle| (!room.is_alone(), room.touched.load(Ordering::Relaxed));
    let mut oldest: Vec<((bool, u64), &RoomHandle)> =
        rooms.values().map(|room| (order(room), room)).collect();
    oldest.sort_unstable_by_key(|(order, _)| *order);
    for ((has_clients, _), room) in oldest.into_iter().take(AT_A_TIME) {
        let ask = match has_clients {
            true => RoomMessage::CloseIfOnlyWatched,
            false => RoomMessage::CloseIfIdle,
        };
        // A room with a full inbox is not idle.
        let _ = room.inbox.try_send(ask);
    }
}

#[cfg(test)]
mod tests {
    use super::super::handle::Verb;
    use super::super::new_game::Wish;
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn games_that_nobody_looks_at_are_put_away_and_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _writer) = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let lobby = Lobby::of(4, store, Arc::new(EnginePool::new(64).unwrap()));
        let mut games = Vec::new();
        for number in 0..100 {
            let wish = r#"{"black":"human","white":"human","shared":true}"#;
            let state = serde_json::from_str::<Wish>(wish).unwrap().state().unwrap();
            let key = state.keys.black.clone().unwrap();
            let room = lobby.create(state, Asker::SERVER).await.unwrap();
            let seats = room.seats(key.secret()).unwrap();
            let square = ["f5", "d3", "c4", "e6"][number % 4];
            let verb = Verb::Move(square.parse().unwrap(), Some(0));
            let game = room.act(Asker::SERVER, seats, verb).await.unwrap();
            games.push((key, square, game));
            // Closing rooms need a moment.
            while lobby.registry.lock().len() > 4 + AT_A_TIME {
                tokio::task::yield_now().await;
            }
        }
        for (key, square, game) in &games {
            let room = lobby.open(&game.id, Asker::SERVER).await.unwrap();
            let found = room.look().unwrap();
            assert_eq!(found.moves(), game.moves());
            assert_eq!(found.moves().moves, [*square]);
            assert!(!found.seats(key.secret()).is_empty());
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn rooms_that_are_only_watched_make_room_for_players() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _writer) = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let lobby = Lobby::of(4, store, Arc::new(EnginePool::new(64).unwrap()));
        let mut watched = Vec::new();
        let mut present = None;
        for number in 0..4 + SPARE + 50 {
            let wish = r#"{"black":"human","white":"human","shared":true}"#;
            let state = serde_json::from_str::<Wish>(wish).unwrap().state().unwrap();
            let key = state.keys.black.clone().unwrap();
            let room = lobby.create(state, Asker::SERVER).await.unwrap();
            if number == 0 {
                let seats = room.seats(key.secret()).unwrap();
                present = Some(room.come(seats).await);
            }
            watched.push(room);
        }
        let closed = watched.iter().filter(|room| room.closed().is_some());
        assert!(closed.count() >= 50);
        assert!(watched[0].closed().is_none(), "a player is there");
        drop(present);
    }

    #[tokio::test]
    async fn a_game_that_is_not_there_is_not_kept_in_mind() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _writer) = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let lobby = Lobby::of(4, store, Arc::new(EnginePool::new(64).unwrap()));
        for number in 0..50 {
            let id = format!("{number:012}");
            assert!(lobby.open(&id, Asker::SERVER).await.is_err());
        }
        assert!(lobby.registry.lock().is_empty());
    }
}
