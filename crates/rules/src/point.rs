//! Points: squares of a board of any size.

use std::fmt;
use std::str::FromStr;

/// A square of a board of any size, named by its column letter and row number: `a1` is the top
/// left one. On the 8×8 board [`Square`](crate::Square) is the same thing in one byte.
///
/// ```
/// use reversi_rules::Point;
/// let point: Point = "C12".parse().unwrap();
/// assert_eq!((point.column(), point.row()), (2, 11));
/// assert_eq!(point.to_string(), "c12");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    column: u8,
    row: u8,
}

impl Point {
    /// The top left square, which every board has.
    pub const A1: Point = Point { column: 0, row: 0 };

    /// The square at a column and a row, both counted from 0; `None` beyond the largest board.
    #[must_use]
    pub fn new(column: usize, row: usize) -> Option<Point> {
        (column < 26 && row < 26).then_some(Point {
            column: column as u8,
            row: row as u8,
        })
    }

    /// The column, counted from 0 at the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row, counted from 0 at the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The column's letter, `a` for the left one.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.column) as char
    }

    /// The neighbouring square one step away; `None` past the top, the left or square z26.
    #[must_use]
    pub fn step(self, columns: i8, rows: i8) -> Option<Point> {
        let column = self.column.checked_add_signed(columns)?;
        let row = self.row.checked_add_signed(rows)?;
        Point::new(column.into(), row.into())
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.row + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text was not a square name such as `f5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError(pub String);

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a square; try something like f5", self.0)
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Point {
    type Err = ParseSquareError;

    /// Reads a letter and a number from 1 to 26, in any case.
    fn from_str(text: &str) -> Result<Point, ParseSquareError> {
        let wrong = || ParseSquareError(text.to_string());
        let (&letter, digits) = text.as_bytes().split_first().ok_or_else(wrong)?;
        if !letter.is_ascii_alphabetic() || !matches!(digits.len(), 1 | 2) || digits[0] == b'0' {
            return Err(wrong());
        }
        let mut row = 0;
        for digit in digits {
            if !digit.is_ascii_digit() {
                return Err(wrong());
            }
            row = row * 10 + usize::from(digit - b'0');
        }
        let column = usize::from(letter.to_ascii_lowercase() - b'a');
        Point::new(column, row - 1).ok_or_else(wrong)
    }
}
