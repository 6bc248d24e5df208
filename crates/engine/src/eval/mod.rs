//! Judging a position without looking ahead.

mod region;
mod squares;

pub use region::Region;
pub use squares::Evaluation;
