//! Board strings: a character for each square, row by row, then the side to move.

use std::fmt;

use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;

/// Writes `X`, `O` and `-`, then a blank and the side to move.
#[must_use]
pub fn write(diagram: &Diagram) -> String {
    let letter = |color| match color {
        Color::Black => 'X',
        Color::White => 'O',
    };
    let mut text: String = PointSet::full(diagram.size())
        .into_iter()
        .map(|point| diagram.disc(point).map_or('-', letter))
        .collect();
    text.push(' ');
    text.push(letter(diagram.to_move()));
    text
}

/// Reads a board string of any even size from 4 to 26.
///
/// Black is `X`, `b` or `*`, white `O` or `w`, an empty square `-` or `.`, in any case; blanks
/// and line ends are skipped. The number of squares tells the size. A last letter tells the
/// side to move; without it, Black is to move.
///
/// # Errors
/// When a character means nothing here, or the number of squares belongs to no board.
///
/// ```
/// use reversi_rules::{formats::board_string, Color};
/// let diagram = board_string::read("....\n.wb.\n.bw.\n.... w").unwrap();
/// assert_eq!(diagram.to_move(), Color::White);
/// assert!(board_string::read("--XO--").is_err());
/// ```
pub fn read(text: &str) -> Result<Diagram, BoardStringError> {
    let mut cells: Vec<Option<Color>> = Vec::new();
    let mut count = 0;
    for (index, letter) in text.chars().enumerate() {
        let cell = match letter.to_ascii_lowercase() {
            'x' | 'b' | '*' => Some(Color::Black),
            'o' | 'w' => Some(Color::White),
            '-' | '.' => None,
            blank if blank.is_whitespace() => continue,
            _ => return Err(BoardStringError::Letter(letter, index + 1)),
        };
        count += 1;
        if count <= Size::MAX.area() + 1 {
            cells.push(cell);
        }
    }
    if count > cells.len() {
        return Err(BoardStringError::Count(count));
    }
    // Boards have an even number of squares, so an odd number of letters ends with the side. So
    // does a letter that stands alone after longer words; then a square is missing.
    let to_move = if count % 2 == 1 || ends_alone(text) {
        let last = cells.pop().flatten();
        last.ok_or(BoardStringError::Side)?
    } else {
        Color::Black
    };
    let size = Size::of_area(cells.len()).ok_or(BoardStringError::Count(cells.len()))?;
    let discs = ByColor::from_fn(|color| {
        let squares = (0..).zip(&cells).filter(|(_, cell)| **cell == Some(color));
        let side = size.side();
        squares
            .filter_map(|(index, _)| Point::new(index % side, index / side))
            .collect()
    });
    Ok(Diagram::from_discs(size, discs, to_move).expect("each square was read once"))
}

/// Whether the last word is a single letter and others are not.
fn ends_alone(text: &str) -> bool {
    let mut words = text.split_whitespace().rev();
    let alone = |word: &str| word.chars().count() == 1;
    words.next().is_some_and(alone) && words.any(|word| !alone(word))
}

/// Why a text is not a board string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardStringError {
    /// An invalid character, and its place in the text, counted from 1.
    Letter(char, usize),
    /// No board has this many squares.
    Count(usize),
    /// The last character should name the side to move, but stands for an empty square.
    Side,
}

impl fmt::Display for BoardStringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardStringError::Letter(letter, place) => write!(
                f,
                "{letter:?} (character {place}) is no square of a board; \
                 use X, O and - and end with the side to move"
            ),
            BoardStringError::Count(count) => write!(
                f,
                "{count} squares make no board; an 8×8 board has 64, then the side to move"
            ),
            BoardStringError::Side => write!(
                f,
                "the last character should be the side to move, X (black) or O (white)"
            ),
        }
    }
}

impl std::error::Error for BoardStringError {}
