//! What analyses say, as programs read it.

mod certainty;
mod discs;

pub use certainty::Certainty;
pub use discs::Discs;
