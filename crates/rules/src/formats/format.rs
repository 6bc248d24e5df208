//! Formats by name and by file extension.

use std::fmt;
use std::str::FromStr;

/// A file format or notation for games or positions.
///
/// Displayed and parsed as a short name, such as `ggf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The moves of a game, `f5d6c3`; in a file, one game per line, as in lists of XOT openings.
    Transcript,
    /// The squares of a position and the side to move; in a file, one position per line, as in
    /// Zebra's scripts.
    Board,
    /// Problems with the scores of their moves, one per line.
    Obf,
    /// Games of game servers, NBoard and this program.
    Ggf,
    /// Games with variations and comments.
    Sgf,
    /// Games of servers and databases, with the result in discs.
    Pgn,
    /// PGN with chess results, for programs that compute ratings.
    RatingPgn,
    /// Tournament games in a binary file, with names in other files.
    Wthor,
    /// Logistello's log book, one game per line.
    Logbook,
    /// Openings with names, one per line.
    Openings,
    /// Positions with names, one per line, as in Egaroucid.
    Positions,
    /// Positions as two hexadecimal bitboards, one per line.
    Bitboards,
    /// A saved position, in binary.
    Rev,
}

impl Format {
    /// All formats.
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

    /// The short name for options and commands.
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

    /// The name for messages.
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

    /// The file extensions, the usual one first.
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

    /// The format with this file extension, in any case.
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

    /// Whether it holds positions without moves.
    #[must_use]
    pub const fn is_of_positions(self) -> bool {
        matches!(
            self,
            Format::Board | Format::Obf | Format::Positions | Format::Bitboards | Format::Rev
        )
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.keyword())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    /// Parses a short name or a file extension.
    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        let mut all = Format::ALL.into_iter();
        all.find(|format| format.keyword().eq_ignore_ascii_case(text))
            .or_else(|| Format::of_extension(text))
            .ok_or_else(|| ParseFormatError(text.to_string()))
    }
}

/// The text is not the name of a format.
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
