//! Diagrams: the discs of a position by colour, and the side to move.

pub mod board_string;

use std::fmt;

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use crate::wide::{Start, WideBoard};

/// The discs on a board of any size by colour, and the side to move.
///
/// Shown and read as a board string, with one character a square and the side to move last:
///
/// ```
/// use reversi_rules::{Color, Diagram, Point};
/// let text = "----\n-OX-\n-XO-\n---- X";
/// let diagram: Diagram = text.parse().unwrap();
/// assert_eq!(diagram.disc("c2".parse().unwrap()), Some(Color::Black));
/// assert_eq!(diagram.to_string(), "-----OX--XO----- X");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Diagram {
    board: WideBoard,
    to_move: Color,
}

impl Diagram {
    /// The position before the first move, Black to move.
    #[must_use]
    pub fn start(size: Size, start: Start) -> Diagram {
        Diagram::new(WideBoard::start(size, start), Color::Black)
    }

    /// A board with the colour of the side to move.
    #[must_use]
    pub fn new(board: WideBoard, to_move: Color) -> Diagram {
        Diagram { board, to_move }
    }

    /// A position from the discs of each colour; `None` when a square is off the board or claimed
    /// twice.
    #[must_use]
    pub fn from_discs(size: Size, discs: ByColor<PointSet>, to_move: Color) -> Option<Diagram> {
        let board = WideBoard::new(size, discs[to_move], discs[to_move.opponent()])?;
        Some(Diagram { board, to_move })
    }

    /// The position from the side of the player to move.
    #[must_use]
    pub fn board(&self) -> &WideBoard {
        &self.board
    }

    /// The position as the 8×8 search takes it; `None` on other sizes.
    #[must_use]
    pub fn to_board(&self) -> Option<Board> {
        self.board.to_board()
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// How large the board is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// All squares of one colour.
    #[must_use]
    pub fn discs(&self, color: Color) -> PointSet {
        if color == self.to_move {
            self.board.own()
        } else {
            self.board.opponent()
        }
    }

    /// How many discs each side has.
    #[must_use]
    pub fn counts(&self) -> ByColor<u32> {
        ByColor::from_fn(|color| self.discs(color).len())
    }

    /// The colour of the disc on a square, if there is one.
    #[must_use]
    pub fn disc(&self, point: Point) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.discs(color).contains(point))
    }

    /// Squares where the side to move may play.
    #[must_use]
    pub fn legal_moves(&self) -> PointSet {
        // The board of the search gives the same answer sooner.
        match self.to_board() {
            Some(board) => board.legal_moves().into(),
            None => self.board.legal_moves(),
        }
    }

    /// The position after a move; `None` when the move is illegal. The other side is to move,
    /// even if it has no legal move: a [`Game`](crate::Game) passes by itself, a diagram does not.
    #[must_use]
    pub fn play(&self, point: Point) -> Option<Diagram> {
        let board = match self.to_board() {
            Some(board) => board.play(point.try_into().ok()?)?.into(),
            None => self.board.play(point)?,
        };
        Some(Diagram::new(board, self.to_move.opponent()))
    }

    /// The same discs with the other side to move.
    #[must_use]
    pub fn pass(&self) -> Diagram {
        Diagram::new(self.board.pass(), self.to_move.opponent())
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&board_string::write(self))
    }
}

impl fmt::Debug for Diagram {
    /// The board as a picture, a row a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = board_string::write(self);
        let side = self.size().side();
        for row in 0..side {
            writeln!(f, "{}", &text[row * side..(row + 1) * side])?;
        }
        write!(f, "{} to move", self.to_move)
    }
}

impl std::str::FromStr for Diagram {
    type Err = board_string::BoardStringError;

    /// Reads a board string; without a side to move, Black is to move.
    fn from_str(text: &str) -> Result<Diagram, board_string::BoardStringError> {
        board_string::read(text)
    }
}
