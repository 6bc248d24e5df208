//! Solving positions to the end of the game, as jobs.
//!
//! A [`SolveJob`] is a position and the requested result, [`Solving`] runs it, and an [`Answer`] is
//! the result. Positions too hard for one job are [split](crate::split).

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
pub use words::{move_name, name, so_far};
