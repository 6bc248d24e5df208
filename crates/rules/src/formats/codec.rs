//! One reader and one writer for a record of every format.

use std::borrow::Cow;
use std::fmt;

use crate::diagram::Diagram;
use crate::formats::{
    Format, bitboards, board_string, ggf, logbook, moves, obf, opening_list, pgn, position_list,
    rev, sgf, transcript,
};
use crate::game::Game;
use crate::record::Record;
use crate::size::Size;
use crate::wide::Start;

impl Format {
    /// Reads one record; `None` when there is only a comment. `size` is the board size for formats
    /// that do not contain it.
    ///
    /// # Errors
    /// When the record is invalid. WTHOR files are not read record by record: use
    /// [`wthor`](crate::formats::wthor).
    pub fn read(self, bytes: &[u8], size: Size) -> Result<Option<Record>, FormatError> {
        let of_position = |diagram| Some(Record::from(Game::from_diagram(diagram)));
        if self == Format::Rev {
            let loaded = rev::read(bytes).map_err(FormatError::of)?;
            return Ok(of_position(loaded.diagram));
        }
        let text = decode(bytes);
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        match self {
            Format::Transcript => {
                let start = Diagram::start(size, Start::Standard);
                let game = transcript::read(text, start).map_err(FormatError::of)?;
                Ok(Some(Record::from(game)))
            }
            Format::Board => match text.split('%').next().unwrap_or("").trim() {
                "" => Ok(None),
                board => board_string::read(board)
                    .map(of_position)
                    .map_err(FormatError::of),
            },
            Format::Obf => {
                let problem = obf::read(text).map_err(FormatError::of)?;
                Ok(problem.map(|problem| Record::from(&problem)))
            }
            Format::Ggf => {
                let number = |letter: char| letter.is_ascii_digit() || letter.is_whitespace();
                match text.trim_start_matches(number) {
                    "" => Ok(None),
                    text => ggf::read(text).map(Some).map_err(FormatError::of),
                }
            }
            Format::Sgf => sgf::read(text).map(Some).map_err(FormatError::of),
            Format::Pgn | Format::RatingPgn => pgn::read(text).map(Some).map_err(FormatError::of),
            Format::Logbook => logbook::read(text).map(Some).map_err(FormatError::of),
            Format::Openings => opening_list::read(text).map_err(FormatError::of),
            Format::Positions => position_list::read(text).map_err(FormatError::of),
            Format::Bitboards => bitboards::read(text)
                .map(of_position)
                .map_err(FormatError::of),
            Format::Wthor | Format::Rev => Err(FormatError::binary()),
        }
    }

    /// Appends a record.
    ///
    /// # Errors
    /// When the format cannot express the game; then nothing is appended. A WTHOR file is not written
    /// record by record: use [`wthor`](crate::formats::wthor).
    pub fn write(self, record: &Record, bytes: &mut Vec<u8>) -> Result<(), FormatError> {
        self.check_writable(record)?;
        let game = &record.game;
        let text = match self {
            Format::Transcript => transcript::write(game),
            Format::Board => moves::last_position(game).to_string(),
            Format::Obf => obf::Problem::of_record(record).to_string(),
            Format::Ggf => ggf::write(record),
            Format::Sgf => sgf::write(record),
            // The text ends with a line end: the next one makes a blank line between games.
            Format::Pgn => pgn::write(record, pgn::Dialect::Othello),
            Format::RatingPgn => pgn::write(record, pgn::Dialect::Rating),
            Format::Logbook => logbook::write(record),
            Format::Openings => opening_list::write(record),
            Format::Positions => position_list::write(record),
            Format::Bitboards => bitboards::write(&moves::last_position(game)).unwrap_or_default(),
            Format::Rev => {
                bytes.extend(rev::write(&moves::last_position(game)));
                return Ok(());
            }
            Format::Wthor => return Err(FormatError::binary()),
        };
        bytes.extend(text.bytes());
        bytes.push(b'\n');
        Ok(())
    }

    /// Fails when the format cannot express the start position, the board or the side to move.
    fn check_writable(self, record: &Record) -> Result<(), FormatError> {
        let game = &record.game;
        let is_usual = || *game.start() == Diagram::start(game.size(), Start::Standard);
        let wants_start = matches!(
            self,
            Format::Transcript | Format::Logbook | Format::Openings
        );
        let wants_eight = matches!(
            self,
            Format::Logbook | Format::Openings | Format::Positions | Format::Bitboards
        );
        let wants_moves = matches!(
            self,
            Format::Transcript | Format::Logbook | Format::Openings
        );
        let name = self.name();
        let a = if name.starts_with('o') { "an" } else { "a" };
        if wants_eight && game.size() != Size::EIGHT {
            let size = game.size();
            return Err(FormatError(format!(
                "{a} {name} is about 8×8; this board is {size}×{size}"
            )));
        }
        if wants_start && !is_usual() {
            return Err(FormatError(format!(
                "{a} {name} has games from the usual start; this one begins elsewhere"
            )));
        }
        if self == Format::Rev {
            let position = moves::last_position(game);
            let read = rev::read(&rev::write(&position));
            if read.is_ok_and(|loaded| loaded.diagram != position) {
                return Err(FormatError(format!(
                    "a {name} does not say who is to move, and in this position it would be \
                     taken for the other side"
                )));
            }
        }
        if wants_moves && game.turns().is_empty() {
            return Err(FormatError(format!(
                "{a} {name} has moves; this game has none"
            )));
        }
        Ok(())
    }
}

/// Decodes UTF-8, or else ISO-8859-1 as in older files. A byte order mark is dropped.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// Why a record cannot be read or written, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(String);

impl FormatError {
    fn of(error: impl fmt::Display) -> FormatError {
        FormatError(error.to_string())
    }

    /// WTHOR files are read and written as a whole.
    fn binary() -> FormatError {
        FormatError("a game of a WTHOR file is not read or written without the file".to_string())
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}
