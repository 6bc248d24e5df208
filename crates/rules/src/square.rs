//! Squares of the 8×8 board.

use std::fmt;
use std::str::FromStr;

use crate::point::{ParseSquareError, Point};

/// A square of the 8×8 board: `A1` (top left) is 0, `H1` is 7, `H8` is 63.
///
/// ```
/// use reversi_rules::Square;
/// assert_eq!("f5".parse(), Ok(Square::F5));
/// assert_eq!(Square::F5.index(), 37);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

macro_rules! named_squares {
    ($($name:ident)*) => {
        #[allow(missing_docs)]
        impl Square {
            named_squares!(@constants 0; $($name)*);
        }
    };
    (@constants $index:expr; $name:ident $($rest:ident)*) => {
        pub const $name: Square = Square($index);
        named_squares!(@constants $index + 1; $($rest)*);
    };
    (@constants $index:expr;) => {};
}

named_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square with this index; `None` from 64 on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Square> {
        if index < 64 {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// The square of the lowest bit set in `bits`; `a1` when there is none.
    #[inline]
    #[must_use]
    pub const fn of_lowest_bit(bits: u64) -> Square {
        Square((bits.trailing_zeros() & 63) as u8)
    }

    /// All 64 squares, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Eight times the row plus the column, both counted from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it lets the compiler drop bounds checks on 64-entry tables.
        (self.0 & 63) as usize
    }
}

impl From<Square> for Point {
    fn from(square: Square) -> Point {
        Point::new(square.index() % 8, square.index() / 8).expect("8×8 fits in 26×26")
    }
}

impl TryFrom<Point> for Square {
    type Error = ParseSquareError;

    fn try_from(point: Point) -> Result<Square, ParseSquareError> {
        if point.column() < 8 && point.row() < 8 {
            Ok(Square((8 * point.row() + point.column()) as u8))
        } else {
            Err(ParseSquareError(point.to_string()))
        }
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        text.parse::<Point>()?.try_into()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Point::from(*self), f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
