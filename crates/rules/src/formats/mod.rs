//! File formats and notations of positions and games.
//!
//! Each format has a module of its own. [`Format`] is what they have in common, [`detect`] tells
//! them apart, [`Format::first`] finds the records of a long file one by one, and [`recognise`]
//! reads a pasted text of any format.

pub mod bitboards;
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
mod split;
pub mod transcript;
pub mod wthor;

pub use crate::diagram::board_string;
pub use detect::detect;
pub use format::{Format, FormatError, ParseFormatError, decode};
pub use moves::{MoveError, is_pass};
pub use recognise::{Recognised, Unrecognised, recognise};
pub use split::Piece;
