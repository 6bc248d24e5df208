//! Formats by name, with one reader and one writer for a record of each.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::diagram::Diagram;
use crate::formats::{
    bitboards, board_string, ggf, logbook, moves, obf, opening_list, pgn, position_list, rev, sgf,
    transcript,
};
use crate::game::Game;
use crate::record::Record;
use crate::size::Size;
use crate::wide::Start;

/// A way to write games or positions down.
///
/// Shown and read by a short name, such as `ggf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The moves of a game, `f5d6c3`; in a file, a game a line, as in lists of XOT openings.
    Transcript,
    /// The squares of a position and the side to move; in a file, a position a line, as in Zebra's
    /// scripts.
    Board,
    /// Problems with the scores of their moves, one a line.
    Obf,
    /// Games of game servers, NBoard and our own.
    Ggf,
    /// Games with variations and comments.
    Sgf,
    /// Games of servers and databases; the result counts discs.
    Pgn,
    /// The same with results as chess has them, for programs that compute ratings.
    RatingPgn,
    /// Tournament games in a binary file, with names in other files.
    Wthor,
    /// Logistello's log book, a game a line.
    Logbook,
    /// Openings with names, one a line.
    Openings,
    /// Positions with names, one a line, as Egaroucid has them.
    Positions,
    /// Two numbers in base 16, a position a line.
    Bitboards,
    /// A saved position, in binary.
    Rev,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 13] = [
        Format::Transcript,
        Format::Board,
        Format::Obf,
        Format::Ggf,
        Format::Sgf,
        Format::Pgn,
        Format::RatingPgn,
        Format::Wthor,
        Format::Logbook,
        Format::Openings,
        Format::Positions,
        Format::Bitboards,
        Format::Rev,
    ];

    /// A word for it, as one would type it.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Board => "board",
            Format::Obf => "obf",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::RatingPgn => "pgn-rating",
            Format::Wthor => "wthor",
            Format::Logbook => "logistello",
            Format::Openings => "openings",
            Format::Positions => "positions",
            Format::Bitboards => "bitboards",
            Format::Rev => "rev",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Board => "board string",
            Format::Obf => "OBF",
            Format::Ggf => "GGF",
            Format::Sgf => "SGF",
            Format::Pgn | Format::RatingPgn => "PGN",
            Format::Wthor => "WTHOR",
            Format::Logbook => "log book",
            Format::Openings => "opening list",
            Format::Positions => "position list",
            Format::Bitboards => "bitboard",
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
            Format::Sgf => &["sgf"],
            Format::Pgn => &["pgn"],
            Format::RatingPgn => &[],
            Format::Wthor => &["wtb"],
            Format::Logbook => &["gam"],
            Format::Openings => &["tsv"],
            Format::Positions => &[],
            Format::Bitboards => &["hex"],
            Format::Rev => &["rev"],
        }
    }

    /// The format whose files end like this, in any case.
    ///
    /// ```
    /// use reversi_rules::formats::Format;
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

    /// Whether what it holds are positions, without the moves that led there.
    #[must_use]
    pub const fn is_of_positions(self) -> bool {
        matches!(
            self,
            Format::Board | Format::Obf | Format::Positions | Format::Bitboards | Format::Rev
        )
    }

    /// Reads one record; `None` when there is nothing but a comment. `size` is the board of a
    /// format that does not tell.
    ///
    /// # Errors
    /// When it makes no sense. WTHOR files are not read record by record: use
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

    /// Adds a record to a file.
    ///
    /// # Errors
    /// When the format has no place for such a game; then nothing is added. A WTHOR file is not
    /// written record by record: use [`wthor`](crate::formats::wthor).
    pub fn write(self, record: &Record, bytes: &mut Vec<u8>) -> Result<(), FormatError> {
        self.has_place_for(record)?;
        let game = &record.game;
        let text = match self {
            Format::Transcript => transcript::write(game),
            Format::Board => moves::last_position(game).to_string(),
            Format::Obf => obf::Problem::of_record(record).to_string(),
            Format::Ggf => ggf::write(record),
            Format::Sgf => sgf::write(record),
            // A blank line between games.
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

    /// Whether the first position and the board of a game are such as the format can tell.
    fn has_place_for(self, record: &Record) -> Result<(), FormatError> {
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

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.keyword())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    /// Reads a short name, or what the names of files end with.
    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        let mut all = Format::ALL.into_iter();
        all.find(|format| format.keyword().eq_ignore_ascii_case(text))
            .or_else(|| Format::of_extension(text))
            .ok_or_else(|| ParseFormatError(text.to_string()))
    }
}

/// The text was not the name of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFormatError(pub String);

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a format; there are", self.0)?;
        for (number, format) in Format::ALL.into_iter().enumerate() {
            let separator = if number == 0 { "" } else { "," };
            write!(f, "{separator} {format}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseFormatError {}

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

    /// A WTHOR file is more than its records.
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
