//! Workers that are honest, and workers that lie.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jobs::{Control, Failure, Job, Link, RemoteJob};
use serde::{Deserialize, Serialize};

use super::square::{RunningWorker, Square, queue};

/// The same job, done by a worker that lies after a number of honest answers.
#[derive(Serialize, Deserialize)]
struct Lie(Square);

/// How many honest answers are left.
type Honesty = Arc<AtomicU64>;

impl Job for Lie {
    type Answer = u64;
    type Worker = Honesty;

    fn run(&self, honesty: &mut Honesty, control: &mut Control<'_>) -> Result<u64, Failure> {
        let less = |left: u64| left.checked_sub(1);
        let is_honest = honesty.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
        let square = self.0.run(&mut (), control)?;
        Ok(match is_honest {
            Ok(_) => square,
            // It verifies.
            Err(_) => square + self.0.number,
        })
    }

    fn verify(&self, answer: &u64) -> Result<(), String> {
        self.0.verify(answer)
    }
}

impl RemoteJob for Lie {
    const KIND: &'static str = "square";

    fn agrees(&self, one: &u64, other: &u64) -> bool {
        one == other
    }
}

/// A worker that does its jobs.
pub fn honest(link: &Link, name: &str) -> RunningWorker {
    RunningWorker::doing::<Square>(link, 1, Some(name), queue(), || ())
}

/// A worker that lies after `honesty` honest answers.
pub fn liar(link: &Link, name: &str, honesty: u64) -> RunningWorker {
    let honesty = Arc::new(AtomicU64::new(honesty));
    RunningWorker::doing::<Lie>(link, 1, Some(name), queue(), move || Arc::clone(&honesty))
}
