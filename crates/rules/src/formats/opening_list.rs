//! Lists of openings: the moves, then a name, one a line, as Zebra, NBoard and Edax have them.

use crate::color::Color;
use crate::diagram::Diagram;
use crate::formats::transcript::{self, TranscriptError};
use crate::record::Record;
use crate::size::Size;
use crate::wide::Start;

/// The column where names begin.
const NAMES: usize = 41;

/// Writes a line: Black's moves in capitals, then the first line of what is noted about the last
/// move, which is taken for the name.
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
        line = format!("{line:<width$}{name}", width = NAMES.max(line.len() + 1));
    }
    line
}

/// Reads a line; `None` when it is blank, a comment (`//`, `#`, `%`) or the number of lines that
/// such a file may begin with. The name is noted about the last move.
///
/// # Errors
/// When the line does not begin with the moves of a game.
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
