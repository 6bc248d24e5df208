//! `reversi solve`: exact scores and best moves.
//!
//! Problems come from a `source`. `problems` gives them out whole, `split` in parts, to an
//! executor: one engine with all threads, or one engine per thread for parts. `answers` restores
//! the order of the problems, and `report` prints a `table` or `json`.

mod answer;
mod answers;
mod json;
mod problems;
mod report;
mod source;
mod split;
mod table;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Error, Result};
use jobs::{Batch, Executor, LocalExecutor};
use play::solve::{SolveJob, Solving};

use crate::cli::{SolveArgs, cores};
use crate::farm;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use answers::AnswerQueue;
use problems::Problems;
use report::Report;
use source::ProblemQueue;
use split::SplitProblems;

/// Solves all problems of the command line.
///
/// Succeeds when every line was read and solved and no file disagrees. Other lines are reported on
/// standard error and skipped.
pub fn run(args: &SolveArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let sources = source::open(args, &interrupt)?;
    let answers = AnswerQueue::new(
        Report::new(args, sources.len(), out),
        Progress::new(sources.iter().map(|source| source.count).sum()),
    );
    let queue = ProblemQueue::new(sources);
    let mut executor = executor(args);
    let mut work = |batch: &mut dyn Batch<SolveJob>| {
        let done = executor.run(batch, interrupt.flag());
        done.map_err(Error::from_boxed)
    };
    let answers = if args.split {
        let mut split = SplitProblems::new(queue, answers, interrupt.clone(), args.wld);
        work(&mut split)?;
        split.finish()
    } else {
        let mut problems = Problems {
            queue,
            answers,
            interrupt: interrupt.clone(),
            wld: args.wld,
            all_moves: args.all_moves,
        };
        work(&mut problems)?;
        problems.answers
    };
    let is_stopped = interrupt.is_stopped();
    let code = answers.finish(is_stopped)?;
    if !is_stopped {
        executor.finish();
    }
    Ok(code)
}

/// The executor. On one machine: one problem at a time with all threads, or parts of a problem with
/// one thread each.
fn executor(args: &SolveArgs) -> Box<dyn Executor<SolveJob>> {
    let threads = args.threads.unwrap_or_else(cores);
    let (workers, threads) = if args.split {
        (threads, 1)
    } else {
        (1, threads)
    };
    let hash_mb = (args.hash / workers).max(1);
    let flags = [
        (args.split, " --split"),
        (args.wld, " --wld"),
        (args.all_moves, " --all-moves"),
    ];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set);
    let flags: String = flags.map(|(_, flag)| flag).collect();
    let title = format!("solve {}{flags}", args.problems.join(" "));
    farm::executor(&args.farm, &title, || {
        LocalExecutor::new(workers, move |_| Solving::new(threads, hash_mb))
    })
}
