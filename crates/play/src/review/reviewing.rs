//! Review jobs: running them on a worker.

use std::sync::atomic::Ordering;

use engine::{Engine, Settings};

use super::sheet::{ReviewJob, ReviewSheet};
use super::{Review, Reviewer, verify};
use crate::player::Watch;
use jobs::{Control, Failure, Job, RemoteJob};

/// The state of a worker for review jobs: an engine with one thread.
pub struct Reviewing {
    engine: Engine,
}

impl Reviewing {
    /// An engine with a transposition table of `hash_mb` megabytes.
    #[must_use]
    pub fn new(hash_mb: usize) -> Reviewing {
        Reviewing {
            engine: Engine::new(Settings {
                threads: 1,
                hash_mb,
            }),
        }
    }

    /// Reviews the game of a job; the review is incomplete when it was stopped.
    fn review(&mut self, job: &ReviewJob, control: &mut Control<'_>) -> Result<Review, Failure> {
        let game = job.game().map_err(Failure::Failed)?;
        let effort = job.effort().map_err(Failure::Failed)?;
        let reviewer = Reviewer::new(game, effort);
        let mut reviewer = reviewer.map_err(|error| Failure::Failed(error.to_string()))?;
        // The choice among equally good lines depends on the transposition table.
        self.engine.clear();
        let steps = reviewer.left();
        loop {
            let mut watch = Watch {
                stop: control.stop,
                on_progress: &mut |_| {},
            };
            if control.stop.load(Ordering::SeqCst) || !reviewer.step(&mut self.engine, &mut watch) {
                return Ok(reviewer.into_review());
            }
            let left = reviewer.left();
            (control.progress)(&format!("{left} of {steps} positions to go"));
        }
    }
}

impl Job for ReviewJob {
    type Answer = ReviewSheet;
    type Worker = Reviewing;

    /// Returns complete reviews only: the accuracy of half a game is misleading.
    fn run(
        &self,
        reviewing: &mut Reviewing,
        control: &mut Control<'_>,
    ) -> Result<ReviewSheet, Failure> {
        let review = reviewing.review(self, control)?;
        if !review.is_complete() {
            return Err(Failure::Stopped);
        }
        let unknown = || Failure::Failed("a score is neither exact nor an estimate".to_string());
        ReviewSheet::of(&review).ok_or_else(unknown)
    }

    fn verify(&self, sheet: &ReviewSheet) -> Result<(), String> {
        verify::verify(self, sheet)
    }
}

impl RemoteJob for ReviewJob {
    const KIND: &'static str = "review";

    /// Exact scores are equal. Estimates depend on the size of a worker's transposition table.
    fn agrees(&self, one: &ReviewSheet, other: &ReviewSheet) -> bool {
        one.agrees(other)
    }
}
