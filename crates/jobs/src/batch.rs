//! The batch: jobs that belong together, and what becomes of their answers.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::job::Job;

/// What a batch says when an executor can take a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<J> {
    /// Run this job. The number identifies it within the batch.
    Job(usize, J),
    /// Wait for an answer that is still to come.
    Wait,
    /// No more jobs will follow.
    Done,
}

/// Jobs that belong together. They may be known beforehand, or follow from the answers to earlier
/// ones.
pub trait Batch<J: Job> {
    /// The next job. [`Wait`](Next::Wait) only while answers are to come.
    fn next(&mut self) -> Next<J>;

    /// The answer to a job, or why there will be none. Answers come in any order, once for each
    /// job. With [`Break`](ControlFlow::Break) no further answer is needed.
    fn answered(&mut self, number: usize, answer: Result<J::Answer, String>) -> ControlFlow<()>;

    /// The progress of a long job, in words.
    fn progress(&mut self, number: usize, text: &str) {
        let _ = (number, text);
    }

    /// How many jobs can run at once: told at the beginning, and when it changes.
    fn capacity(&mut self, count: usize) {
        let _ = count;
    }

    /// Jobs that were given out and are not needed any more: asked after every answer. Their answers
    /// will not be reported.
    fn cancelled(&mut self) -> Vec<usize> {
        Vec::new()
    }
}

/// Runs the jobs of a batch: on threads of this process, or on other machines.
pub trait Executor<J: Job> {
    /// Runs all jobs, or those that can be run before `stop` is set.
    ///
    /// # Errors
    /// When the jobs cannot be run at all.
    fn run(&mut self, batch: &mut dyn Batch<J>, stop: &AtomicBool) -> Result<(), ExecutorError>;

    /// Everything that the answers were needed for is done; they need not be kept any longer.
    fn finish(&mut self) {}
}

/// Why an executor could not run a batch.
pub type ExecutorError = Box<dyn Error + Send + Sync>;
