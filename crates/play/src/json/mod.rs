//! What analyses say, as programs read it.

mod certainty;
mod discs;

pub use certainty::Surety;
pub use discs::Discs;
