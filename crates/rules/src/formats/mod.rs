//! File formats and notations of positions and games.
//!
//! Each format has its own module. [`Format`] names them all and reads or writes one record.
//! [`detect`] finds the format of a file, [`Format::first`] the next record of a long file, and
//! [`recognise`] reads a pasted text of any format.

pub mod bitboards;
mod boundaries;
mod codec;
mod detect;
mod format;
pub mod ggf;
mod lines;
pub mod logbook;
mod moves;
mod numbers;
pub mod obf;
pub mod opening_list;
pub mod pgn;
pub mod position_list;
mod recognise;
pub mod rev;
pub mod sgf;
pub mod transcript;
pub mod wthor;

pub use crate::diagram::board_string;
pub use boundaries::Piece;
pub use codec::{FormatError, decode};
pub use detect::detect;
pub use format::{Format, ParseFormatError};
pub use moves::{MoveError, is_pass};
pub use recognise::{Recognised, Unrecognised, recognise};
