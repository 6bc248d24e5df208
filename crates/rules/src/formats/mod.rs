//! How positions and games are written down.

pub mod board_string;
pub mod ggf;
mod moves;
pub mod obf;
pub mod rev;
pub mod transcript;
pub mod wthor;

pub use moves::MoveError;
