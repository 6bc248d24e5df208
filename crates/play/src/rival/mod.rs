//! Rivals: twenty computer opponents that play as people do, each a step stronger than the one before.
//!
//! A low rung errs as a beginner errs, a middle one plays like a person of its rating, and a high one also
//! looks ahead. `docs/rivals.md` tells how strong they are and how that was measured.

mod choice;
mod large;
mod pace;
mod policy;
mod progress;
mod rung;
mod sampling;
mod strength;

pub use choice::choose;
pub use large::Sight;
pub use pace::move_time;
pub use progress::{ParseProgressError, Progress, is_clear, is_whole};
pub use rung::{ParseRungError, Rung};
pub use strength::Strength;
