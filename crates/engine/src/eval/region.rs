//! Board regions for square weights: corners, X-squares, C-squares, edges, on every board size.

use reversi_rules::{Point, Position, Size, SquareSet};

/// A part of the board. Every square belongs to exactly one.
///
/// ```text
/// K C E E E E C K     K corner            C border, beside a corner
/// C X S S S S X C     E rest of the border
/// E S I I I I S E     X second ring, diagonal to a corner
/// E S I I I I S E     S rest of the second ring
/// …                   I inside
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The four corners.
    Corner,
    /// Border squares beside a corner.
    BesideCorner,
    /// The other border squares.
    Border,
    /// Second-ring squares diagonal to a corner.
    DiagonalToCorner,
    /// The other squares of the second ring.
    SecondRing,
    /// Everything inside the two outer rings: the middle 4×4 of an 8×8 board.
    Inside,
}

impl Region {
    /// All regions, from the most wanted to the least.
    pub const ALL: [Region; 6] = [
        Region::Corner,
        Region::Inside,
        Region::Border,
        Region::SecondRing,
        Region::BesideCorner,
        Region::DiagonalToCorner,
    ];

    /// The region of a square.
    #[must_use]
    pub fn of(point: Point, size: Size) -> Region {
        let ring = |line: usize| line.min(size.side() - 1 - line);
        let (column, row) = (ring(point.column()), ring(point.row()));
        match (column.min(row), column.max(row)) {
            (0, 0) => Region::Corner,
            (0, 1) => Region::BesideCorner,
            (0, _) => Region::Border,
            (1, 1) => Region::DiagonalToCorner,
            (1, _) => Region::SecondRing,
            _ => Region::Inside,
        }
    }

    /// The squares of a region.
    #[must_use]
    pub fn squares<P: Position>(self, size: Size) -> P::Squares {
        let all = reversi_rules::PointSet::full(size).into_iter();
        P::Squares::of(all.filter(|&point| Region::of(point, size) == self))
    }
}
