//! GGF, the Generic Game Format: a whole game with its players on one line.

use std::fmt::{self, Write};

use crate::color::Color;
use crate::diagram::Diagram;
use crate::formats::board_string::{self, BoardStringError};
use crate::formats::moves::{self, MoveError};
use crate::formats::numbers::{Seconds, decimal, seconds};
use crate::game::Game;
use crate::point_set::PointSet;
use crate::record::{Note, Record};
use crate::size::Size;
use crate::wide::Start;

/// The most moves, passes and comments of a record; the largest board has 676 squares.
const MOST_EVENTS: usize = 4096;

/// Writes a game on one line, passes included, with values and times of its moves.
///
/// A comment becomes a `CO` tag after its move. In values, `]` and line ends are replaced, because GGF
/// cannot escape them. Variations and marks are lost. The tags `EV`, event, and `RO`, round, are our
/// own.
///
/// ```
/// use reversi_rules::{formats::{ggf, transcript}, Diagram, Record, Size, Start};
/// let start = Diagram::start(Size::MIN, Start::Standard);
/// let mut record = Record::from(transcript::read("c4d4", start).unwrap());
/// record.info.players.black = "Ann".to_string();
/// record.note_mut(2).value = Some("-2.5".parse().unwrap());
/// assert_eq!(
///     ggf::write(&record),
///     "(;GM[Othello]PC[]DT[]PB[Ann]PW[]RE[?]TY[4]BO[4 ---- -O*- -*O- ---- *]B[c4]W[d4/-2.50];)"
/// );
/// ```
#[must_use]
pub fn write(record: &Record) -> String {
    let Record { game, info, .. } = record;
    // A move takes about six bytes, the rest about 160.
    let mut text = String::with_capacity(256 + 8 * game.turns().len());
    text.push_str("(;GM[Othello]");
    write_tag(&mut text, "PC", &info.place);
    // Other programs ignore unknown tags.
    for (name, value) in [("EV", &info.event), ("RO", &info.round)] {
        if !value.is_empty() {
            write_tag(&mut text, name, value);
        }
    }
    match info.date {
        Some(date) if date.seconds().is_some() => push(&mut text, format_args!("DT[{date} GMT]")),
        Some(date) => push(&mut text, format_args!("DT[{date}]")),
        None => text.push_str("DT[]"),
    }
    write_tag(&mut text, "PB", &info.players.black);
    write_tag(&mut text, "PW", &info.players.white);
    for (name, color) in [("RB", Color::Black), ("RW", Color::White)] {
        if let Some(rating) = info.ratings[color] {
            push(&mut text, format_args!("{name}[{rating}]"));
        }
    }
    match record.score() {
        Some(score) => push(&mut text, format_args!("RE[{score:+}.000]")),
        None => text.push_str("RE[?]"),
    }
    push(&mut text, format_args!("TY[{}]BO[", game.size()));
    write_board(&mut text, game.start());
    text.push(']');
    write_comment(&mut text, record.note(0));
    let first = game.start().to_move();
    if game
        .turns()
        .first()
        .is_some_and(|turn| turn.color() != first)
    {
        text.push_str(initial(first));
        text.push_str("[pass]");
    }
    for (number, turn) in (1..).zip(game.turns()) {
        let note = record.note(number);
        text.push_str(initial(turn.color()));
        push(&mut text, format_args!("[{}", turn.point()));
        if let Some(note) = note {
            write_value_and_time(&mut text, note);
        }
        text.push(']');
        write_comment(&mut text, note);
        if let Some(color) = turn.passed() {
            text.push_str(initial(color));
            text.push_str("[pass]");
        }
    }
    text.push_str(";)");
    text
}

/// Writing to a `String` cannot fail.
fn push(text: &mut String, arguments: fmt::Arguments) {
    let _ = text.write_fmt(arguments);
}

const fn initial(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    text.push('[');
    // Values end at the first `]`; GGF has no way to escape it.
    text.extend(value.chars().map(|letter| match letter {
        ']' => ')',
        letter if letter.is_control() => ' ',
        letter => letter,
    }));
    text.push(']');
}

fn write_comment(text: &mut String, note: Option<&Note>) {
    if let Some(note) = note.filter(|note| !note.comment.is_empty()) {
        write_tag(text, "CO", &note.comment);
    }
}

fn write_value_and_time(text: &mut String, note: &Note) {
    if note.value.is_some() || note.time.is_some() {
        text.push('/');
    }
    if let Some(value) = note.value {
        let shown = value.to_string();
        text.push_str(shown.strip_prefix('+').unwrap_or(&shown));
    }
    if let Some(time) = note.time {
        push(text, format_args!("/{}", Seconds(time)));
    }
}

/// The size, the squares row by row and the side to move.
fn write_board(text: &mut String, diagram: &Diagram) {
    let letter = |color| match color {
        Color::Black => '*',
        Color::White => 'O',
    };
    push(text, format_args!("{}", diagram.size()));
    for point in PointSet::full(diagram.size()) {
        if point.column() == 0 {
            text.push(' ');
        }
        text.push(diagram.disc(point).map_or('-', letter));
    }
    text.push(' ');
    text.push(letter(diagram.to_move()));
}

/// Whether a text starts like a GGF file: with a game, possibly after the number of games of a match.
#[must_use]
pub fn is_ggf(text: &str) -> bool {
    let number = |letter: char| letter.is_ascii_digit() || letter.is_whitespace();
    text.trim_start_matches(number).starts_with("(;")
}

