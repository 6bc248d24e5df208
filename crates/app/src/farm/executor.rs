//! The executor of a command: the farm, where one was named, or threads of this process.

use std::io::{self, Write};

use jobs::cli::{FarmArgs, Work};
use jobs::{Executor, LocalExecutor, RemoteJob};

use super::own_queue;
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
    F: Fn(usize) -> J::Worker + Send + Sync + 'static,
{
    let tell = |text: &str| {
        // If it cannot be written, the result still comes.
        let _ = writeln!(io::stderr(), "reversi: {}", shown(text));
    };
    let work = Work {
        title,
        worker_command: "reversi worker",
    };
    args.executor(&work, own_queue, local, tell)
}
