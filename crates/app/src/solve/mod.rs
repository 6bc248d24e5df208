//! `reversi solve`: positions played perfectly to the end, one by one.
//!
//! Problems come from a `source`, a `solver` answers them, a `verdict` compares the answers with
//! the file's, and a `report` prints them as a `table` or as `json`.

mod json;
mod report;
mod solver;
mod source;
mod table;
mod verdict;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Error, Result, bail};
use engine::Analysis;
use rules::Diagram;

use crate::cli::SolveArgs;
use crate::input;
use crate::interrupt::{self, Interrupt};
use crate::progress::Progress;
use report::{Answer, Report};
use solver::{Solver, UnsolvableSize};
use source::{Entry, Source};
use verdict::{Totals, Verdict};

/// Solves everything that the command line names.
///
/// Succeeds when every line could be read and solved and no file disagrees. Lines that cannot be
/// are named on standard error and skipped.
pub fn run(args: &SolveArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let sources = source::open(args, &interrupt)?;
    let mut work = Work {
        solver: Solver::new(args),
        progress: Progress::new(sources.iter().map(|source| source.count).sum()),
        report: Report::new(args, sources.len(), out),
        totals: Totals::default(),
        done: 0,
        interrupt,
    };
    for source in sources {
        work.solve_all(source)?;
    }
    work.finish()
}

/// Everything that goes on while problems are solved.
struct Work {
    solver: Solver,
    interrupt: Interrupt,
    progress: Progress,
    report: Report,
    totals: Totals,
    /// Problems taken up so far.
    done: usize,
}

impl Work {
    /// Solves the problems of a source until there are no more or somebody stops it.
    fn solve_all(&mut self, mut source: Source) -> Result<()> {
        while !self.interrupt.is_stopped()
            && let Some(entry) = source.entries.next()
        {
            let Entry { number, problem } = entry?;
            self.progress.done(self.done);
            self.done += 1;
            let answered = problem
                .map_err(Error::from)
                .and_then(|problem| Ok((self.solve(number, &problem.diagram)?, problem)));
            let (analysis, problem) = match answered {
                Ok(answered) => answered,
                Err(error) => {
                    let complain = || complain(&source.place(number), &error);
                    self.progress.aside(complain);
                    self.totals.skipped += 1;
                    continue;
                }
            };
            let verdict = Verdict::of(&problem, &analysis);
            self.totals.add(&analysis, verdict.as_ref());
            let answer = Answer {
                source: &source.name,
                number,
                problem: &problem,
                analysis: &analysis,
                verdict,
            };
            self.progress.aside(|| self.report.add(&answer))?;
        }
        Ok(())
    }

    fn solve(&mut self, number: usize, diagram: &Diagram) -> Result<Analysis, UnsolvableSize> {
        let progress = &self.progress;
        progress.say(|| format!("#{number}"));
        let stop = self.interrupt.flag();
        self.solver.solve(diagram, stop, &mut |analysis| {
            progress.say(|| table::so_far(number, analysis));
        })
    }

    /// Prints the sums and tells how it went.
    fn finish(mut self) -> Result<ExitCode> {
        drop(self.progress);
        let is_stopped = self.interrupt.is_stopped();
        if self.done == 0 && !is_stopped {
            bail!("there is no problem to solve there");
        }
        self.report.close(&self.totals, is_stopped)?;
        Ok(if is_stopped {
            interrupt::EXIT_CODE.into()
        } else if self.totals.is_good() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Names a problem that cannot be solved and says why.
fn complain(place: &str, why: &Error) {
    let message = input::shown(&format!("{place}: {why}; skipped"));
    // If even this cannot be written, the exit code still tells.
    let _ = writeln!(io::stderr(), "reversi: {message}");
}
