//! Analyses as JSON.

mod certainty;
mod discs;

pub use certainty::Certainty;
pub use discs::Discs;
