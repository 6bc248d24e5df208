//! Position lists of Egaroucid: 64 squares, `0` for black, `1` for white and `.` for empty, then a
//! name, one position per line. The side to move is not stored.

use std::fmt;

use crate::color::{ByColor, Color};
use crate::formats::moves;
use crate::formats::rev;
use crate::game::Game;
use crate::point_set::PointSet;
use crate::record::Record;
use crate::size::Size;

/// Writes the last position of an 8×8 game and its name: the first line of the comment on the last
/// move.
#[must_use]
pub fn write(record: &Record) -> String {
    let diagram = moves::last_position(&record.game);
    let squares = PointSet::full(diagram.size()).into_iter();
    let mut line: String = squares
        .map(|point| match diagram.disc(point) {
            Some(Color::Black) => '0',
            Some(Color::White) => '1',
            None => '.',
        })
        .collect();
    let note = record.note(record.game.turns().len());
    let name = note.and_then(|note| note.comment.lines().next());
    if let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) {
        line.push(' ');
        line.push_str(name);
    }
    line
}

/// Whether a line looks like a named position.
pub(crate) fn is_line(line: &str) -> bool {
    let squares = line.split_whitespace().next().unwrap_or("");
    squares.len() == Size::EIGHT.area()
        && squares.bytes().all(|byte| b".01".contains(&byte))
        && squares.contains(['0', '1'])
}

/// Reads a line; `None` when it is blank. The name becomes the comment on the position. The side to
/// move is inferred: by the parity of the discs, or the only side with a legal move.
///
/// # Errors
/// When the line does not start with 64 squares.
///
/// ```
/// use reversi_rules::formats::position_list;
/// let line = "...........................10......010.......1.................. Diagonal Opening";
/// let record = position_list::read(line).unwrap().unwrap();
/// assert_eq!(record.note(0).unwrap().comment, "Diagonal Opening");
/// assert_eq!(position_list::write(&record), line);
/// ```
pub fn read(line: &str) -> Result<Option<Record>, PositionListError> {
    let line = line.trim();
    if line.is_empty() {
        return Ok(None);
    }
    let (squares, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let count = squares.chars().count();
    if count != Size::EIGHT.area() {
        return Err(PositionListError::Count(count));
    }
    let mut discs = ByColor::<PointSet>::default();
    for (point, letter) in PointSet::full(Size::EIGHT).into_iter().zip(squares.chars()) {
        match letter {
            '0' => discs.black.insert(point),
            '1' => discs.white.insert(point),
            '.' => {}
            letter => return Err(PositionListError::Letter(letter)),
        }
    }
    let loaded = rev::infer(Size::EIGHT, discs).expect("each square was read once");
    let mut record = Record::from(Game::from_diagram(loaded.diagram));
    if !name.trim().is_empty() {
        record.note_mut(0).comment = name.trim().to_string();
    }
    Ok(Some(record))
}

/// Why a line is not a named position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionListError {
    /// It does not have 64 squares.
    Count(usize),
    /// A character that is not allowed.
    Letter(char),
}

impl fmt::Display for PositionListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionListError::Count(count) => {
                write!(
                    f,
                    "a named position has 64 squares, then its name; here are {count}"
                )
            }
            PositionListError::Letter(letter) => {
                write!(
                    f,
                    "{letter:?} is no square; use 0 for black, 1 for white and . for empty"
                )
            }
        }
    }
}

impl std::error::Error for PositionListError {}
