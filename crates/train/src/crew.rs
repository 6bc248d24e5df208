//! Who does the work of a run: the farm, where one was named, or threads of this program.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use engine::Network;
use jobs::batch::{Crew, Pool, Work};
use jobs::{FarmArgs, Weights};

/// The crew that the command line asks for. The farm is told which weights are meant by what is in
/// their file.
pub fn crew<W, F>(
    args: &FarmArgs,
    weights: Option<&Path>,
    title: &str,
    local: impl FnOnce() -> Pool<F>,
) -> Result<Box<dyn Crew<W>>>
where
    W: Work + 'static,
    F: Fn() -> W + Sync + 'static,
{
    let weights = match weights {
        None => Weights::of(Network::embedded_bytes()),
        Some(path) => {
            let bytes = fs::read(path);
            Weights::of(&bytes.with_context(|| format!("cannot read {}", path.display()))?)
        }
    };
    let tell = |text: &str| eprintln!("{text}");
    Ok(args.crew(|| weights, title, tell, local))
}
