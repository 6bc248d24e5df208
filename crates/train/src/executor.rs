//! The executor of a training run: a farm, if one is named, or threads of this process.

use std::path::Path;

use anyhow::Result;
use jobs::cli::FarmArgs;
use jobs::{Executor, Farm, LocalExecutor, RemoteJob};

use crate::weights::farm_weights;

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
    F: Fn(usize) -> J::Worker + Sync + 'static,
{
    let weights = farm_weights(weights)?;
    let tell = |text: &str| eprintln!("{text}");
    let farm = |link, batch| Farm::new(link, weights, batch, title, tell).served_by(WORKER_COMMAND);
    Ok(args.executor(farm, local))
}
