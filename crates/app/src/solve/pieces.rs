//! Problems in pieces: many work on one, and then on the next.

use std::ops::ControlFlow;

use anyhow::Error;
use jobs::{Batch, Next};
use play::solve::{Answer, SolveJob};
use play::split::{Split, Terms};

use crate::interrupt::Interrupt;
use crate::solve::ledger::Ledger;
use crate::solve::source::{Coming, Supply};

/// A batch that splits one problem after the other.
pub struct Pieces {
    supply: Supply,
    ledger: Ledger,
    interrupt: Interrupt,
    wld: bool,
    capacity: usize,
    current: Option<Current>,
    /// Jobs given out for the problems before.
    before: usize,
    /// Jobs given out for this one.
    given: usize,
    cancelled: Vec<usize>,
}

/// The problem that is worked on.
struct Current {
    place: usize,
    split: Split,
}

impl Pieces {
    /// Problems from somewhere; their answers go to a ledger.
    pub fn new(supply: Supply, ledger: Ledger, interrupt: Interrupt, wld: bool) -> Pieces {
        Pieces {
            supply,
            ledger,
            interrupt,
            wld,
            capacity: 1,
            current: None,
            before: 0,
            given: 0,
            cancelled: Vec::new(),
        }
    }

    /// Writes down what is known about the problem that is worked on, and gives back the ledger.
    pub fn finish(mut self) -> Ledger {
        self.close();
        self.ledger
    }

    /// Takes up the next problem; false when there is none.
    fn take_up(&mut self) -> bool {
        let (label, entry) = match self.supply.take(true) {
            Ok(Coming::Entry(label, entry)) => (label, entry),
            Ok(Coming::Later | Coming::End) => return false,
            Err(error) => {
                self.ledger.fail(error);
                return false;
            }
        };
        let (place, diagram) = self.ledger.take_up(label, *entry);
        let Some(diagram) = diagram else { return true };
        let terms = Terms::suited_to(diagram.board().empties());
        match Split::new(&diagram, self.wld, terms) {
            Ok(mut split) => {
                split.capacity(self.capacity);
                self.current = Some(Current { place, split });
            }
            Err(error) => self.ledger.answer(place, Err(error.into())),
        }
        true
    }

    /// Writes down what is known about the problem that is worked on.
    fn close(&mut self) {
        if let Some(Current { place, mut split }) = self.current.take() {
            let cancelled = split.cancelled().into_iter();
            self.cancelled
                .extend(cancelled.map(|number| number + self.before));
            self.ledger
                .answer(place, split.analysis().map_err(Error::from));
            self.before += self.given;
            self.given = 0;
        }
    }

    fn say(&mut self) {
        if let Some(Current { place, split }) = &self.current {
            self.ledger.say(*place, || split.so_far());
        }
    }
}

impl Batch<SolveJob> for Pieces {
    fn next(&mut self) -> Next<SolveJob> {
        loop {
            if self.ledger.has_failed() || self.interrupt.is_stopped() {
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
        match self.ledger.has_failed() {
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
