//! Work that comes in many pieces, and those who do it.
//!
//! A [`Work`] knows how one job is done, a [`Batch`] which jobs there are and what becomes of their
//! answers, and a [`Crew`] gets them done: a [`Pool`] of threads here, or a farm of other machines.
//! What a command does is the same with either.

mod pool;
mod work;

pub use pool::Pool;
pub use work::{Failure, Pulse, Work, attempt};

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// What a batch says when somebody is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<Job> {
    /// Do this. The number tells the jobs of the batch apart.
    Job(usize, Job),
    /// Wait for an answer that is still to come.
    Wait,
    /// There is nothing more to be given out.
    Done,
}

/// Jobs that belong together. They may be known beforehand, or follow from the answers to earlier
/// ones.
pub trait Batch<W: Work> {
    /// The next job for somebody who is free. [`Wait`](Next::Wait) only while answers are to come.
    fn next(&mut self) -> Next<W::Job>;

    /// The answer to a job, or why there will be none. Answers come in any order, once for each
    /// job. With [`Break`](ControlFlow::Break) nothing else needs to be done any more.
    fn answered(&mut self, number: usize, answer: Result<W::Answer, String>) -> ControlFlow<()>;

    /// How far a job that takes its time has come, in words.
    fn going_on(&mut self, number: usize, text: &str) {
        let _ = (number, text);
    }

    /// How many jobs can be done at once: told at the beginning, and when it changes.
    fn hands(&mut self, count: usize) {
        let _ = count;
    }

    /// Jobs that have been given out and are not wanted any more: asked after every answer. Theirs
    /// will not be told.
    fn dropped(&mut self) -> Vec<usize> {
        Vec::new()
    }
}

/// Those who do the jobs of a batch.
pub trait Crew<W: Work> {
    /// Does everything, or as much as can be done before `stop` is set.
    ///
    /// # Errors
    /// When the jobs cannot be brought to those who do them.
    fn run(&mut self, batch: &mut dyn Batch<W>, stop: &AtomicBool) -> Result<(), CrewError>;

    /// Everything that the answers were wanted for is done, and they need not be kept any longer.
    fn finish(&mut self) {}
}

/// Why a crew could not do its work.
pub type CrewError = Box<dyn Error + Send + Sync>;
