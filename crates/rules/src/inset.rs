//! Inset boards: a 4×4, 6×6 or 8×8 board in the middle of the 8×8 bitboard.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use crate::square::Square;
use crate::wide::WideBoard;

/// A square board of up to 8×8 squares in the middle of the 8×8 [`Board`].
///
/// No square outside of the inset ever holds a disc, so no run of discs is bracketed across its
/// border. A `Board` with the discs of a smaller board plays by the rules of the smaller one, as long
/// as moves are limited to [`squares`](Inset::squares).
///
/// ```
/// use reversi_rules::{Board, Diagram, Inset, Size, Square, Start};
/// let start = Diagram::start(Size::new(6).unwrap(), Start::Standard);
/// let inset = Inset::of(start.size()).unwrap();
/// assert_eq!(inset.board(start.board()), Board::START);
/// assert_eq!(inset.point(Square::B2).unwrap().to_string(), "a1");
/// assert_eq!(Inset::of(Size::new(10).unwrap()), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Inset(Size);

impl Inset {
    /// The inset of a board size; `None` above 8×8.
    #[must_use]
    pub fn of(size: Size) -> Option<Inset> {
        (size <= Size::EIGHT).then_some(Inset(size))
    }

    /// The size of the inset board.
    #[must_use]
    pub fn size(self) -> Size {
        self.0
    }

    /// The columns to its left, which are as many as the rows above it.
    fn offset(self) -> usize {
        (Size::EIGHT.side() - self.0.side()) / 2
    }

    /// Its squares on the 8×8 board.
    #[must_use]
    pub fn squares(self) -> Bitboard {
        let (side, offset) = (self.0.side(), self.offset());
        let row = (0xff >> (8 - side)) << offset;
        Bitboard((offset..offset + side).fold(0, |squares, place| squares | row << (8 * place)))
    }

    /// A position of this size on the 8×8 board.
    ///
    /// # Panics
    /// When the position is of another size.
    #[must_use]
    pub fn board(self, board: &WideBoard) -> Board {
        assert_eq!(board.size(), self.0, "a board of the size of the inset");
        let set = |points: PointSet| -> Bitboard {
            let squares = points.into_iter().filter_map(|point| self.square(point));
            squares.collect()
        };
        Board::new(set(board.own()), set(board.opponent())).expect("no square is claimed twice")
    }

    /// The position of an 8×8 board as a diagram of this size. Discs outside of the inset are left
    /// out.
    #[must_use]
    pub fn diagram(self, board: Board, to_move: Color) -> Diagram {
        let set = |squares: Bitboard| -> PointSet {
            let points = squares.into_iter().filter_map(|square| self.point(square));
            points.collect()
        };
        let (own, opponent) = (set(board.own()), set(board.opponent()));
        let discs = ByColor::from_fn(|color| if color == to_move { own } else { opponent });
        Diagram::from_discs(self.0, discs, to_move).expect("no square is claimed twice")
    }

    /// The square of the 8×8 board at a point of the inset board; `None` outside of it.
    #[must_use]
    pub fn square(self, point: Point) -> Option<Square> {
        let side = self.0.side();
        let inside = point.column() < side && point.row() < side;
        let (column, row) = (point.column() + self.offset(), point.row() + self.offset());
        Square::new(8 * row + column).filter(|_| inside)
    }

    /// The point of the inset board at a square of the 8×8 board; `None` outside of it.
    #[must_use]
    pub fn point(self, square: Square) -> Option<Point> {
        let column = (square.index() % 8).checked_sub(self.offset())?;
        let row = (square.index() / 8).checked_sub(self.offset())?;
        let side = self.0.side();
        Point::new(column, row).filter(|_| column < side && row < side)
    }
}

#[cfg(test)]
mod tests {
    use super::Inset;
    use crate::board::Board;
    use crate::color::Color;
    use crate::size::Size;
    use crate::wide::{Start, WideBoard};

    #[test]
    fn a_position_comes_back_from_the_large_board() {
        for side in [4, 6, 8] {
            let size = Size::new(side).expect("an even size");
            let inset = Inset::of(size).expect("up to 8×8");
            assert_eq!(inset.squares().len() as usize, size.area());
            for start in [Start::Standard, Start::Mirrored] {
                let board = WideBoard::start(size, start);
                let diagram = inset.diagram(inset.board(&board), Color::White);
                assert_eq!(*diagram.board(), board);
            }
            assert_eq!(
                inset.board(&WideBoard::start(size, Start::Standard)),
                Board::START
            );
            for square in inset.squares() {
                let point = inset.point(square).expect("inside");
                assert_eq!(inset.square(point), Some(square));
            }
            let outside = !inset.squares();
            assert!(
                outside
                    .into_iter()
                    .all(|square| inset.point(square).is_none())
            );
        }
    }
}
