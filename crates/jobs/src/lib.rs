//! Batches of work done by many machines.
//!
//! NATS JetStream carries jobs to workers and answers back. A [`Farm`] is the crew that a command
//! gives its batch to, a [`Worker`] does the jobs, and a [`Status`] tells how it goes. What a job is
//! about, nobody here knows: that is [`crate::batch`]. `docs/farm.md` writes down the messages.

mod answers;
pub mod batch;
mod batches;
mod client;
mod ends;
mod hands;
mod held;
mod link;
mod names;
mod order;
mod rights;
mod roll;
mod run;
mod said;
mod settle;
mod site;
mod status;
mod streams;
mod upkeep;
mod wire;
mod worker;

pub use client::Farm;
pub use hands::{Hire, Labour, Trade, trade};
pub use link::{FarmError, Link};
pub use names::{BatchName, NotABatchName, Weights};
pub use order::FarmArgs;
pub use roll::{Doing, Presence};
pub use status::{BatchStatus, Dead, Queue, Status, Watcher};
pub use wire::{ANSWER_LIMIT, Reply, Task, WireError};
pub use worker::{Ended, News, Worker};
