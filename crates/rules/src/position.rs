//! The position trait: what perft and the textbook search need from a board of either kind.

use std::fmt::Debug;
use std::ops::BitAnd;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use crate::square::Square;
use crate::wide::WideBoard;

/// A position from the side of the player to move: [`Board`] or [`WideBoard`].
pub trait Position: Copy + Eq + Debug {
    /// How this kind of board names a square.
    type Square: Copy + Eq + Debug + Into<Point>;
    /// How this kind of board holds a set of squares.
    type Squares: SquareSet<Square = Self::Square>;

    /// How large the board is.
    fn size(&self) -> Size;
    /// Squares where the side to move may play.
    fn legal_moves(&self) -> Self::Squares;
    /// The position after a legal move, seen by the other side.
    fn play_unchecked(&self, square: Self::Square) -> Self;
    /// The same discs with the other side to move.
    fn pass(&self) -> Self;
    /// How many more discs the side to move has on `squares` than the other side.
    fn balance(&self, squares: &Self::Squares) -> i32;
    /// How many squares are without a disc.
    fn empties(&self) -> u32;
}

/// A set of squares: [`Bitboard`] or [`PointSet`].
pub trait SquareSet:
    Copy + Eq + Debug + IntoIterator<Item = Self::Square> + BitAnd<Output = Self>
{
    /// How a square is named.
    type Square;

    /// The set of these squares, leaving out those the kind of board does not have.
    fn of(points: impl Iterator<Item = Point>) -> Self;
    /// How many squares are in the set.
    fn count(&self) -> u32;
    /// Whether no square is in the set.
    fn is_empty(&self) -> bool;
}

impl Position for Board {
    type Square = Square;
    type Squares = Bitboard;

    fn size(&self) -> Size {
        Size::EIGHT
    }

    #[inline]
    fn legal_moves(&self) -> Bitboard {
        Board::legal_moves(*self)
    }

    #[inline]
    fn play_unchecked(&self, square: Square) -> Board {
        Board::play_unchecked(*self, square)
    }

    #[inline]
    fn pass(&self) -> Board {
        Board::pass(*self)
    }

    #[inline]
    fn balance(&self, squares: &Bitboard) -> i32 {
        (self.own() & *squares).len() as i32 - (self.opponent() & *squares).len() as i32
    }

    #[inline]
    fn empties(&self) -> u32 {
        Board::empties(*self)
    }
}

impl SquareSet for Bitboard {
    type Square = Square;

    fn of(points: impl Iterator<Item = Point>) -> Bitboard {
        points
            .filter_map(|point| Square::try_from(point).ok())
            .collect()
    }

    #[inline]
    fn count(&self) -> u32 {
        self.len()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        Bitboard::is_empty(*self)
    }
}

impl Position for WideBoard {
    type Square = Point;
    type Squares = PointSet;

    fn size(&self) -> Size {
        WideBoard::size(self)
    }

    fn legal_moves(&self) -> PointSet {
        WideBoard::legal_moves(self)
    }

    fn play_unchecked(&self, point: Point) -> WideBoard {
        WideBoard::play_unchecked(self, point)
    }

    fn pass(&self) -> WideBoard {
        WideBoard::pass(self)
    }

    fn balance(&self, squares: &PointSet) -> i32 {
        (self.own() & *squares).len() as i32 - (self.opponent() & *squares).len() as i32
    }

    fn empties(&self) -> u32 {
        WideBoard::empties(self)
    }
}

impl SquareSet for PointSet {
    type Square = Point;

    fn of(points: impl Iterator<Item = Point>) -> PointSet {
        points.collect()
    }

    fn count(&self) -> u32 {
        self.len()
    }

    fn is_empty(&self) -> bool {
        PointSet::is_empty(self)
    }
}
