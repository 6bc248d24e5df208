//! Computers that think for all games.

use std::future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use engine::{Analysis, Classic, Level, Opponent, Settings};
use play::{Clock, Computers, Player, Repertoire, TimeControl, Watch};
use rules::{Diagram, Game, Point, Size};
use tokio::sync::oneshot;
use tokio::time;

use crate::pool::{self, Asker, Pool};
use crate::problem::Problem;

/// Megabytes that a quick thinker remembers positions in: it looks at few.
const QUICK_MEMORY: usize = 8;

/// The highest level of the engine that answers at once.
const QUICK_ENGINE: u32 = 6;

/// The longest that a computer thinks about a move; then it makes the best one so far. Where others
/// wait it is less, but never less than the least.
const LONGEST: Duration = Duration::from_secs(20);
const LEAST: Duration = Duration::from_secs(1);

/// Computers that think for all games, on threads of their own: some that answer at once, some that
/// take their time, and one that gives advice, so that nobody waits for those who think deeper.
pub struct Minds {
    quick: Pool<Computers>,
    deep: Pool<Computers>,
    adviser: Pool<Computers>,
}

impl Minds {
    /// As many as there are cores.
    ///
    /// # Errors
    /// When the system has no threads to give.
    pub fn new() -> io::Result<Minds> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Ok(Minds {
            quick: Pool::new("quick", cores, quick_mind)?,
            deep: Pool::new("deep", cores, deep_mind)?,
            adviser: Pool::new("adviser", 1, quick_mind)?,
        })
    }

    /// The move of a computer.
    ///
    /// # Errors
    /// When too many wait for one already, or thinking failed.
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

    /// What the engine would do, and what it thinks of that; `None` when nobody can move.
    ///
    /// # Errors
    /// When too many wait for one already, or thinking failed.
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
        think_in(&self.adviser, asker, think).await
    }
}

/// Has somebody think; who no longer waits for the answer ends it.
async fn think_in<T: Send + 'static>(
    pool: &Pool<Computers>,
    asker: Asker,
    think: impl FnOnce(&mut Computers, &mut Watch<'_>) -> T + Send + 'static,
) -> Result<T, Problem> {
    let leash = Leash(Arc::new(AtomicBool::new(false)));
    let stop = Arc::clone(&leash.0);
    let (began, has_begun) = oneshot::channel();
    let thinking = pool.run(asker, move |mind| {
        // Who waits for it may have gone.
        let _ = began.send(());
        let mut watch = Watch {
            stop: &stop,
            on_progress: &mut |_| {},
        };
        think(mind, &mut watch)
    });
    let patience = async {
        let _ = has_begun.await;
        let others = u32::try_from(pool.waiting()).unwrap_or(u32::MAX);
        let share = LONGEST / others.saturating_add(1);
        time::sleep(share.max(LEAST)).await;
        leash.pull();
        future::pending::<()>().await;
    };
    tokio::select! {
        thought = thinking => thought,
        () = patience => Err(Problem::broken("nobody waits for ever")),
    }
}

/// Ends a search when it is dropped.
struct Leash(Arc<AtomicBool>);

impl Leash {
    fn pull(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.pull();
    }
}

/// Whether a computer takes a few milliseconds for a move.
fn is_quick((opponent, level): (Opponent, Level), size: Size) -> bool {
    let most = match (opponent, size.side()) {
        (Opponent::Classic(Classic::Random) | Opponent::Classic(Classic::Greedy), _) => {
            return true;
        }
        (Opponent::Engine, _) if size <= Size::EIGHT => QUICK_ENGINE,
        (_, ..=8) => 4,
        (_, ..=14) => 2,
        _ => 1,
    };
    level.moves() <= most
}

fn quick_mind() -> Computers {
    Computers::new(seed()).with_settings(Settings {
        threads: 1,
        hash_mb: QUICK_MEMORY,
    })
}

fn deep_mind() -> Computers {
    pool::give_way();
    let mut mind = Computers::new(seed());
    mind.open_from(Repertoire::Default);
    mind
}

/// Other games each time.
fn seed() -> u64 {
    getrandom::u64().unwrap_or_default()
}
