//! Which geometry a board has, and how its points map to squares of the 8×8 bitboard.

use rules::{Bitboard, Board, Diagram, Point, PointSet, Size, Square};

use super::{Eight, Four, FourByEight, FourBySix, Geometry, Six};
use crate::analysis::Analysis;

/// A board the engine plays on: the 8×8 one, or a smaller one in the middle of it.
///
/// ```
/// use engine::Arena;
/// use rules::{Board, Diagram, Size, Square, Start};
/// let start = Diagram::start(Size::new(6).unwrap(), Start::Standard);
/// let arena = Arena::of(start.size()).unwrap();
/// assert_eq!(arena.board(&start), Board::START);
/// assert_eq!(arena.point(Square::B2).to_string(), "a1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arena {
    /// 4×4: c3 to f6.
    Four,
    /// Six columns, four rows: b3 to g6.
    FourBySix,
    /// Eight columns, four rows: a3 to h6.
    FourByEight,
    /// 6×6: b2 to g7.
    Six,
    /// 8×8.
    Eight,
}

impl Arena {
    /// The arena for square boards of a size, up to 8×8.
    #[must_use]
    pub fn of(size: Size) -> Option<Arena> {
        match size.side() {
            4 => Some(Arena::Four),
            6 => Some(Arena::Six),
            8 => Some(Arena::Eight),
            _ => None,
        }
    }

    /// Its squares on the 8×8 board.
    #[must_use]
    pub fn squares(self) -> Bitboard {
        Bitboard(match self {
            Arena::Four => Four::SQUARES,
            Arena::FourBySix => FourBySix::SQUARES,
            Arena::FourByEight => FourByEight::SQUARES,
            Arena::Six => Six::SQUARES,
            Arena::Eight => Eight::SQUARES,
        })
    }

    /// Columns to the left of it, and rows above it.
    fn offset(self) -> (usize, usize) {
        let first = self.squares().0.trailing_zeros() as usize;
        (first % 8, first / 8)
    }

    /// The position of a diagram, from the side to move. Discs outside of the arena are left out.
    #[must_use]
    pub fn board(self, diagram: &Diagram) -> Board {
        let set = |points: PointSet| -> Bitboard {
            let squares = points.into_iter().filter_map(|point| self.square(point));
            squares.collect()
        };
        let board = diagram.board();
        Board::new(set(board.own()), set(board.opponent())).expect("no square is claimed twice")
    }

    /// The square of the 8×8 board that stands for a point of the smaller one.
    #[must_use]
    pub fn square(self, point: Point) -> Option<Square> {
        let (left, above) = self.offset();
        let moved = Point::new(point.column() + left, point.row() + above)?;
        let square = Square::try_from(moved).ok()?;
        self.squares().contains(square).then_some(square)
    }

    /// An analysis with its squares named as on the smaller board: the first is a1.
    #[must_use]
    pub fn relabelled(self, mut analysis: Analysis) -> Analysis {
        let moves = analysis.lines.iter_mut().flat_map(|line| &mut line.moves);
        for square in moves.flatten() {
            let point = self.point(*square);
            *square = Square::try_from(point).expect("no arena is larger than 8×8");
        }
        analysis
    }

    /// The point of the smaller board that a square of the 8×8 one stands for. Squares outside of
    /// the arena stand for the nearest one.
    #[must_use]
    pub fn point(self, square: Square) -> Point {
        let (left, above) = self.offset();
        let column = (square.index() % 8).saturating_sub(left);
        let row = (square.index() / 8).saturating_sub(above);
        Point::new(column, row).expect("8×8 fits in 26×26")
    }
}
