//! A batch that splits one problem after the other into parts.

use std::ops::ControlFlow;

use anyhow::Error;
use jobs::{Batch, Next};
use play::solve::{Answer, SolveJob};
use play::split::{Budget, Split};

use crate::interrupt::Interrupt;
use crate::solve::answers::AnswerQueue;
use crate::solve::source::{NextProblem, ProblemQueue};

/// A batch that splits one problem after the other.
pub struct SplitProblems {
    queue: ProblemQueue,
    answers: AnswerQueue,
    interrupt: Interrupt,
    wld: bool,
    capacity: usize,
    current: Option<Current>,
    /// Jobs of earlier problems.
    before: usize,
    /// Jobs of the current problem.
    given: usize,
    cancelled: Vec<usize>,
}

/// The current problem.
struct Current {
    place: usize,
    split: Split,
}

impl SplitProblems {
    /// Splits the problems of a queue; `answers` collects the results.
    pub fn new(
        queue: ProblemQueue,
        answers: AnswerQueue,
        interrupt: Interrupt,
        wld: bool,
    ) -> SplitProblems {
        SplitProblems {
            queue,
            answers,
            interrupt,
            wld,
            capacity: 1,
            current: None,
            before: 0,
            given: 0,
            cancelled: Vec::new(),
        }
    }

    /// Stores the result of the current problem and returns the answers.
    pub fn finish(mut self) -> AnswerQueue {
        self.close();
        self.answers
    }

    /// Starts the next problem; `false` when there is none.
    fn take_up(&mut self) -> bool {
        let (label, entry) = match self.queue.take(true) {
            Ok(NextProblem::Entry(label, entry)) => (label, entry),
            Ok(NextProblem::Later | NextProblem::End) => return false,
            Err(error) => {
                self.answers.fail(error);
                return false;
            }
        };
        let (place, diagram) = self.answers.take_up(label, *entry);
        let Some(diagram) = diagram else { return true };
        let budget = Budget::for_empties(diagram.board().empties());
        match Split::new(&diagram, self.wld, budget) {
            Ok(mut split) => {
                split.capacity(self.capacity);
                self.current = Some(Current { place, split });
            }
            Err(error) => self.answers.answer(place, Err(error.into())),
        }
        true
    }

    /// Stores the result of the current problem.
    fn close(&mut self) {
        if let Some(Current { place, mut split }) = self.current.take() {
            let cancelled = split.cancelled().into_iter();
            self.cancelled
                .extend(cancelled.map(|number| number + self.before));
            self.answers
                .answer(place, split.analysis().map_err(Error::from));
            self.before += self.given;
            self.given = 0;
        }
    }

    fn say(&mut self) {
        if let Some(Current { place, split }) = &self.current {
            self.answers.say(*place, || split.progress());
        }
    }
}

impl Batch<SolveJob> for SplitProblems {
    fn next(&mut self) -> Next<SolveJob> {
        loop {
            if self.answers.has_failed() || self.interrupt.is_stopped() {
                return Next::Done;
            }
            let Some(current) = &mut self.current else {
                if self.take_up() {
                    continue;
                }
                return Next::Done;
            };
            match current.split.next() {
                Next::Job(number, job) => {
                    self.given = self.given.max(number + 1);
                    self.say();
                    return Next::Job(self.before + number, job);
                }
                Next::Wait => return Next::Wait,
                Next::Done => self.close(),
            }
        }
    }

    fn answered(&mut self, number: usize, answer: Result<Answer, String>) -> ControlFlow<()> {
        if let Some(current) = &mut self.current
            && let Some(number) = number.checked_sub(self.before)
        {
            if current.split.answered(number, answer).is_break() {
                self.close();
            } else {
                let cancelled = current.split.cancelled().into_iter();
                self.cancelled
                    .extend(cancelled.map(|number| number + self.before));
            }
            self.say();
        }
        match self.answers.has_failed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn capacity(&mut self, count: usize) {
        self.capacity = count;
        if let Some(current) = &mut self.current {
            current.split.capacity(count);
        }
    }

    fn cancelled(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.cancelled)
    }
}
