//! What the threads for analyses and reviews work with.

use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Engine, Settings};

use crate::pool;

/// Megabytes that an analysis remembers positions in, and a review.
const ANALYST: usize = 64;
const REVIEWER: usize = 16;

/// The engines of a thread. Analyses share what they remember and profit from each other. A review
/// has to forget often, so it has an engine of its own, made when it is needed.
pub struct Tools {
    analyst: Engine,
    reviewer: Option<(Job, Engine)>,
}

/// One review among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job(u64);

impl Job {
    /// One like no other.
    pub fn new() -> Job {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Job(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

impl Tools {
    /// Engines that know nothing yet, on a thread that lets players go first.
    pub fn new() -> Tools {
        pool::give_way();
        Tools {
            analyst: engine(ANALYST),
            reviewer: None,
        }
    }

    /// The engine for analyses.
    pub fn analyst(&mut self) -> &mut Engine {
        &mut self.analyst
    }

    /// The engine for a review. It remembers nothing of other reviews, so that each goes as if it
    /// were alone.
    pub fn reviewer(&mut self, job: Job) -> &mut Engine {
        let (last, engine) = self.reviewer.get_or_insert_with(|| (job, engine(REVIEWER)));
        if *last != job {
            engine.clear();
            *last = job;
        }
        engine
    }
}

fn engine(hash_mb: usize) -> Engine {
    Engine::new(Settings {
        threads: 1,
        hash_mb,
    })
}
