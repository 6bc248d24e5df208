//! One piece of work.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Something that does jobs of a kind, one after the other.
///
/// A job says everything that its answer depends on, so that it can be done anywhere, in any order,
/// and more than once: the value itself keeps only what makes it quick, such as an engine.
pub trait Work {
    /// What the kind is called in messages: lower-case letters.
    const KIND: &'static str;
    /// What to do.
    type Job: Serialize + DeserializeOwned + Send;
    /// What came of it.
    type Answer: Serialize + DeserializeOwned + Send;

    /// Does a job. Once `pulse.stop` is set the answer may be what is known by then; only who set it
    /// can tell whether that is of use.
    ///
    /// # Errors
    /// When the job cannot be done, or was stopped before anything was known. Jobs may come from
    /// outside: nothing in them is to be trusted.
    fn perform(&mut self, job: &Self::Job, pulse: &mut Pulse<'_>) -> Result<Self::Answer, Failure>;
}

/// What a job in progress listens to, and tells.
pub struct Pulse<'a> {
    /// The job is to end when this is set.
    pub stop: &'a AtomicBool,
    /// Tells how far it has come, in a few words.
    pub say: &'a mut dyn FnMut(&str),
}

/// Why there is no answer to a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It was stopped.
    Stopped,
    /// It cannot be done.
    Failed(String),
}

/// Does a job; a panic is a failure like any other. After one, the worker is of no more use.
///
/// # Errors
/// As [`Work::perform`]; `true` beside the failure after a panic.
pub fn attempt<W: Work>(
    worker: &mut W,
    job: &W::Job,
    pulse: &mut Pulse<'_>,
) -> Result<W::Answer, (Failure, bool)> {
    let performed = panic::catch_unwind(AssertUnwindSafe(|| worker.perform(job, pulse)));
    match performed {
        Ok(answer) => answer.map_err(|failure| (failure, false)),
        Err(panic) => Err((Failure::Failed(words(&*panic)), true)),
    }
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!(
        "a fault in the program: {}",
        text.unwrap_or("no reason given")
    )
}
