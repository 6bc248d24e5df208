//! Board sizes: even numbers from 4 to 26.

use std::fmt;
use std::str::FromStr;

/// The side of a board: an even number from 4 to 26.
///
/// ```
/// use reversi_rules::Size;
/// assert_eq!("10".parse::<Size>().unwrap().area(), 100);
/// assert!(Size::new(7).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// The smallest board, 4×4.
    pub const MIN: Size = Size(4);
    /// The usual board, 8×8.
    pub const EIGHT: Size = Size(8);
    /// The board of the larger game, 10×10.
    pub const TEN: Size = Size(10);
    /// The largest board, 26×26: one column for each letter.
    pub const MAX: Size = Size(26);

    /// Checks a number.
    ///
    /// # Errors
    /// When `side` is odd, below 4 or above 26.
    pub fn new(side: usize) -> Result<Size, SizeError> {
        if side.is_multiple_of(2) && (4..=26).contains(&side) {
            Ok(Size(side as u8))
        } else {
            Err(SizeError(side.to_string()))
        }
    }

    /// Every allowed size, smallest first.
    pub fn all() -> impl Iterator<Item = Size> {
        (4..=26).step_by(2).map(Size)
    }

    /// The size of a board with this many squares, if there is one.
    #[must_use]
    pub fn of_area(squares: usize) -> Option<Size> {
        Size::all().find(|size| size.area() == squares)
    }

    /// Squares along one side.
    #[must_use]
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// Squares on the whole board.
    #[must_use]
    pub const fn area(self) -> usize {
        self.side() * self.side()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text was not the size of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeError(pub String);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a board size; it must be an even number from 4 to 26 (",
            self.0
        )?;
        for size in Size::all() {
            let separator = if size == Size::MAX { ")" } else { ", " };
            write!(f, "{size}{separator}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SizeError {}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let wrong = || SizeError(text.to_string());
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        Size::new(text.parse().map_err(|_| wrong())?).map_err(|_| wrong())
    }
}
