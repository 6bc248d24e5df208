//! Problems given out whole, each to somebody else.

use std::ops::ControlFlow;

use anyhow::{Error, anyhow};
use play::batch::{Batch, Next};
use play::solve::{Answer, Job, Solving};

use crate::interrupt::Interrupt;
use crate::solve::ledger::Ledger;
use crate::solve::source::{Coming, Supply};

/// A batch that has a job for every problem.
pub struct Problems {
    /// Where they come from.
    pub supply: Supply,
    /// Where the answers go.
    pub ledger: Ledger,
    /// Who may stop it.
    pub interrupt: Interrupt,
    /// Find out only who wins.
    pub wld: bool,
    /// Find the score of every move.
    pub all_moves: bool,
}

impl Batch<Solving> for Problems {
    fn next(&mut self) -> Next<Job> {
        loop {
            if self.ledger.has_failed() || self.interrupt.is_stopped() {
                return Next::Done;
            }
            // Whoever waits for answers need not wait for questions.
            let (label, entry) = match self.supply.take(!self.ledger.is_waiting()) {
                Ok(Coming::Entry(label, entry)) => (label, entry),
                Ok(Coming::Later) => return Next::Wait,
                Ok(Coming::End) => return Next::Done,
                Err(error) => {
                    self.ledger.fail(error);
                    return Next::Done;
                }
            };
            let (place, diagram) = self.ledger.take_up(label, *entry);
            let Some(diagram) = diagram else { continue };
            match Job::new(&diagram, self.wld, self.all_moves) {
                Ok(job) => return Next::Job(place, job),
                Err(error) => self.ledger.answer(place, Err(error.into())),
            }
        }
    }

    fn answered(&mut self, number: usize, answer: Result<Answer, String>) -> ControlFlow<()> {
        if let Some(diagram) = self.ledger.diagram(number) {
            let analysis = answer.map_err(|why| anyhow!(why));
            let analysis =
                analysis.and_then(|answer| answer.analysis(&diagram).map_err(Error::from));
            self.ledger.answer(number, analysis);
        }
        match self.ledger.has_failed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn going_on(&mut self, number: usize, text: &str) {
        self.ledger.say(number, || text.to_string());
    }
}
