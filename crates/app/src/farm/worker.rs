//! `reversi worker`: runs the jobs that players give to a farm.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use arena::contest::{GameJob, Gaming};
use jobs::JobKind;
use jobs::cli::{Console, WorkerCommand};
use play::review::{ReviewJob, Reviewing};
use play::solve::{SolveJob, Solving};

use super::{own_queue, place};
use crate::cli::WorkerArgs;
use crate::input::shown;
use crate::progress::Progress;

/// Runs the worker that the command line asks for, until the user ends it.
pub fn run(args: &WorkerArgs) -> Result<ExitCode> {
    let command = WorkerCommand {
        link: place(&args.link)?,
        threads: args.threads,
        name: args.name.clone(),
        queue: own_queue(),
        kinds: kinds(args.hash),
    };
    command.run(&mut Screen(Progress::spinner()))?;
    Ok(ExitCode::SUCCESS)
}

/// The kinds of jobs that it can run.
fn kinds(hash: usize) -> Vec<JobKind> {
    vec![
        JobKind::new::<SolveJob>(move || Solving::new(1, hash)),
        JobKind::new::<ReviewJob>(move || Reviewing::new(hash)),
        JobKind::new::<GameJob>(Gaming::new),
    ]
}

/// The terminal, with a line that shows the state.
struct Screen(Progress);

impl Console for Screen {
    fn print(&mut self, text: &str) {
        // If it cannot be written, the work goes on.
        let write = || writeln!(io::stderr(), "reversi: {}", shown(text));
        let _ = self.0.aside(write);
    }

    fn show(&mut self, text: &str) -> bool {
        let is_possible = Progress::is_possible();
        if is_possible {
            self.0.say(|| text.to_string());
        }
        is_possible
    }
}
