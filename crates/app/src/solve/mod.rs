//! `reversi solve`: positions played perfectly to the end.
//!
//! Problems come from a `source` and are given out whole (`problems`) or split (`pieces`) to an
//! executor, which is one engine with all threads unless they are split. A `ledger` brings the answers into the
//! order of the problems, a `verdict` compares them with the file's, and a `report` prints them as a
//! `table` or as `json`.

mod json;
mod ledger;
mod pieces;
mod problems;
mod report;
mod source;
mod table;
mod verdict;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Error, Result};
use jobs::{Batch, Executor, LocalExecutor};
use play::solve::{SolveJob, Solving};

use crate::cli::{SolveArgs, cores};
use crate::farm;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use ledger::Ledger;
use pieces::Pieces;
use problems::Problems;
use report::Report;
use source::Supply;

/// Solves everything that the command line names.
///
/// Succeeds when every line could be read and solved and no file disagrees. Lines that cannot be
/// are named on standard error and skipped.
pub fn run(args: &SolveArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let sources = source::open(args, &interrupt)?;
    let ledger = Ledger::new(
        Report::new(args, sources.len(), out),
        Progress::new(sources.iter().map(|source| source.count).sum()),
    );
    let supply = Supply::new(sources);
    let mut executor = executor(args);
    let mut work = |batch: &mut dyn Batch<SolveJob>| {
        let done = executor.run(batch, interrupt.flag());
        done.map_err(Error::from_boxed)
    };
    let ledger = if args.split {
        let mut pieces = Pieces::new(supply, ledger, interrupt.clone(), args.wld);
        work(&mut pieces)?;
        pieces.finish()
    } else {
        let mut problems = Problems {
            supply,
            ledger,
            interrupt: interrupt.clone(),
            wld: args.wld,
            all_moves: args.all_moves,
        };
        work(&mut problems)?;
        problems.ledger
    };
    let is_stopped = interrupt.is_stopped();
    let code = ledger.finish(is_stopped)?;
    if !is_stopped {
        executor.finish();
    }
    Ok(code)
}

/// The executor: on one machine one problem after the other by all threads together, or the pieces of
/// one by each of them alone.
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
