//! FEN, the chess notation of positions, as Edax writes it: the bottom row first, `p` for black, `P`
//! for white and a number for empty squares.

use std::fmt::{self, Write};

use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;

/// Writes a position.
///
/// ```
/// use reversi_rules::{formats::pgn, Diagram, Size, Start};
/// let start = Diagram::start(Size::EIGHT, Start::Standard);
/// assert_eq!(pgn::write_fen(&start), "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1");
/// ```
#[must_use]
pub fn write(diagram: &Diagram) -> String {
    let side = diagram.size().side();
    let mut text = String::new();
    for row in (0..side).rev() {
        let mut empty = 0;
        for point in (0..side).filter_map(|column| Point::new(column, row)) {
            let letter = match diagram.disc(point) {
                Some(Color::Black) => 'p',
                Some(Color::White) => 'P',
                None => {
                    empty += 1;
                    continue;
                }
            };
            push_number(&mut text, &mut empty);
            text.push(letter);
        }
        push_number(&mut text, &mut empty);
        if row > 0 {
            text.push('/');
        }
    }
    text.push_str(match diagram.to_move() {
        Color::Black => " b - - 0 1",
        Color::White => " w - - 0 1",
    });
    text
}

fn push_number(text: &mut String, number: &mut usize) {
    if *number > 0 {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{number}");
        *number = 0;
    }
}

/// Reads a position of any even size from 4 to 26. The fields after the side to move are ignored.
///
/// # Errors
/// When the rows are not a board.
pub fn read(text: &str) -> Result<Diagram, FenError> {
    let mut words = text.split_whitespace();
    let rows: Vec<&str> = words.next().unwrap_or("").split('/').collect();
    let size = Size::new(rows.len()).map_err(|_| FenError::Rows(rows.len()))?;
    let mut discs = ByColor::<PointSet>::default();
    for (number, row) in (1..).zip(&rows) {
        let mut column = 0;
        let mut empty = 0;
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = empty * 10 + digit as usize;
                // Longer than any row.
                if empty > Size::MAX.side() {
                    break;
                }
                continue;
            }
            column += std::mem::take(&mut empty);
            let set = match letter {
                'p' => &mut discs.black,
                'P' => &mut discs.white,
                letter => return Err(FenError::Letter(letter)),
            };
            set.extend(Point::new(column, size.side() - number));
            column += 1;
        }
        column += empty;
        if column != size.side() {
            return Err(FenError::Row { number, size });
        }
    }
    let to_move = match words.next() {
        Some("w") => Color::White,
        _ => Color::Black,
    };
    Ok(Diagram::from_discs(size, discs, to_move).expect("each square was read once"))
}

/// Why a text is not a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The number of rows is impossible.
    Rows(usize),
    /// A row is longer or shorter than the others.
    Row {
        /// The number of the row, in the order of the text.
        number: usize,
        /// The expected number of squares.
        size: Size,
    },
    /// A character that is not allowed.
    Letter(char),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Rows(rows) => write!(f, "{rows} rows make no board; an 8×8 board has 8"),
            FenError::Row { number, size } => {
                write!(f, "row {number} should have {size} squares")
            }
            FenError::Letter(letter) => write!(
                f,
                "{letter:?} is no square; use p for black, P for white and numbers for empty ones"
            ),
        }
    }
}

impl std::error::Error for FenError {}
