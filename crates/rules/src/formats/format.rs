//! The formats by name, and what they have in common: one record is read, one is written.

use std::borrow::Cow;
use std::fmt;

use crate::diagram::Diagram;
use crate::formats::{board_string, ggf, obf, rev, transcript};
use crate::game::Game;
use crate::record::Record;
use crate::size::Size;
use crate::wide::Start;

/// A way to write games or positions down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The moves of a game, `f5d6c3`; in a file, a game a line.
    Transcript,
    /// The squares of a position and the side to move; in a file, a position a line.
    Board,
    /// Problems with the scores of their moves, one a line.
    Obf,
    /// Games of game servers, NBoard and our own.
    Ggf,
    /// Tournament games in a binary file, with names in other files.
    Wthor,
    /// A saved position, in binary.
    Rev,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 6] = [
        Format::Transcript,
        Format::Board,
        Format::Obf,
        Format::Ggf,
        Format::Wthor,
        Format::Rev,
    ];

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Board => "board string",
            Format::Obf => "OBF",
            Format::Ggf => "GGF",
            Format::Wthor => "WTHOR",
            Format::Rev => "state file",
        }
    }

    /// What the names of its files end with, the usual ending first.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Transcript => &["txt", "xot"],
            Format::Board => &["board", "scr"],
            Format::Obf => &["obf"],
            Format::Ggf => &["ggf"],
            Format::Wthor => &["wtb"],
            Format::Rev => &["rev"],
        }
    }

    /// The format whose files end like this, in any case.
    ///
    /// ```
    /// use rules::formats::Format;
    /// assert_eq!(Format::of_extension("GGF"), Some(Format::Ggf));
    /// ```
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Format> {
        let has = |format: &Format| {
            let mut extensions = format.extensions().iter();
            extensions.any(|known| known.eq_ignore_ascii_case(extension))
        };
        Format::ALL.into_iter().find(has)
    }

    /// Whether a file of it is text.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::Wthor | Format::Rev)
    }

    /// Reads one record; `None` when there is nothing but a comment. `size` is the board of a
    /// format that does not tell.
    ///
    /// # Errors
    /// When it makes no sense. WTHOR files are not read record by record: use
    /// [`wthor`](crate::formats::wthor).
    pub fn read(self, bytes: &[u8], size: Size) -> Result<Option<Record>, FormatError> {
        let text = || decode(bytes);
        let start = || Diagram::start(size, Start::Standard);
        let game = |diagram| Some(Record::from(Game::from_diagram(diagram)));
        match self {
            Format::Transcript => match text().trim() {
                "" => Ok(None),
                text => transcript::read(text, start())
                    .map(|game| Some(Record::from(game)))
                    .map_err(FormatError::of),
            },
            Format::Board => match text().split('%').next().unwrap_or("").trim() {
                "" => Ok(None),
                text => board_string::read(text).map(game).map_err(FormatError::of),
            },
            Format::Obf => match obf::read(&text()) {
                Ok(problem) => Ok(problem.map(|problem| Record::from(&problem))),
                Err(error) => Err(FormatError::of(error)),
            },
            Format::Ggf => {
                let text = text();
                let number = |letter: char| letter.is_ascii_digit() || letter.is_whitespace();
                match text.trim_start_matches(number) {
                    "" => Ok(None),
                    text => ggf::read(text).map(Some).map_err(FormatError::of),
                }
            }
            Format::Rev => rev::read(bytes)
                .map(|loaded| game(loaded.diagram))
                .map_err(FormatError::of),
            Format::Wthor => Err(FormatError(
                "a game of a WTHOR file cannot be read without the file".to_string(),
            )),
        }
    }

    /// Adds a record to a file.
    ///
    /// # Errors
    /// When the format has no place for such a game; then nothing is added. A WTHOR file is not
    /// written record by record: use [`wthor`](crate::formats::wthor).
    pub fn write(self, record: &Record, bytes: &mut Vec<u8>) -> Result<(), FormatError> {
        let game = &record.game;
        let usual = || *game.start() == Diagram::start(game.size(), Start::Standard);
        match self {
            Format::Transcript if !usual() => {
                return Err(FormatError(
                    "a transcript is of a game from the usual start; this one begins elsewhere"
                        .to_string(),
                ));
            }
            Format::Transcript => bytes.extend(transcript::write(game).bytes()),
            Format::Board => bytes.extend(last_position(game).to_string().bytes()),
            Format::Obf => bytes.extend(obf::Problem::of_record(record).to_string().bytes()),
            Format::Ggf => bytes.extend(ggf::write(record).bytes()),
            Format::Rev => {
                bytes.extend(rev::write(&last_position(game)));
                return Ok(());
            }
            Format::Wthor => {
                return Err(FormatError(
                    "a game of a WTHOR file cannot be written without the file".to_string(),
                ));
            }
        }
        bytes.push(b'\n');
        Ok(())
    }
}

/// The position that a game has led to. One without moves is as it was given, also when the side
/// to move cannot move there.
pub(crate) fn last_position(game: &Game) -> Diagram {
    if game.turns().is_empty() {
        *game.start()
    } else {
        *game.diagram()
    }
}

/// Bytes as text: UTF-8, or else ISO-8859-1, as older files are. A mark of UTF-8 at the beginning
/// is dropped.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// Why something cannot be read or written in a format, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(String);

impl FormatError {
    fn of(error: impl fmt::Display) -> FormatError {
        FormatError(error.to_string())
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}
