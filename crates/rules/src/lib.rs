//! What is legal in Reversi, and how it is written down. Nothing here judges a position, prints
//! or depends on another crate.
//!
//! # A tour
//!
//! A [`Game`] knows whose turn it is, passes by itself, and can go back and forth:
//!
//! ```
//! use reversi_rules::{formats::transcript, Color, Diagram, Game, Size, Start};
//!
//! let mut game = Game::new(Size::EIGHT);
//! assert_eq!(game.legal_moves().to_string(), "d3 c4 f5 e6");
//! game.play("f5".parse()?)?;
//! assert_eq!(game.to_move(), Some(Color::White));
//!
//! // What is wrong with a move is part of the error, and nothing changes.
//! let error = game.play("a1".parse()?).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "a disc on a1 would turn nothing; legal squares: f4 d6 f6"
//! );
//!
//! game.undo();
//! game.redo();
//! assert_eq!(transcript::write(&game), "f5");
//!
//! // A whole game on 4×4, Black passed over once; every even size up to 26 works the same.
//! let start = Diagram::start(Size::MIN, Start::Standard);
//! let game = transcript::read("c4d4d3b4a4d2d1b1a2", start)?;
//! assert_eq!(game.turns()[7].passed(), Some(Color::Black));
//! assert_eq!(game.outcome().unwrap().winner(), Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Under a game lies a [`Diagram`]: discs by colour and the side to move, which is what files
//! hold. Under a diagram lies a [`WideBoard`], which has no colours, only the side to move and its
//! opponent. The 8×8 search uses [`Board`] instead, the same in 16 bytes:
//!
//! ```
//! use reversi_rules::{perft, Board, Convention, Square};
//!
//! let mut board = Board::START;
//! for square in [Square::F5, Square::D6, Square::C3] {
//!     board = board.play_unchecked(square);
//! }
//! assert_eq!(board.empties(), 57);
//! assert_eq!(perft(Board::START, 5, Convention::A), 1396);
//! ```
//!
//! [`Position`] is what both boards have in common.

mod bitboard;
mod board;
mod color;
mod diagram;
pub mod flip;
pub mod formats;
mod game;
mod inset;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub mod mobility;
mod outcome;
mod perft;
mod point;
mod point_set;
mod position;
mod record;
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
