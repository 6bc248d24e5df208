//! How positions and games are written down.

pub mod board_string;
pub mod ggf;
pub mod rev;
pub mod transcript;
