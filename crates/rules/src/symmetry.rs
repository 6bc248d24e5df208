//! Symmetries: the eight orientations of a square board.

use crate::bitboard::Bitboard;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use crate::square::Square;

/// One of the eight orientations of a board: a reflection in the diagonal a1–h8, or not, then the
/// columns swapped or not, then the rows swapped or not.
///
/// ```
/// use reversi_rules::{Board, Square, Symmetry};
/// let (board, symmetry) = Board::START.play(Square::D3).unwrap().canonical_with();
/// assert_eq!(symmetry.board(Board::START.play(Square::D3).unwrap()), board);
/// assert_eq!(symmetry.inverse().square(symmetry.square(Square::D3)), Square::D3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Symmetry = Symmetry(0);
    /// All eight, the identity first; in the order of
    /// [`Board::symmetries`](crate::Board::symmetries).
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry(0); 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry(index as u8);
            index += 1;
        }
        all
    };

    const fn swaps_columns(self) -> bool {
        self.0 & 1 != 0
    }

    const fn swaps_rows(self) -> bool {
        self.0 & 2 != 0
    }

    const fn transposes(self) -> bool {
        self.0 & 4 != 0
    }

    /// The inverse orientation.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        // After a reflection in the diagonal, columns are rows.
        if self.transposes() {
            Symmetry(4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1)
        } else {
            self
        }
    }

    /// The image of a square.
    #[must_use]
    pub fn point(self, point: Point, size: Size) -> Point {
        let last = size.side() - 1;
        let (mut column, mut row) = (point.column(), point.row());
        if self.transposes() {
            (column, row) = (row, column);
        }
        if self.swaps_columns() {
            column = last.saturating_sub(column);
        }
        if self.swaps_rows() {
            row = last.saturating_sub(row);
        }
        Point::new(column, row).unwrap_or(point)
    }

    /// The image of a set of squares of a board of this size.
    #[must_use]
    pub fn points(self, points: PointSet, size: Size) -> PointSet {
        points.into_iter().map(|at| self.point(at, size)).collect()
    }

    /// The image of a square of the 8×8 board.
    #[must_use]
    pub fn square(self, square: Square) -> Square {
        Square::of_lowest_bit(self.squares(Bitboard::from(square)).0)
    }

    /// The image of a set of squares of the 8×8 board.
    #[must_use]
    pub const fn squares(self, squares: Bitboard) -> Bitboard {
        let mut squares = squares;
        if self.transposes() {
            squares = squares.transposed();
        }
        if self.swaps_columns() {
            squares = squares.mirrored();
        }
        if self.swaps_rows() {
            squares = squares.upside_down();
        }
        squares
    }
}
