//! How positions and games are written down.

pub mod board_string;
pub mod ggf;
pub mod obf;
pub mod rev;
pub mod transcript;
