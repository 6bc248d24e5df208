//! A worker: it takes jobs from the farm, does them and brings back the answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tokio::runtime::Builder;

use crate::hands::Trade;
use crate::link::{FarmError, Link};
use crate::names::Weights;
use crate::site::Site;

/// A worker of a farm.
pub struct Worker {
    /// Where the farm is.
    pub link: Link,
    /// The weights that it judges with.
    pub weights: Weights,
    /// How many jobs it does at once.
    pub threads: usize,
    /// What it can do.
    pub trades: Vec<Trade>,
    /// Set when no more jobs are to be taken; those begun are finished.
    pub finish: Arc<AtomicBool>,
    /// Set when everything is to be handed back.
    pub leave: Arc<AtomicBool>,
}

/// What happens to a worker.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It is ready for jobs.
    Ready,
    /// The server is away.
    Away,
    /// The server is back.
    Back,
    /// It has answered a job.
    Answered {
        /// Of which batch.
        batch: String,
        /// Of which kind.
        kind: String,
        /// After how many seconds.
        seconds: f64,
    },
    /// It could not do a job.
    Failed {
        /// Of which batch.
        batch: String,
        /// Why.
        reason: String,
        /// Whether nobody will try again.
        given_up: bool,
    },
    /// Its answer could not be kept by the server.
    Unkept(String),
    /// There are jobs that it leaves to others.
    Refused {
        /// What it would need to be.
        needs: String,
        /// How many.
        waiting: u64,
    },
    /// It takes no more jobs.
    Finishing {
        /// How many it is still at.
        left: usize,
    },
}

/// What a worker has done in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Jobs answered.
    pub done: u64,
    /// Jobs that could not be done.
    pub failed: u64,
    /// Jobs handed back.
    pub handed_back: u64,
}

impl Worker {
    /// Works until it is told to end.
    ///
    /// # Errors
    /// When the farm cannot be reached in the first place, or does not want us.
    pub fn run(self, tell: &mut dyn FnMut(News)) -> Result<Ended, FarmError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| FarmError::new(format!("cannot begin: {error}")))?;
        let ended = runtime.block_on(async {
            let connection = self.link.connect("reversi worker").await?;
            let mut site = Site::open(self, connection).await?;
            site.work(tell).await
        });
        runtime.shutdown_timeout(Duration::from_millis(200));
        ended
    }
}
