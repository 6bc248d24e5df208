//! The executor of a command: the farm, where one was named, or threads of this process.

use std::io::{self, Write};

use jobs::cli::FarmArgs;
use jobs::{Executor, Farm, LocalExecutor, RemoteJob};

use super::own_weights;
use crate::input::shown;

/// The executor that the command line asks for. The title describes the work: the same command has
/// the same title, and resumes its batch.
pub fn executor<J, F>(
    args: &FarmArgs,
    title: &str,
    local: impl FnOnce() -> LocalExecutor<F>,
) -> Box<dyn Executor<J>>
where
    J: RemoteJob + 'static,
    F: Fn(usize) -> J::Worker + Sync + 'static,
{
    let tell = |text: &str| {
        // If it cannot be written, the result still comes.
        let _ = writeln!(io::stderr(), "reversi: {}", shown(text));
    };
    let farm = |link, batch| Farm::new(link, own_weights(), batch, title, tell);
    args.executor(farm, local)
}
