//! The engines of a study thread: one for analyses and one for reviews.

use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Engine, Settings};

use crate::fair_pool;

/// The most megabytes of the transposition tables for analyses and for reviews.
const ANALYST: usize = 64;
const REVIEWER: usize = 16;

/// The engines of a thread. Analyses share one transposition table and profit from each other. Each
/// review begins with an empty table, so reviews have an engine of their own, made when needed.
pub struct StudyEngines {
    analyst: Engine,
    reviewer: Option<(ReviewId, Engine)>,
    /// Megabytes of the table for reviews.
    reviewer_mb: usize,
}

/// The identity of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewId(u64);

impl ReviewId {
    /// A new identity.
    pub fn new() -> ReviewId {
        static LAST: AtomicU64 = AtomicU64::new(0);
        ReviewId(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

impl StudyEngines {
    /// Engines with empty tables, on a thread of lower priority than those of players.
    /// The tables take at most this many megabytes.
    pub fn new(megabytes: usize) -> StudyEngines {
        fair_pool::lower_priority();
        StudyEngines {
            analyst: engine((megabytes * 4 / 5).clamp(1, ANALYST)),
            reviewer: None,
            reviewer_mb: (megabytes / 5).clamp(1, REVIEWER),
        }
    }

    /// The engine for analyses.
    pub fn analyst(&mut self) -> &mut Engine {
        &mut self.analyst
    }

    /// The engine for a review. Its table holds nothing of other reviews, so that results do not
    /// depend on them.
    pub fn reviewer(&mut self, review_id: ReviewId) -> &mut Engine {
        let reviewer_mb = self.reviewer_mb;
        let (last, engine) = self
            .reviewer
            .get_or_insert_with(|| (review_id, engine(reviewer_mb)));
        if *last != review_id {
            engine.clear();
            *last = review_id;
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
