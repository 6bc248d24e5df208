//! The job: one piece of work, as data.

use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// One piece of work.
///
/// A job says everything that its answer depends on, so it can be run on any thread or machine, in
/// any order, and more than once. The [`Worker`](Job::Worker) keeps only what makes the next job
/// faster, such as an engine with its tables.
pub trait Job: Send {
    /// The result of a job.
    type Answer: Send;
    /// The state that one thread keeps from job to job.
    type Worker;

    /// Runs the job. Once `control.stop` is set, the answer may be what is known by then; the caller
    /// that set it decides whether that is of use.
    ///
    /// # Errors
    /// When the job cannot be done, or was stopped before anything was known. Jobs may come from
    /// other machines: nothing in them is to be trusted.
    fn run(
        &self,
        worker: &mut Self::Worker,
        control: &mut Control<'_>,
    ) -> Result<Self::Answer, Failure>;

    /// Checks whether an answer can be the answer to this job.
    ///
    /// Executors call it for every answer that another machine gave, before the batch sees it. It
    /// costs little beside [`run`](Job::run): it replays moves and compares numbers, and searches
    /// nothing. An answer that passes is consistent with the job and the rules; it may still be wrong.
    ///
    /// # Errors
    /// The reason why the answer cannot be right.
    fn verify(&self, answer: &Self::Answer) -> Result<(), String>;
}

/// A job that can be sent to another machine, as can its answer.
pub trait RemoteJob:
    Job<Answer: Serialize + DeserializeOwned> + Serialize + DeserializeOwned
{
    /// The name of this kind of job in messages: lower-case letters.
    const KIND: &'static str;

    /// Whether two verified answers to this job can both be right.
    ///
    /// A farm has a share of all jobs done twice, by different workers, and compares the answers. It
    /// quarantines a worker for an answer that does not agree with the client's own, so only what
    /// must be equal is compared: exact scores, or a whole game that a seed determines. Estimates,
    /// times and counts of nodes may differ between honest workers.
    fn agrees(&self, one: &Self::Answer, other: &Self::Answer) -> bool;

    /// Whether running it again tells anything: two answers to a job that depends on the clock always
    /// agree, so it is not worth doing twice.
    fn is_repeatable(&self) -> bool {
        true
    }
}

/// The connection of a running job to its executor.
pub struct Control<'a> {
    /// Ends the job when it is set.
    pub stop: &'a AtomicBool,
    /// Reports progress, in a few words.
    pub progress: &'a mut dyn FnMut(&str),
}

/// Why there is no answer to a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It was stopped.
    Stopped,
    /// It cannot be done.
    Failed(String),
}
