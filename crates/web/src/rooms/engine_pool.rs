//! Engine pool: the threads that choose moves and hints for all games.

use std::future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Analysis, Classic, Level, Opponent, Settings};
use play::{Clock, Computers, Player, Repertoire, TimeControl, Watch};
use rules::{Diagram, Game, Point, Size};
use tokio::sync::oneshot;
use tokio::time;

use crate::fair_pool::{self, Asker, FairPool};
use crate::problem::Problem;

/// Megabytes of the transposition table of a quick player.
const QUICK_HASH_MB: usize = 8;

/// The highest level of the engine that is quick.
const QUICK_ENGINE_LEVEL: u32 = 6;

/// The longest time for a move; then the best move so far is made. It is divided among those who wait,
/// but not below the shortest time.
const LONGEST: Duration = Duration::from_secs(20);
const LEAST: Duration = Duration::from_secs(1);

/// How often a search is compared with its share of the time.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Engine pool: threads for players that answer at once, threads for deep ones, and one for hints, so
/// that no quick move waits for a deep search.
pub struct EnginePool {
    quick: FairPool<Computers>,
    deep: FairPool<Computers>,
    hints: FairPool<Computers>,
}

impl EnginePool {
    /// As many threads of each kind as there are cores. The tables of deep players take at most this
    /// many megabytes together.
    ///
    /// # Errors
    /// When the system cannot start threads.
    pub fn new(megabytes: usize) -> io::Result<EnginePool> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let deep_mb = (megabytes / cores).clamp(1, Settings::default().hash_mb);
        Ok(EnginePool {
            quick: FairPool::new("quick", cores, quick_computers)?,
            deep: FairPool::new("deep", cores, move || deep_computers(deep_mb))?,
            hints: FairPool::new("hints", 1, quick_computers)?,
        })
    }

    /// The name of each pool, how many searches wait in it, and how many were queued so far.
    pub fn load(&self) -> [(&'static str, usize, u64); 3] {
        let load = |pool: &FairPool<Computers>| (pool.waiting(), pool.queued());
        [
            ("quick", &self.quick),
            ("deep", &self.deep),
            ("hints", &self.hints),
        ]
        .map(|(name, pool)| {
            let (waiting, queued) = load(pool);
            (name, waiting, queued)
        })
    }

    /// The move of a computer.
    ///
    /// # Errors
    /// When too many searches are waiting, or the search failed.
    pub async fn choose(
        &self,
        asker: Asker,
        diagram: Diagram,
        computer: (Opponent, Level),
    ) -> Result<Point, Problem> {
        let (opponent, level) = computer;
        let think = move |computers: &mut Computers, watch: &mut Watch<'_>| {
            let clock = Clock::new(TimeControl::default());
            let game = Game::from_diagram(diagram);
            computers
                .player(opponent, level)
                .choose(&game, &clock, watch)
        };
        let pool = if is_quick(computer, diagram.size()) {
            &self.quick
        } else {
            &self.deep
        };
        let chosen = think_in(pool, asker, think).await?.ok();
        let stuck = || Problem::broken("the computer found no move");
        chosen.and_then(|chosen| chosen.point).ok_or_else(stuck)
    }

    /// The engine's move and its score; `None` when the game is over.
    ///
    /// # Errors
    /// When too many searches are waiting, or the search failed.
    pub async fn advise(
        &self,
        asker: Asker,
        diagram: Diagram,
        level: Level,
    ) -> Result<Option<Analysis>, Problem> {
        let computer = (Opponent::Engine, level);
        let think = move |computers: &mut Computers, watch: &mut Watch<'_>| {
            computers.advise(&diagram, computer, watch)
        };
        think_in(&self.hints, asker, think).await
    }
}

/// Runs a search in a pool; dropping the future ends it.
async fn think_in<T: Send + 'static>(
    pool: &FairPool<Computers>,
    asker: Asker,
    think: impl FnOnce(&mut Computers, &mut Watch<'_>) -> T + Send + 'static,
) -> Result<T, Problem> {
    let stop_flag = StopOnDrop(Arc::new(AtomicBool::new(false)));
    let stop = Arc::clone(&stop_flag.0);
    let (began, has_begun) = oneshot::channel();
    let thinking = pool.run(asker, move |computers| {
        // The receiver may have been dropped.
        let _ = began.send(());
        let mut watch = Watch {
            stop: &stop,
            on_progress: &mut |_| {},
        };
        think(computers, &mut watch)
    });
    let patience = async {
        let _ = has_begun.await;
        let began = Instant::now();
        while began.elapsed() < share(pool, &asker) {
            time::sleep(CHECK_INTERVAL).await;
        }
        stop_flag.raise();
        future::pending::<()>().await;
    };
    tokio::select! {
        thought = thinking => thought,
        () = patience => Err(Problem::broken("nobody waits for ever")),
    }
}

/// The time that a search of this asker may take now.
fn share(pool: &FairPool<Computers>, asker: &Asker) -> Duration {
    let rivals = u32::try_from(pool.rivals(asker)).unwrap_or(u32::MAX);
    (LONGEST / rivals.saturating_add(1)).max(LEAST)
}

/// The stop flag of a search; dropping it ends the search.
struct StopOnDrop(Arc<AtomicBool>);

impl StopOnDrop {
    fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.raise();
    }
}

/// Whether a player takes only a few milliseconds for a move.
fn is_quick((opponent, level): (Opponent, Level), size: Size) -> bool {
    let most = match (opponent, size.side()) {
        (Opponent::Classic(Classic::Random | Classic::Greedy), _) => return true,
        (Opponent::Engine, _) if size <= Size::EIGHT => QUICK_ENGINE_LEVEL,
        (_, ..=8) => 4,
        (_, ..=14) => 2,
        _ => 1,
    };
    level.moves() <= most
}

fn quick_computers() -> Computers {
    Computers::new(seed()).with_settings(Settings {
        threads: 1,
        hash_mb: QUICK_HASH_MB,
    })
}

fn deep_computers(hash_mb: usize) -> Computers {
    fair_pool::lower_priority();
    let settings = Settings {
        hash_mb,
        ..Settings::default()
    };
    let mut computers = Computers::new(seed()).with_settings(settings);
    computers.open_from(Repertoire::Default);
    computers
}

/// A new seed for each player, so that games differ.
fn seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}
