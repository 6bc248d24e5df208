//! Positions played perfectly to the end, as work that can be given away.
//!
//! A [`SolveJob`] is a position and what to find out about it, [`Solving`] does it, and an [`Answer`] is
//! what the engine found. Positions too hard for one are [split](crate::split).

mod agreement;
mod answer;
mod comparison;
mod job;
mod solving;
mod verify;
mod words;

pub use answer::{Answer, AnswerError};
pub use comparison::{Comparison, Totals};
pub(crate) use job::inset;
pub use job::{Leaf, SolveJob, UnsolvableSize};
pub use solving::Solving;
pub use words::{move_name, name, result, score, so_far};
