#![doc = include_str!("../README.md")]

mod bitboard;
mod board;
mod color;
mod diagram;
pub mod formats;
mod game;
mod inset;
#[doc(hidden)]
pub mod kernels;
mod outcome;
mod perft;
mod point;
mod point_set;
mod position;
mod record;
#[cfg(feature = "serde")]
mod serde_impls;
mod size;
mod square;
mod symmetry;
mod wide;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{ByColor, Color, ParseColorError};
pub use diagram::Diagram;
pub use game::{Game, IllegalMove, Reason, Turn};
pub use inset::Inset;
pub use outcome::Outcome;
pub use perft::{Convention, perft};
pub use point::{ParseSquareError, Point};
pub use point_set::{PointSet, Points};
pub use position::{Position, SquareSet};
pub use record::{
    Date, Info, Mark, Note, ParseDateError, ParseValueError, Record, Theoretical, Value, Variation,
};
pub use size::{Size, SizeError};
pub use square::Square;
pub use symmetry::Symmetry;
pub use wide::{Start, WideBoard};
