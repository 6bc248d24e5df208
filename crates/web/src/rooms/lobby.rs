//! All games that are in memory, and the way to those that are not.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time;

use super::key;
use super::minds::Minds;
use super::room::{Ask, Room, Stage, Verb};
use super::seat::Seats;
use super::snapshot::Snapshot;
use super::state::State;
use crate::problem::Problem;
use crate::store::Store;

/// So many games are in memory, about; the others wait in the file.
const MOST_ROOMS: usize = 4096;

/// So many more while those that nobody looks at are put away, that many at a time.
const SPARE: usize = 256;
const AT_A_TIME: usize = 32;

/// How often it is remembered that the program is at work.
const BEAT: Duration = Duration::from_secs(1);

/// How much a room may have to do.
const MOST_WAITING: usize = 64;

/// How often somebody who finds a room closing tries again.
const TRIES: usize = 8;

/// All games that are in memory, and the way to those that are not.
pub struct Lobby {
    store: Store,
    minds: Arc<Minds>,
    rooms: Mutex<HashMap<String, Door>>,
    /// So many are in memory, about.
    most: usize,
    began: Instant,
    /// Every room whose clock runs has a copy.
    ticking: Arc<()>,
}

/// The way into a room. As long as somebody has one, the room stays.
#[derive(Clone, Debug)]
pub struct Door {
    inbox: mpsc::Sender<Ask>,
    stage: watch::Receiver<Stage>,
    /// Seconds after the lobby was opened.
    touched: Arc<AtomicU64>,
}

impl Lobby {
    /// A lobby without games in memory.
    pub fn new(store: Store, minds: Arc<Minds>) -> Arc<Lobby> {
        Lobby::of(MOST_ROOMS, store, minds)
    }

    /// The same with room for so many.
    fn of(most: usize, store: Store, minds: Arc<Minds>) -> Arc<Lobby> {
        Arc::new(Lobby {
            most,
            store,
            minds,
            rooms: Mutex::default(),
            began: Instant::now(),
            ticking: Arc::default(),
        })
    }

