//! Opening lists of Zebra, NBoard and Edax: moves and a name, one opening per line.

use crate::color::Color;
use crate::diagram::Diagram;
use crate::formats::transcript::{self, TranscriptError};
use crate::record::Record;
use crate::size::Size;
use crate::wide::Start;

/// The column of the names.
const NAME_COLUMN: usize = 41;

/// Writes a line: the moves, Black's in capitals, then the name. The name is the first line of the
/// comment on the last move.
///
/// ```
/// use reversi_rules::formats::opening_list;
/// let record = opening_list::read("f5d6c3d3c4\ttiger").unwrap().unwrap();
/// assert_eq!(record.note(5).unwrap().comment, "tiger");
/// let line = opening_list::write(&record);
/// assert_eq!(line, "F5d6C3d3C4                               tiger");
/// ```
#[must_use]
pub fn write(record: &Record) -> String {
    let turns = record.game.turns();
    let mut line = String::new();
    for turn in turns {
        let name = turn.point().to_string();
        line += &match turn.color() {
            Color::Black => name.to_ascii_uppercase(),
            Color::White => name,
        };
    }
    let note = record.note(turns.len());
    let name = note.and_then(|note| note.comment.lines().next());
    if let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) {
        line = format!(
            "{line:<width$}{name}",
            width = NAME_COLUMN.max(line.len() + 1)
        );
    }
    line
}

/// Reads a line; `None` when it is blank, a comment (`//`, `#`, `%`) or a number, such as the number
/// of openings in the first line. The name becomes the comment on the last move.
///
/// # Errors
/// When the line does not start with the moves of a game.
pub fn read(line: &str) -> Result<Option<Record>, TranscriptError> {
    let line = line.trim();
    let is_comment = ["//", "#", "%"].iter().any(|mark| line.starts_with(mark));
    if is_comment || line.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    let (moves, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    let mut record = Record::from(transcript::read(moves, start)?);
    if !name.trim().is_empty() {
        let last = record.game.turns().len();
        record.note_mut(last).comment = name.trim().to_string();
    }
    Ok(Some(record))
}
