//! Reviews as work for many workers.

use std::sync::atomic::Ordering;

use engine::{Engine, Settings};

use super::sheet::{ReviewJob, ReviewSheet};
use super::{Review, Reviewer, verify};
use crate::player::Watch;
use jobs::{Control, Failure, Job, RemoteJob};

/// Reviews games, one after the other, with an engine of its own that has one thread.
pub struct Reviewing {
    engine: Engine,
}

impl Reviewing {
    /// One with a table of so many megabytes.
    #[must_use]
    pub fn new(hash_mb: usize) -> Reviewing {
        Reviewing {
            engine: Engine::new(Settings {
                threads: 1,
                hash_mb,
            }),
        }
    }

    /// Reviews a game from its end to its beginning.
    fn review(&mut self, job: &ReviewJob, control: &mut Control<'_>) -> Result<Review, Failure> {
        let game = job.game().map_err(Failure::Failed)?;
        let effort = job.effort().map_err(Failure::Failed)?;
        let reviewer = Reviewer::new(game, effort);
        let mut reviewer = reviewer.map_err(|error| Failure::Failed(error.to_string()))?;
        // Lines that are equally good are told in an order that depends on what is remembered.
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

    /// A whole review, or none: how well somebody played is not told by half a game.
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
}