/// Reads all games of a text and skips the text between them.
pub fn read_all(text: &str) -> impl Iterator<Item = Result<Record, GgfError>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = &rest[rest.find("(;")?..];
        match read_first(rest) {
            Ok((record, after)) => {
                rest = after;
                Some(Ok(record))
            }
            Err(error) => {
                rest = &rest[2..];
                Some(Err(error))
            }
        }
    })
}

/// Reads the game at the start of a text.
///
/// Unknown tags are ignored, and so is komi. Without a board the game starts from the standard start
/// of the size in `TY`. The side that moves follows from the rules, not from the tag. The result is
/// kept only if the game is not over.
///
/// # Errors
/// When the text does not start with a complete record, or the record is invalid.
///
/// ```
/// use reversi_rules::formats::{ggf, transcript};
/// let text = "(;GM[Othello]PB[Ann]PW[Bob]RE[+4:r]TY[8]B[F5//1.2]W[d6/-0.5];)";
/// let record = ggf::read(text).unwrap();
/// assert_eq!(record.info.players.white, "Bob");
/// assert_eq!(record.score(), Some(4));
/// assert_eq!(transcript::write(&record.game), "f5d6");
/// assert_eq!(record.note(2).unwrap().value, Some("-0.5".parse().unwrap()));
/// ```
pub fn read(text: &str) -> Result<Record, GgfError> {
    read_first(text).map(|(record, _)| record)
}

/// Reads the game at the start of a text and returns it with the rest of the text.
fn read_first(text: &str) -> Result<(Record, &str), GgfError> {
    let mut rest = text.strip_prefix("(;").ok_or(GgfError::Truncated)?;
    let mut record = Record::from(Game::new(Size::EIGHT));
    let mut start = None;
    let mut size = Size::EIGHT;
    let mut events = Vec::with_capacity(64);
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(";)") {
            rest = after;
            break;
        }
        let (name, after) = rest.split_once('[').ok_or(GgfError::Truncated)?;
        let (value, after) = after.split_once(']').ok_or(GgfError::Truncated)?;
        rest = after;
        let info = &mut record.info;
        match name.trim_end() {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(GgfError::OtherGame(value.to_string()));
            }
            "EV" => info.event = value.to_string(),
            "RO" => info.round = value.to_string(),
            "PC" => info.place = value.to_string(),
            "DT" => info.date = value.parse().ok(),
            "PB" => info.players.black = value.to_string(),
            "PW" => info.players.white = value.to_string(),
            "RB" => info.ratings.black = decimal(value),
            "RW" => info.ratings.white = decimal(value),
            "RE" => info.declared = decimal(value.split(':').next().unwrap_or(value)),
            "TY" => size = read_type(value).unwrap_or(size),
            "BO" => start = Some(read_board(value)?),
            "B" | "W" => events.push(Event::Move(value)),
            "CO" => events.push(Event::Comment(value)),
            _ => {}
        }
        if events.len() > MOST_EVENTS {
            return Err(GgfError::TooLong);
        }
    }
    let start = start.unwrap_or_else(|| Diagram::start(size, Start::Standard));
    record.game = Game::from_diagram(start);
    replay(&mut record, &events)?;
    if record.game.is_over() {
        record.info.declared = None;
    }
    Ok((record, rest))
}

enum Event<'a> {
    Move(&'a str),
    Comment(&'a str),
}

/// Plays the moves, each `F5/evaluation/seconds`, and stores values, times and comments as notes.
fn replay(record: &mut Record, events: &[Event]) -> Result<(), GgfError> {
    let mut number = 0;
    for event in events {
        match event {
            Event::Move(value) => {
                number += 1;
                let mut parts = value.split('/').map(str::trim);
                let name = parts.next().unwrap_or("");
                let made = moves::make(&mut record.game, name);
                let made = made.map_err(|error| GgfError::Move { number, error })?;
                let note = Note {
                    value: parts.next().and_then(|value| value.parse().ok()),
                    time: parts.next().and_then(seconds),
                    ..Note::default()
                };
                if made.is_some() {
                    record.set_note(record.game.turns().len(), note);
                }
            }
            Event::Comment(words) if !words.is_empty() => {
                let comment = &mut record.note_mut(record.game.turns().len()).comment;
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(words);
            }
            Event::Comment(_) => {}
        }
    }
    Ok(())
}

/// The size in a type such as `8`, `s8r18` or `10a`.
fn read_type(value: &str) -> Option<Size> {
    let value = value.trim().trim_start_matches(['s', 'S']);
    let end = value.find(|letter: char| !letter.is_ascii_digit());
    value[..end.unwrap_or(value.len())].parse().ok()
}

/// A size, the squares and the side to move.
fn read_board(value: &str) -> Result<Diagram, GgfError> {
    let squares = value
        .trim_start()
        .trim_start_matches(|letter: char| letter.is_ascii_digit());
    board_string::read(squares).map_err(GgfError::Board)
}

/// Why a text is not a GGF game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GgfError {
    /// It does not run from `(;` to `;)`.
    Truncated,
    /// It is a record of another game.
    OtherGame(String),
    /// It has more moves than any board has squares.
    TooLong,
    /// The board is invalid.
    Board(BoardStringError),
    /// A move is invalid.
    Move {
        /// The number of the move or pass.
        number: usize,
        /// The error.
        error: MoveError,
    },
}

impl fmt::Display for GgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GgfError::Truncated => {
                write!(
                    f,
                    "the GGF record is cut short; it should run from (; to ;)"
                )
            }
            GgfError::OtherGame(game) => write!(f, "the GGF record is of {game}, not Othello"),
            GgfError::TooLong => write!(
                f,
                "the GGF record has more than {MOST_EVENTS} moves, passes and comments"
            ),
            GgfError::Board(error) => write!(f, "the board of the GGF record: {error}"),
            GgfError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for GgfError {}
