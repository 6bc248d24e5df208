//! Recognition: reads pasted text or bytes of unknown format.

use std::fmt;

use crate::diagram::Diagram;
use crate::formats::transcript::TranscriptError;
use crate::formats::wthor::{self, Names};
use crate::formats::{Format, Piece, board_string, decode, detect, pgn, transcript};
use crate::game::Game;
use crate::record::Record;
use crate::size::Size;
use crate::wide::Start;

/// The most records in one pasted text.
const MAX_RECORDS: usize = 2000;

/// The fewest moves for which the mirrored start is tried. Shorter games are more likely mistyped.
const MIN_MIRRORED_MOVES: usize = 4;

/// The format and the content of a pasted text. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// The format.
    pub format: Format,
    /// The records, at least one.
    pub records: Vec<Record>,
    /// The errors of records that cannot be read.
    pub bad: Vec<String>,
    /// Whether the moves are legal only from the mirrored start. The record then starts there.
    pub is_mirrored: bool,
}

/// Detects the format of some bytes and reads them.
///
/// Beside all formats it reads a board followed by moves, the board of a game server in brackets, and
/// a position as FEN. Blanks, case and move numbers do not matter. A game may start with any of the
/// four first moves. `size` is the board size where the text does not contain it.
///
/// # Errors
/// When no format fits. The error is that of the most likely format.
///
/// ```
/// use reversi_rules::{formats, Size};
/// let found = formats::recognise(b" 1. F5 d6\n 2. C3 d3 ", Size::EIGHT).unwrap();
/// assert_eq!(found.to_string(), "transcript: a game of 4 moves");
/// let found = formats::recognise(b"f4d3c6d6", Size::EIGHT).unwrap();
/// assert_eq!(
///     found.to_string(),
///     "transcript: a game of 4 moves, legal only from the mirrored start"
/// );
/// ```
pub fn recognise(bytes: &[u8], size: Size) -> Result<Recognised, Unrecognised> {
    let text = decode(bytes);
    let text = text.trim();
    if text.is_empty() {
        return Err(Unrecognised("there is nothing there".to_string()));
    }
    let found = |format, record: Record| Recognised {
        format,
        records: vec![record],
        bad: Vec::new(),
        is_mirrored: false,
    };
    match detect(bytes) {
        Some(Format::Transcript) => {
            // One game over all lines, or else one game per line.
            let error = match read_moves(text, size) {
                Ok(found) => return Ok(found),
                Err(error) => Unrecognised(error.to_string()),
            };
            match read_records(bytes, Format::Transcript, size) {
                Ok(lines) if text.lines().count() > 1 => Ok(lines),
                Err(many) if many == Unrecognised::too_many() => Err(many),
                _ => Err(error),
            }
        }
        Some(Format::Wthor) => read_wthor(bytes),
        // A board followed by moves.
        Some(Format::Board) if text.contains(|letter: char| letter.is_ascii_digit()) => {
            match board_and_moves(text) {
                Some(game) => Ok(found(Format::Board, game.into())),
                None => read_records(bytes, Format::Board, size),
            }
        }
        Some(format) => read_records(bytes, format, size),
        None => {
            if let Some(game) = board_and_moves(text) {
                return Ok(found(Format::Board, game.into()));
            }
            if let Ok(diagram) = pgn::read_fen(text)
                && text.contains('/')
            {
                return Ok(found(Format::Board, Game::from_diagram(diagram).into()));
            }
            Err(Unrecognised::likeliest(text, size))
        }
    }
}

/// Reads a transcript of one game from the standard start, or else from the mirrored one.
fn read_moves(text: &str, size: Size) -> Result<Recognised, TranscriptError> {
    let from = |start| transcript::read(text, Diagram::start(size, start));
    let (game, is_mirrored) = match from(Start::Standard) {
        Ok(game) => (game, false),
        Err(error) => match from(Start::Mirrored) {
            Ok(game) if game.turns().len() >= MIN_MIRRORED_MOVES => (game, true),
            _ => return Err(error),
        },
    };
    Ok(Recognised {
        format: Format::Transcript,
        records: vec![game.into()],
        bad: Vec::new(),
        is_mirrored,
    })
}

fn read_records(bytes: &[u8], format: Format, size: Size) -> Result<Recognised, Unrecognised> {
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut records = Vec::new();
    let mut bad = Vec::new();
    if format == Format::Rev {
        let read = format.read(bytes, size);
        records.extend(read.map_err(|error| Unrecognised(error.to_string()))?);
        rest = &[];
    }
    loop {
        let (start, end) = match format.first(rest, true) {
            Piece::Record { start, end } => (start, end),
            // Other text around a pasted game is skipped.
            Piece::Junk { end, .. } => {
                rest = &rest[end..];
                continue;
            }
            Piece::More | Piece::End => break,
        };
        match format.read(&rest[start..end], size) {
            Ok(record) => records.extend(record),
            Err(error) if bad.len() < MAX_RECORDS => bad.push(error.to_string()),
            Err(_) => {}
        }
        rest = &rest[end..];
        if records.len() > MAX_RECORDS {
            return Err(Unrecognised::too_many());
        }
    }
    if records.is_empty() {
        let nothing = || format!("there is no {} in it", format.name());
        return Err(Unrecognised(bad.into_iter().next().unwrap_or_else(nothing)));
    }
    Ok(Recognised {
        format,
        records,
        bad,
        is_mirrored: false,
    })
}

