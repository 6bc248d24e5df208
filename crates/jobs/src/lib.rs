//! Work in bulk: jobs, batches of them, and executors that run a batch.
//!
//! A [`Job`] is one piece of work, as data: it can be run, and an answer to it can be verified. A
//! [`Batch`] says which jobs there are and takes their answers. An [`Executor`] runs a batch: the
//! [`LocalExecutor`] on threads of this process, the [`Farm`] on other machines over NATS JetStream
//! (feature `nats`). A command gives the same batch to either.
//!
//! This crate does not know what a job is about. `docs/farm.md` describes the farm and its messages.

mod batch;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "nats")]
mod farm;
mod job;
mod local;
mod threads;

pub use batch::{Batch, Executor, ExecutorError, Next};
#[cfg(feature = "nats")]
pub use farm::{
    ANSWER_LIMIT, BatchName, BatchStatus, Build, CurrentJob, DeadLetter, Event, Farm, FarmError,
    JobKind, Link, NotABatchName, Presence, Queue, QueueStatus, RECHECK, Reply, Setup, Status,
    Task, Totals, Watcher, Weights, WireError, Worker, add_worker,
};
pub use job::{Control, Failure, Job, RemoteJob};
pub use local::LocalExecutor;
