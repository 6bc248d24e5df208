//! The farm: jobs run by workers on other machines, over NATS JetStream.
//!
//! A [`Farm`] is the executor of a client, a [`Worker`] runs jobs, a [`Watcher`] reads the [`Status`],
//! and a [`Setup`] prepares a server. The client's side: `executor` → `dispatch`, which holds the `lease`
//! of its batch in the list of `batches`. It is one struct in several files: `sending` gives jobs out,
//! `replies` are read and verified, `acceptance` decides what is used, `checks` have a share done again,
//! `verdicts` quarantine, `maintenance` and `relief` keep the server in order. The worker's side:
//! `session` (with `pulling` and `contact`) → `intake` → threads (the `kinds` of jobs it knows) →
//! `completion` → `settlement`. Both use the same `streams`, `subject`s and messages (`wire`); `rights`
//! says who may use which.

mod acceptance;
mod answers;
mod batches;
mod checking;
mod checks;
mod completion;
mod contact;
mod credentials;
mod delivered;
mod dispatch;
mod error;
mod executor;
mod in_flight;
mod intake;
mod kinds;
mod lease;
mod link;
mod maintenance;
mod names;
mod notices;
mod presence;
mod pulling;
mod referee;
mod relief;
mod removal;
mod replies;
mod rights;
mod roll;
mod room;
mod sending;
mod session;
mod settlement;
mod setup;
mod status;
mod streams;
mod subject;
mod trust;
mod verdicts;
mod wire;
mod worker;

pub use batches::BatchStatus;
pub use error::FarmError;
pub use executor::{Farm, RECHECK};
pub use kinds::JobKind;
pub use link::Link;
pub use names::{BatchName, Build, NotABatchName, Queue, Weights};
pub use presence::{CurrentJob, Presence};
pub use setup::{Setup, add_worker};
pub use status::{DeadLetter, QueueStatus, Status, Watcher};
#[cfg(feature = "cli")]
pub(crate) use wire::short;
pub use wire::{ANSWER_LIMIT, Reply, Task, WireError};
pub use worker::{Event, Totals, Worker};
