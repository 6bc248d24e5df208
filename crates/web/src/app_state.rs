//! The state that all requests share.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::Result;
use engine::{Engine, Settings};

use super::fair_pool::{self, FairPool};
use super::guard::Memory;
use super::metrics::Metrics;
use super::rooms::{EnginePool, FairPlay, Lobby};
use super::shutdown::Shutdown;
use super::static_files::StaticFiles;
use super::store::Store;
use super::study::StudyEngines;

/// The state that all requests share: the page's files, the pools of threads, and the games.
pub struct AppState {
    /// The files of the page.
    pub files: StaticFiles,
    /// Engines that play and give hints.
    pub engines: Arc<EnginePool>,
    /// Engines for analyses and reviews.
    pub study: Arc<FairPool<StudyEngines>>,
    /// The engine that solves puzzles.
    pub puzzles: FairPool<Engine>,
    /// Threads that read and write records and search trees.
    pub documents: FairPool<()>,
    /// The thread that draws pictures.
    pub pictures: FairPool<()>,
    /// The games.
    pub lobby: Arc<Lobby>,
    /// The games between two people, in which no engine helps.
    pub fair_play: FairPlay,
    /// The memory bound.
    pub memory: Arc<Memory>,
    /// Signals the shutdown of the server.
    pub shutdown: Shutdown,
    /// The counters.
    pub metrics: Arc<Metrics>,
}

impl AppState {
    /// The state of a new server.
    ///
    /// # Errors
    /// When the system cannot start threads.
    pub fn open(
        page: Option<PathBuf>,
        store: Store,
        memory: Arc<Memory>,
        shutdown: Shutdown,
    ) -> Result<AppState> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        // A quarter of the memory for the tables of those who play, a quarter for those who study.
        let tables = memory.megabytes() / 4;
        let engines = Arc::new(EnginePool::new(tables)?);
        let students = cores.div_ceil(2);
        let study = FairPool::new("study", students, move || {
            StudyEngines::new(tables / students)
        })?;
        Ok(AppState {
            files: StaticFiles::new(page),
            study: Arc::new(study),
            puzzles: FairPool::new("puzzles", 1, puzzle_engine)?,
            documents: FairPool::new("documents", cores.div_ceil(2), || ())?,
            pictures: FairPool::new("pictures", 1, fair_pool::lower_priority)?,
            lobby: Lobby::new(store, Arc::clone(&engines)),
            fair_play: FairPlay::default(),
            memory,
            engines,
            shutdown,
            metrics: Arc::new(Metrics::new()),
        })
    }

    /// The name of each pool of threads, how much work waits in it, and how much was queued so far.
    pub fn load(&self) -> Vec<(&'static str, usize, u64)> {
        let mut pools = self.engines.load().to_vec();
        pools.extend([
            ("study", self.study.waiting(), self.study.queued()),
            ("puzzles", self.puzzles.waiting(), self.puzzles.queued()),
            (
                "documents",
                self.documents.waiting(),
                self.documents.queued(),
            ),
            ("pictures", self.pictures.waiting(), self.pictures.queued()),
        ]);
        pools
    }
}

/// An engine for puzzles. They are small, so its transposition table is, too.
pub fn puzzle_engine() -> Engine {
    Engine::new(Settings {
        threads: 1,
        hash_mb: 4,
    })
}
