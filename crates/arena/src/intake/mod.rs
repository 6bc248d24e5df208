//! Intake: students' hand-ins, which are not trusted, become programs of a cup.
//!
//! A [`HandIn`] is unpacked within [limits](UnpackLimits), its [`Manifest`] or its files tell how it
//! is [built](Recipe) and started, and a [`CupFile`] lists the programs that passed the check.

mod archive;
mod build;
mod candidates;
mod cup_file;
mod entry_path;
mod hand_in;
mod limits;
mod listing;
mod manifest;
mod permissions;
mod recipe;
mod record;
mod refusal;
mod sink;
mod unpack;

pub use archive::ArchiveKind;
pub use build::{BuildLimits, Built, build};
pub use candidates::{Candidate, candidates};
pub use cup_file::{CupFile, Listed};
pub use hand_in::HandIn;
pub use limits::UnpackLimits;
pub use manifest::{MANIFEST, Manifest, ManifestError};
pub use recipe::{Recipe, SeveralPrograms};
pub use record::{Outcome, Record, Taken};
pub use refusal::Refusal;
pub use unpack::{inspect, unpack};