/// Reads the games of a WTHOR file, without names.
fn read_wthor(bytes: &[u8]) -> Result<Recognised, Unrecognised> {
    let wrong = |error: &dyn fmt::Display| Unrecognised(error.to_string());
    let (header, entries) = wthor::read(bytes).map_err(|error| wrong(&error))?;
    let names = Names::new();
    let mut found = Recognised {
        format: Format::Wthor,
        records: Vec::new(),
        bad: Vec::new(),
        is_mirrored: false,
    };
    for entry in entries {
        let record = match entry {
            Ok(entry) => entry
                .to_record(&header, &names)
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        match record {
            Ok(record) => found.records.push(record),
            Err(error) => found.bad.push(error),
        }
        if found.records.len() + found.bad.len() > MAX_RECORDS {
            return Err(Unrecognised::too_many());
        }
    }
    if found.records.is_empty() {
        let first = found.bad.into_iter().next();
        let nothing = || "there is no game in it".to_string();
        return Err(Unrecognised(first.unwrap_or_else(nothing)));
    }
    Ok(found)
}

/// Reads a board with the side to move, and the moves after it if there are any. Game servers print
/// a board in brackets with its size in front.
fn board_and_moves(text: &str) -> Option<Game> {
    let text = text.trim_matches(['[', ']', ' ', '\n', '\r', '\t']);
    let text = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_square =
        |letter: char| letter.is_whitespace() || "xobw*-.".contains(letter.to_ascii_lowercase());
    let mut end = text.find(|letter| !is_square(letter)).unwrap_or(text.len());
    let mut rest = &text[end..];
    // The letter before a digit is the column of a move, not a square of the board.
    if rest.starts_with(|letter: char| letter.is_ascii_digit()) {
        end = text[..end].char_indices().next_back()?.0;
        rest = &text[end..];
    }
    let diagram = board_string::read(&text[..end]).ok()?;
    transcript::read(rest.trim_end_matches(']'), diagram).ok()
}

impl fmt::Display for Recognised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.format.name())?;
        match self.records.as_slice() {
            [record] => write_record(f, record)?,
            records if self.format.is_of_positions() => write!(f, "{} positions", records.len())?,
            records => write!(f, "{} games", records.len())?,
        }
        if self.is_mirrored {
            write!(f, ", legal only from the mirrored start")?;
        }
        match self.bad.len() {
            0 => Ok(()),
            1 => write!(f, ", and one that cannot be read"),
            bad => write!(f, ", and {bad} that cannot be read"),
        }
    }
}

fn write_record(f: &mut fmt::Formatter<'_>, record: &Record) -> fmt::Result {
    let game = &record.game;
    let size = game.size();
    if game.turns().is_empty() {
        write!(f, "a position with {} empty squares", game.empties())?;
    } else {
        let moves = game.turns().len();
        write!(
            f,
            "a game of {moves} move{}",
            if moves == 1 { "" } else { "s" }
        )?;
    }
    if size != Size::EIGHT {
        write!(f, " on {size}×{size}")?;
    }
    let players = &record.info.players;
    if !players.black.is_empty() || !players.white.is_empty() {
        write!(f, ", {} – {}", players.black, players.white)?;
    }
    match (game.to_move(), game.outcome()) {
        (_, Some(outcome)) => {
            write!(
                f,
                ", {}–{} in the end",
                outcome.discs.black, outcome.discs.white
            )
        }
        (Some(color), None) if game.turns().is_empty() => write!(f, ", {color} to move"),
        _ => Ok(()),
    }
}

/// Why a text is not recognised, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrecognised(String);

impl Unrecognised {
    fn too_many() -> Unrecognised {
        Unrecognised(format!(
            "there are more than {MAX_RECORDS} games; read them from a file"
        ))
    }

    /// The error of reading the text as moves or as a board, whichever is more likely.
    fn likeliest(text: &str, size: Size) -> Unrecognised {
        // Moves have digits, board strings have none.
        let start = Diagram::start(size, Start::Standard);
        let error = if text.contains(|letter: char| letter.is_ascii_digit()) {
            transcript::read(text, start)
                .err()
                .map(|error| error.to_string())
        } else {
            board_string::read(text)
                .err()
                .map(|error| error.to_string())
        };
        Unrecognised(error.unwrap_or_else(|| "it is like nothing we know".to_string()))
    }
}

impl fmt::Display for Unrecognised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unrecognised {}
