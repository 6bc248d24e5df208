//! The executor of a training run: a farm, if one is named, or threads of this process.

use std::path::Path;

use anyhow::Result;
use jobs::cli::{FarmArgs, Work};
use jobs::{Executor, LocalExecutor, RemoteJob};

use crate::weights::farm_queue;

/// The command that starts a worker for training jobs.
const WORKER_COMMAND: &str = "reversi-train worker";

/// The executor that the command line asks for. The digest of the weights file tells the farm which
/// weights to use.
pub fn executor<J, F>(
    args: &FarmArgs,
    weights: Option<&Path>,
    title: &str,
    local: impl FnOnce() -> LocalExecutor<F>,
) -> Result<Box<dyn Executor<J>>>
where
    J: RemoteJob + 'static,
    F: Fn(usize) -> J::Worker + Send + Sync + 'static,
{
    let queue = match args.is_farm() {
        true => Some(farm_queue(weights)?),
        false => None,
    };
    let work = Work {
        title,
        worker_command: WORKER_COMMAND,
    };
    let tell = |text: &str| eprintln!("{text}");
    Ok(match queue {
        Some(queue) => args.executor(&work, || queue, local, tell),
        None => Box::new(local()),
    })
}
