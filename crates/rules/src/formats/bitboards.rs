//! Positions as two hexadecimal bitboards, Black's discs and White's: bit 0 is a1, bit 7 is h1, bit 63
//! is h8.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::formats::rev;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;

/// Writes a position; `None` unless the board is 8×8.
///
/// ```
/// use reversi_rules::{formats::bitboards, Diagram, Size, Start};
/// let start = Diagram::start(Size::EIGHT, Start::Standard);
/// let text = bitboards::write(&start).unwrap();
/// assert_eq!(text, "0x0000000810000000 0x0000001008000000 X");
/// assert_eq!(bitboards::read(&text), Ok(start));
/// ```
#[must_use]
pub fn write(diagram: &Diagram) -> Option<String> {
    let board = diagram.to_board()?;
    let (black, white, side) = match diagram.to_move() {
        Color::Black => (board.own(), board.opponent(), 'X'),
        Color::White => (board.opponent(), board.own(), 'O'),
    };
    Some(format!("{:#018x} {:#018x} {side}", black.0, white.0))
}

/// Whether a text starts with two bitboards.
pub(crate) fn is_bitboards(text: &str) -> bool {
    let mut words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let mut number = || {
        let word = words.next()?;
        // A shorter word without `0x` is not clearly a bitboard.
        let marked = word.len() == 16 || word.starts_with("0x") || word.starts_with("0X");
        number(word).filter(|_| marked)
    };
    number().is_some() && number().is_some()
}

/// Reads two bitboards, with or without `0x`, and an optional side to move. Without it, the side is
/// inferred: by the parity of the discs, or the only side with a legal move.
///
/// # Errors
/// When the text is not two bitboards, or a square has two discs.
pub fn read(text: &str) -> Result<Diagram, BitboardsError> {
    let mut words = text
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty());
    let mut board = || {
        let word = words.next().unwrap_or("");
        number(word).ok_or_else(|| BitboardsError::Number(word.chars().take(20).collect()))
    };
    let (black, white) = (board()?, board()?);
    if let Some(square) = (Bitboard(black) & Bitboard(white)).into_iter().next() {
        return Err(BitboardsError::Twice(square.into()));
    }
    let wide = |bits: u64| Bitboard(bits).into_iter().map(Point::from).collect();
    let discs: ByColor<PointSet> = ByColor {
        black: wide(black),
        white: wide(white),
    };
    let side = words.next().map(|word| match word {
        "*" => Ok(Color::Black),
        word => word
            .parse()
            .map_err(|_| BitboardsError::Side(word.chars().take(20).collect())),
    });
    let diagram = match side.transpose()? {
        Some(side) => Diagram::from_discs(Size::EIGHT, discs, side),
        None => rev::infer(Size::EIGHT, discs).map(|loaded| loaded.diagram),
    };
    Ok(diagram.expect("no square has two discs"))
}

fn number(word: &str) -> Option<u64> {
    let digits = word.trim_start_matches("0x").trim_start_matches("0X");
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| all_digits)
}

/// Why a text is not a position of two bitboards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitboardsError {
    /// A word is not a number.
    Number(String),
    /// A square has two discs.
    Twice(Point),
    /// A word is not the side to move.
    Side(String),
}

impl fmt::Display for BitboardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BitboardsError::Number(word) => write!(
                f,
                "`{word}` is not a number of 64 bits; Black's discs, then White's, are written like \
                 0x0000000810000000"
            ),
            BitboardsError::Twice(point) => write!(f, "there are two discs on {point}"),
            BitboardsError::Side(word) => {
                write!(
                    f,
                    "`{word}` is not the side to move, X (black) or O (white)"
                )
            }
        }
    }
}

impl std::error::Error for BitboardsError {}
