//! Engine pool: the threads that choose moves and hints for all games.

use std::future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Analysis, Classic, Level, Opponent, Random, Settings};
use play::people::HumanModel;
use play::rival::{self, Rung};
use play::{Clock, Computer, Computers, Player, Repertoire, TimeControl, Watch};
use rules::{Diagram, Game, Point, Size};
use tokio::sync::oneshot;
use tokio::time;

use crate::fair_pool::{self, Asker, FairPool};
use crate::game::clock::RivalClock;
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

    /// The move of a computer. `clock` is the clock of a rival, which takes its time.
    ///
    /// # Errors
    /// When too many searches are waiting, or the search failed.
    pub async fn choose(
        &self,
        asker: Asker,
        diagram: Diagram,
        computer: Computer,
        clock: Option<RivalClock>,
    ) -> Result<Reply, Problem> {
        let think = move |computers: &mut Computers, watch: &mut Watch<'_>| {
            let unlimited = Clock::new(TimeControl::default());
            let game = Game::from_diagram(diagram);
            let chosen = computers.player(computer).choose(&game, &unlimited, watch);
            let timed = computer.rung().zip(clock);
            let time = timed.map(|(rung, clock)| move_time(rung, &game, clock));
            (chosen, time)
        };
        let pool = if is_quick(computer, diagram.size()) {
            &self.quick
        } else {
            &self.deep
        };
        let (chosen, time) = think_in(pool, asker, think).await?;
        let stuck = || Problem::broken("the computer found no move");
        let point = chosen.ok().and_then(|chosen| chosen.point);
        let point = point.ok_or_else(stuck)?;
        Ok(Reply { point, time })
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

/// The move of a computer, and the time that it takes for it where it plays like a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub point: Point,
    /// The time from the start of its turn.
    pub time: Option<Duration>,
}

/// The time that a rival takes for its move. Where there is no model of people, every move looks sensible.
fn move_time(rung: Rung, game: &Game, clock: RivalClock) -> Duration {
    let chances: Vec<f32> = match game.diagram().to_board() {
        Some(board) => {
            let chances = HumanModel::embedded().chances(board, rung.rating());
            chances.iter().map(|chance| chance.probability).collect()
        }
        None => {
            let legal = game.legal_moves();
            legal
                .into_iter()
                .map(|_| 1.0 / legal.len() as f32)
                .collect()
        }
    };
    let RivalClock { left, increment } = clock;
    let mut random = Random::new(seed());
    let squares = game.size().area() as u32;
    let empties = game.empties();
    rival::move_time(&chances, (empties, squares), left, increment, &mut random)
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
fn is_quick(computer: Computer, size: Size) -> bool {
    let moves = match computer {
        Computer::Classic(Classic::Random | Classic::Greedy, _) => return true,
        Computer::Engine(level) | Computer::Classic(_, level) => level.moves(),
        Computer::Rival(rung) if size == Size::EIGHT => rung.strength().depth,
        // It searches after each move.
        Computer::Rival(rung) => rung.sight(size).depth + 1,
    };
    let most = match (computer, size.side()) {
        (Computer::Engine(_) | Computer::Rival(_), ..=8) => QUICK_ENGINE_LEVEL,
        (_, ..=8) => 4,
        (_, ..=14) => 2,
        _ => 1,
    };
    moves <= most
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
