//! Puts answers into the order of the problems.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Error, Result, bail};
use engine::Analysis;
use rules::Diagram;
use rules::formats::obf::Problem;

use crate::input;
use crate::interrupt;
use crate::progress::Progress;
use crate::solve::answer::Answer;
use crate::solve::report::Report;
use crate::solve::source::{Entry, Label};
use play::solve::{Comparison, Totals};

/// The problems given out and their answers. Prints each answer as soon as all answers before it
/// are printed.
pub struct AnswerQueue {
    report: Report,
    progress: Progress,
    totals: Totals,
    /// Problems that are not printed yet, in order.
    open: VecDeque<Open>,
    /// Number of printed problems.
    printed: usize,
    /// The first error of reading or printing.
    error: Option<Error>,
}

/// A problem that is not printed yet.
struct Open {
    label: Rc<Label>,
    number: usize,
    problem: Option<Problem>,
    answer: Option<Result<Analysis>>,
}

impl AnswerQueue {
    /// An empty queue.
    pub fn new(report: Report, progress: Progress) -> AnswerQueue {
        AnswerQueue {
            report,
            progress,
            totals: Totals::default(),
            open: VecDeque::new(),
            printed: 0,
            error: None,
        }
    }

    /// Adds a problem; returns its index, and its position if the line was valid.
    pub fn take_up(&mut self, label: Rc<Label>, entry: Entry) -> (usize, Option<Diagram>) {
        let Entry { number, problem } = entry;
        let place = self.printed + self.open.len();
        self.progress.done(self.answered());
        let (problem, answer) = match problem {
            Ok(problem) => (Some(problem), None),
            Err(why) => (None, Some(Err(Error::from(why)))),
        };
        let diagram = problem.as_ref().map(|problem| problem.diagram);
        if diagram.is_some() {
            self.progress.say(|| format!("#{number}"));
        }
        self.open.push_back(Open {
            label,
            number,
            problem,
            answer,
        });
        self.print();
        (place, diagram)
    }

    /// Stores the answer to a problem, or the reason why there is none.
    pub fn answer(&mut self, place: usize, answer: Result<Analysis>) {
        if let Some(open) = self.find(place) {
            open.answer = Some(answer);
            self.print();
            self.progress.done(self.answered());
        }
    }

    /// The position of a problem without an answer.
    pub fn diagram(&mut self, place: usize) -> Option<Diagram> {
        let open = self.find(place).filter(|open| open.answer.is_none())?;
        open.problem.as_ref().map(|problem| problem.diagram)
    }

    /// True if answers are missing.
    pub fn is_waiting(&self) -> bool {
        self.open.iter().any(|open| open.answer.is_none())
    }

    /// Shows the progress of a problem.
    pub fn say(&mut self, place: usize, text: impl FnOnce() -> String) {
        if let Some(open) = self.find(place) {
            let number = open.number;
            self.progress.say(|| format!("#{number}: {}", text()));
        }
    }

    /// Records an error of reading.
    pub fn fail(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    /// True after an error of reading or printing.
    pub fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    fn find(&mut self, place: usize) -> Option<&mut Open> {
        let index = place.checked_sub(self.printed)?;
        self.open.get_mut(index)
    }

    fn answered(&self) -> usize {
        let answered = self.open.iter().filter(|open| open.answer.is_some());
        self.printed + answered.count()
    }

    /// Prints all answers that are next in order.
    fn print(&mut self) {
        while let Some(open) = self.open.front_mut()
            && let Some(answer) = open.answer.take()
        {
            let open = self.open.pop_front().expect("there is one");
            self.printed += 1;
            if let Err(error) = self.print_one(&open, answer) {
                self.fail(error);
            }
        }
    }

    fn print_one(&mut self, open: &Open, answer: Result<Analysis>) -> Result<()> {
        let (analysis, problem) = match (answer, &open.problem) {
            (Ok(analysis), Some(problem)) => (analysis, problem),
            (Err(why), _) => {
                let complain = || complain(&open.label.place(open.number), &why);
                self.progress.aside(complain);
                self.totals.skipped += 1;
                return Ok(());
            }
            (Ok(_), None) => return Ok(()),
        };
        let comparison = Comparison::of(problem, &analysis);
        self.totals.add(&analysis, comparison.as_ref());
        let answer = Answer {
            source: &open.label.name,
            number: open.number,
            problem,
            analysis: &analysis,
            comparison,
        };
        self.progress.aside(|| self.report.add(&answer))
    }

    /// Prints the sums and returns the exit code.
    ///
    /// # Errors
    /// When something could not be read or printed, or there was nothing to solve.
    pub fn finish(mut self, is_stopped: bool) -> Result<ExitCode> {
        drop(self.progress);
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.printed + self.open.len() == 0 && !is_stopped {
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

/// Reports a problem that cannot be solved.
fn complain(place: &str, why: &Error) {
    let message = input::shown(&format!("{place}: {why}; skipped"));
    // A failed write is ignored: the exit code reports the problem too.
    let _ = writeln!(io::stderr(), "reversi: {message}");
}
