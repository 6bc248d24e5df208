//! A batch with one job for each whole problem.

use std::ops::ControlFlow;

use anyhow::{Error, anyhow};
use jobs::{Batch, Next};
use play::solve::{Answer, SolveJob};

use crate::input;
use crate::interrupt::Interrupt;
use crate::solve::answers::AnswerQueue;
use crate::solve::source::{NextProblem, ProblemQueue};

/// A batch with one job for each problem.
pub struct Problems {
    /// The source of problems.
    pub queue: ProblemQueue,
    /// The destination of answers.
    pub answers: AnswerQueue,
    /// The stop flag.
    pub interrupt: Interrupt,
    /// Compute only win, loss or draw.
    pub wld: bool,
    /// Compute the score of every move.
    pub all_moves: bool,
}

impl Batch<SolveJob> for Problems {
    fn next(&mut self) -> Next<SolveJob> {
        loop {
            if self.answers.has_failed() || self.interrupt.is_stopped() {
                return Next::Done;
            }
            // While answers are missing, reading the next problem must not block.
            let (label, entry) = match self.queue.take(!self.answers.is_waiting()) {
                Ok(NextProblem::Entry(label, entry)) => (label, entry),
                Ok(NextProblem::Later) => return Next::Wait,
                Ok(NextProblem::End) => return Next::Done,
                Err(error) => {
                    self.answers.fail(error);
                    return Next::Done;
                }
            };
            let (place, diagram) = self.answers.take_up(label, *entry);
            let Some(diagram) = diagram else { continue };
            match SolveJob::new(&diagram, self.wld, self.all_moves) {
                Ok(job) => return Next::Job(place, job),
                Err(error) => self.answers.answer(place, Err(error.into())),
            }
        }
    }

    fn answered(&mut self, number: usize, answer: Result<Answer, String>) -> ControlFlow<()> {
        if let Some(diagram) = self.answers.diagram(number) {
            let analysis = answer.map_err(|why| anyhow!(why));
            let analysis =
                analysis.and_then(|answer| answer.analysis(&diagram).map_err(Error::from));
            self.answers.answer(number, analysis);
        }
        match self.answers.has_failed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn progress(&mut self, number: usize, text: &str) {
        self.answers.say(number, || input::printable(text));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::{self, Write};
    use std::rc::Rc;
    use std::sync::atomic::AtomicBool;

    use clap::Parser;
    use jobs::{Batch, Control, Job, Next};
    use play::solve::Solving;

    use super::Problems;
    use crate::cli::SolveArgs;
    use crate::interrupt::Interrupt;
    use crate::progress::Progress;
    use crate::solve::answers::AnswerQueue;
    use crate::solve::report::Report;
    use crate::solve::source::{self, ProblemQueue};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: SolveArgs,
    }

    /// The printed output.
    #[derive(Clone, Default)]
    struct Paper(Rc<RefCell<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Answers arrive in reverse order and are printed in order; unsolved problems are skipped.
    #[test]
    fn answers_are_printed_in_the_order_of_the_problems() {
        let boards = [
            "XXXXXXXXOOOX-O-- X",
            "XXXXXXXXOOOXXO-- X",
            "XXXXXXXXOOOX-OX- X",
            "XXXXXXXXOOOXOOO- X",
        ];
        let arguments = ["solve", "--json"].into_iter().chain(boards);
        let Line { args } = Line::parse_from(arguments);
        let interrupt = Interrupt::default();
        let sources = source::open(&args, &interrupt).expect("positions");
        let paper = Paper::default();
        let report = Report::new(&args, sources.len(), Box::new(paper.clone()));
        let mut problems = Problems {
            answers: AnswerQueue::new(report, Progress::new(Some(sources.len()))),
            queue: ProblemQueue::new(sources),
            interrupt,
            wld: false,
            all_moves: false,
        };
        let mut jobs = Vec::new();
        while let Next::Job(number, job) = problems.next() {
            jobs.push((number, job));
        }
        assert_eq!(jobs.len(), boards.len());
        let mut solving = Solving::new(1, 1);
        for (number, job) in jobs.into_iter().rev() {
            assert_eq!(*paper.0.borrow(), b"", "before the first answer");
            let pulse = &mut Control {
                stop: &AtomicBool::new(false),
                progress: &mut |_| {},
            };
            let answer = match number {
                1 => Err("the worker was struck by lightning".to_string()),
                _ => Ok(job.run(&mut solving, pulse).expect("an answer")),
            };
            assert!(problems.answered(number, answer).is_continue());
        }
        let printed = String::from_utf8(paper.0.borrow().clone()).expect("text");
        let lines: Vec<&str> = printed.lines().collect();
        assert_eq!(lines.len(), 3, "{printed}");
        for (line, board) in lines.into_iter().zip([boards[0], boards[2], boards[3]]) {
            assert!(line.contains(board), "{line}");
        }
        assert!(!problems.answers.is_waiting());
        let code = problems.answers.finish(false).expect("the sums");
        assert_eq!(code, std::process::ExitCode::FAILURE, "one was skipped");
    }
}