    /// Opens the games whose clocks were running when the program ended, and from now on remembers
    /// each second that it is at work, while any clock runs.
    pub async fn resume(self: &Arc<Self>) {
        // Those that cannot be opened say so to whoever looks for them.
        for id in self.store.running().await.unwrap_or_default() {
            let _ = self.open(&id).await;
        }
        let lobby = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut beat = time::interval(BEAT);
            while let Some(lobby) = lobby.upgrade() {
                if Arc::strong_count(&lobby.ticking) > 1 {
                    lobby.store.beat().await;
                }
                drop(lobby);
                beat.tick().await;
            }
        });
    }

    /// What a room keeps while its clock runs.
    pub fn ticking(&self) -> Arc<()> {
        Arc::clone(&self.ticking)
    }

    /// Where games are kept.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The computers.
    pub fn minds(&self) -> &Arc<Minds> {
        &self.minds
    }

    /// Opens a room for a new game, which is kept from now on.
    ///
    /// # Errors
    /// When there are too many, or it cannot be kept.
    pub async fn create(self: &Arc<Self>, state: State) -> Result<Door, Problem> {
        self.store.check_room()?;
        let id = state.id.clone();
        let mut door = self.start(&mut self.lock(), &id, Some(state))?;
        door.opened().await?;
        Ok(door)
    }

    /// The way to a game.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub async fn open(self: &Arc<Self>, id: &str) -> Result<Door, Problem> {
        if !key::is_name(id) {
            return Err(Problem::missing("there is no such game"));
        }
        for _ in 0..TRIES {
            let mut door = self.find(id)?;
            door.opened().await?;
            if !door.inbox.is_closed() {
                let now = self.began.elapsed().as_secs();
                door.touched.store(now, Ordering::Relaxed);
                return Ok(door);
            }
            // It ends just now; then another can be opened.
            while door.stage.changed().await.is_ok() {}
        }
        Err(Problem::busy(
            "this game cannot be opened just now; try again",
        ))
    }

    fn find(self: &Arc<Self>, id: &str) -> Result<Door, Problem> {
        let mut rooms = self.lock();
        match rooms.get(id) {
            Some(door) => Ok(door.clone()),
            None => self.start(&mut rooms, id, None),
        }
    }

    /// Opens a room that is not open.
    fn start(
        self: &Arc<Self>,
        rooms: &mut HashMap<String, Door>,
        id: &str,
        state: Option<State>,
    ) -> Result<Door, Problem> {
        if rooms.len() >= self.most {
            put_away(rooms);
        }
        if rooms.len() >= self.most + SPARE {
            return Err(Problem::busy(
                "too many games are being played just now; try again later",
            ));
        }
        let (inbox, asks) = mpsc::channel(MOST_WAITING);
        let (stage, seen) = watch::channel(Stage::Opening);
        let door = Door {
            inbox,
            stage: seen,
            touched: Arc::new(AtomicU64::new(self.began.elapsed().as_secs())),
        };
        rooms.insert(id.to_string(), door.clone());
        let room = Room::keep(Arc::clone(self), id.to_string(), state, stage, asks);
        tokio::spawn(room);
        Ok(door)
    }

    /// Takes a room off the list if nobody has a way into it and it has nothing to do. From then on
    /// whoever comes opens another.
    pub fn try_close(&self, id: &str, inbox: &mut mpsc::Receiver<Ask>) -> bool {
        let mut rooms = self.lock();
        let may_end = rooms.get(id).is_none_or(Door::is_alone) && inbox.is_empty();
        if may_end {
            inbox.close();
            rooms.remove(id);
        }
        may_end
    }

    /// Takes a room off the list that has failed.
    pub fn forget(&self, id: &str) {
        self.lock().remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Door>> {
        // Nothing is ever left half changed: see the few lines that hold the lock.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks the rooms that nobody has looked into for the longest time to end.
fn put_away(rooms: &HashMap<String, Door>) {
    let alone = rooms.values().filter(|door| door.is_alone());
    let mut oldest: Vec<(u64, &Door)> = alone
        .map(|door| (door.touched.load(Ordering::Relaxed), door))
        .collect();
    oldest.sort_unstable_by_key(|(touched, _)| *touched);
    for (_, door) in oldest.into_iter().take(AT_A_TIME) {
        // One that has so much to do is not idle.
        let _ = door.inbox.try_send(Ask::Leave);
    }
}

impl Door {
    /// Waits until the room is open.
    async fn opened(&mut self) -> Result<Arc<Snapshot>, Problem> {
        let is_settled = |stage: &Stage| !matches!(stage, Stage::Opening);
        match self.stage.wait_for(is_settled).await.as_deref() {
            Ok(Stage::Open(snapshot)) => Ok(Arc::clone(snapshot)),
            Ok(Stage::Closed(problem)) => Err(problem.clone()),
            _ => Err(lost()),
        }
    }

    fn is_alone(&self) -> bool {
        Arc::strong_count(&self.touched) == 1
    }

    /// How the game stands.
    ///
    /// # Errors
    /// When the room could not be opened.
    pub fn look(&self) -> Result<Arc<Snapshot>, Problem> {
        // If too much is asked of it, it is awake.
        let _ = self.inbox.try_send(Ask::Look);
        match &*self.stage.borrow() {
            Stage::Open(snapshot) => Ok(Arc::clone(snapshot)),
            Stage::Closed(problem) => Err(problem.clone()),
            Stage::Opening => Err(lost()),
        }
    }

    /// The seats that a key opens.
    ///
    /// # Errors
    /// When it opens none.
    pub fn seats(&self, key: &str) -> Result<Seats, Problem> {
        let seats = self.look()?.seats(key);
        if seats.is_empty() {
            return Err(Problem::forbidden(
                "bad_key",
                "this is no key of this game; without one you can watch it",
            ));
        }
        Ok(seats)
    }

    /// Waits for the next change; `None` when the room has ended.
    pub async fn changed(&mut self) -> Option<()> {
        self.stage.changed().await.ok()
    }

    /// The newest that there is to see. It counts as seen.
    pub fn newest(&mut self) -> Option<Arc<Snapshot>> {
        match &*self.stage.borrow_and_update() {
            Stage::Open(snapshot) => Some(Arc::clone(snapshot)),
            _ => None,
        }
    }

    /// Has something done, for one who has the keys of these seats.
    ///
    /// # Errors
    /// When it cannot be done; nothing has changed then.
    pub async fn act(&self, who: Seats, verb: Verb) -> Result<Arc<Snapshot>, Problem> {
        let (sender, answer) = oneshot::channel();
        let sent = self.inbox.send(Ask::Do(who, verb, sender)).await;
        sent.map_err(|_| lost())?;
        answer.await.map_err(|_| lost())?
    }

    /// Waits until no computer thinks.
    ///
    /// # Errors
    /// When the room ends before.
    pub async fn rested(&mut self) -> Result<Arc<Snapshot>, Problem> {
        let rests = |stage: &Stage| match stage {
            Stage::Open(snapshot) => snapshot.thinking.is_none(),
            _ => false,
        };
        match self.stage.wait_for(rests).await.as_deref() {
            Ok(Stage::Open(snapshot)) => Ok(Arc::clone(snapshot)),
            _ => Err(lost()),
        }
    }

    /// Says that somebody with the keys of these seats is here, for as long as the answer is kept.
    pub async fn come(&self, seats: Seats) -> Presence {
        if !seats.is_empty() {
            let _ = self.inbox.send(Ask::Come(seats)).await;
        }
        let inbox = self.inbox.clone();
        Presence { inbox, seats }
    }
}

/// Somebody who is here.
#[derive(Debug)]
pub struct Presence {
    inbox: mpsc::Sender<Ask>,
    seats: Seats,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let Presence { inbox, seats } = self;
        if seats.is_empty() {
            return;
        }
        if let Err(mpsc::error::TrySendError::Full(ask)) = inbox.try_send(Ask::Go(*seats)) {
            let inbox = inbox.clone();
            tokio::spawn(async move { inbox.send(ask).await });
        }
    }
}

fn lost() -> Problem {
    Problem::broken("the game had to be opened anew; try again")
}

#[cfg(test)]
mod tests {
    use super::super::create::Wish;
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn games_that_nobody_looks_at_are_put_away_and_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _writer) = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let lobby = Lobby::of(4, store, Arc::new(Minds::new().unwrap()));
        let mut games = Vec::new();
        for number in 0..100 {
            let wish = r#"{"black":"human","white":"human","shared":true}"#;
            let state = serde_json::from_str::<Wish>(wish).unwrap().state().unwrap();
            let key = state.keys.black.clone().unwrap();
            let door = lobby.create(state).await.unwrap();
            let seats = door.seats(key.secret()).unwrap();
            let square = ["f5", "d3", "c4", "e6"][number % 4];
            let verb = Verb::Move(square.parse().unwrap(), Some(0));
            let game = door.act(seats, verb).await.unwrap();
            games.push((key, square, game));
            // Those that were asked to end need a moment for it.
            while lobby.lock().len() > 4 + AT_A_TIME {
                tokio::task::yield_now().await;
            }
        }
        for (key, square, game) in &games {
            let door = lobby.open(&game.id).await.unwrap();
            let found = door.look().unwrap();
            assert_eq!(found.moves(), game.moves());
            assert_eq!(found.moves().moves, [*square]);
            assert!(!found.seats(key.secret()).is_empty());
        }
    }

    #[tokio::test]
    async fn a_game_that_is_not_there_is_not_kept_in_mind() {
        let folder = tempfile::tempdir().unwrap();
        let (store, _writer) = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let lobby = Lobby::of(4, store, Arc::new(Minds::new().unwrap()));
        for number in 0..50 {
            let id = format!("{number:012}");
            assert!(lobby.open(&id).await.is_err());
        }
        assert!(lobby.lock().is_empty());
    }
}
