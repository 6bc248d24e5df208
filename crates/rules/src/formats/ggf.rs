//! GGF, the Generic Game Format: a whole game with its players on one line.

use std::fmt;

use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::formats::board_string::{self, BoardStringError};
use crate::game::{Game, IllegalMove};
use crate::point_set::PointSet;
use crate::size::Size;
use crate::wide::Start;

/// What a record says beside the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Where the game was played.
    pub place: String,
    /// When, as text.
    pub date: String,
    /// The players' names.
    pub players: ByColor<String>,
}

/// Writes a game on one line, passes included.
///
/// ```
/// use rules::{formats::{ggf, transcript}, Diagram, Size, Start};
/// let start = Diagram::start(Size::MIN, Start::Standard);
/// let game = transcript::read("c4d4", start).unwrap();
/// assert_eq!(
///     ggf::write(&game, &ggf::Header::default()),
///     "(;GM[Othello]PC[]DT[]PB[]PW[]RE[?]TY[4]BO[4 ---- -O*- -*O- ---- *]B[c4]W[d4];)"
/// );
/// ```
#[must_use]
pub fn write(game: &Game, header: &Header) -> String {
    let mut text = String::from("(;GM[Othello]");
    let mut tag = |name: &str, value: &str| {
        // Values end at the first `]`; GGF has no way to escape it.
        let value = value.replace(']', ")").replace(char::is_control, " ");
        text.push_str(&format!("{name}[{value}]"));
    };
    tag("PC", &header.place);
    tag("DT", &header.date);
    tag("PB", &header.players.black);
    tag("PW", &header.players.white);
    tag("RE", &result(game));
    tag("TY", &game.size().to_string());
    tag("BO", &board(game));
    let initial = |color| match color {
        Color::Black => "B",
        Color::White => "W",
    };
    let start = game.start();
    let first = game.turns().first();
    if first.is_some_and(|turn| turn.color() != start.to_move()) {
        tag(initial(start.to_move()), "pass");
    }
    for turn in game.turns() {
        tag(initial(turn.color()), &turn.point().to_string());
        if let Some(color) = turn.passed() {
            tag(initial(color), "pass");
        }
    }
    text.push_str(";)");
    text
}

/// Black's tournament score, or `?` while the game goes on.
fn result(game: &Game) -> String {
    let score = |outcome: crate::Outcome| format!("{:+}.000", outcome.score(Color::Black));
    game.outcome().map_or("?".to_string(), score)
}

fn board(game: &Game) -> String {
    let start = game.start();
    let letter = |color| match color {
        Color::Black => '*',
        Color::White => 'O',
    };
    let mut text = game.size().to_string();
    for point in PointSet::full(game.size()) {
        if point.column() == 0 {
            text.push(' ');
        }
        text.push(start.disc(point).map_or('-', letter));
    }
    text.push(' ');
    text.push(letter(start.to_move()));
    text
}

/// Whether a text begins like a file of games: with one, or with a match, which has the number of
/// its games in front.
#[must_use]
pub fn is_ggf(text: &str) -> bool {
    let number = |letter: char| letter.is_ascii_digit() || letter.is_whitespace();
    text.trim_start_matches(number).starts_with("(;")
}

/// Reads the games of a text one after the other, whatever stands between them.
pub fn read_all(text: &str) -> impl Iterator<Item = Result<(Header, Game), GgfError>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = &rest[rest.find("(;")?..];
        match read_first(rest) {
            Ok((header, game, after)) => {
                rest = after;
                Some(Ok((header, game)))
            }
            Err(error) => {
                rest = &rest[2..];
                Some(Err(error))
            }
        }
    })
}

/// Reads the game at the beginning of a text, with what its record says beside the moves.
///
/// Tags we do not know are passed over. Without a board the game begins from the usual start. Who
/// makes a move follows from the game, not from its tag.
///
/// # Errors
/// When the text does not begin with a whole record, or the record makes no sense.
///
/// ```
/// use rules::formats::{ggf, transcript};
/// let text = "(;GM[Othello]PB[Ann]PW[Bob]TY[8]B[F5//1.2]W[d6/-0.5];)";
/// let (header, game) = ggf::read(text).unwrap();
/// assert_eq!(header.players.white, "Bob");
/// assert_eq!(transcript::write(&game), "f5d6");
/// ```
pub fn read(text: &str) -> Result<(Header, Game), GgfError> {
    let (header, game, _) = read_first(text)?;
    Ok((header, game))
}

/// Reads the game at the beginning of a text and gives back the rest.
fn read_first(text: &str) -> Result<(Header, Game, &str), GgfError> {
    let mut rest = text.strip_prefix("(;").ok_or(GgfError::Truncated)?;
    let mut header = Header::default();
    let mut start = Diagram::start(Size::EIGHT, Start::Standard);
    let mut moves = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(";)") {
            rest = after;
            break;
        }
        let (name, after) = rest.split_once('[').ok_or(GgfError::Truncated)?;
        let (value, after) = after.split_once(']').ok_or(GgfError::Truncated)?;
        rest = after;
        match name.trim() {
            "GM" if !value.eq_ignore_ascii_case("othello") => {
                return Err(GgfError::OtherGame(value.to_string()));
            }
            "PC" => header.place = value.to_string(),
            "DT" => header.date = value.to_string(),
            "PB" => header.players.black = value.to_string(),
            "PW" => header.players.white = value.to_string(),
            "BO" => start = read_board(value)?,
            "B" | "W" => moves.push(value),
            _ => {}
        }
    }
    let mut game = Game::from_diagram(start);
    for (index, value) in moves.iter().enumerate() {
        make(&mut game, value).map_err(|error| GgfError::Move {
            number: index + 1,
            error,
        })?;
    }
    Ok((header, game, rest))
}

/// A size, the squares and the side to move.
fn read_board(value: &str) -> Result<Diagram, GgfError> {
    let squares = value
        .trim_start()
        .trim_start_matches(|letter: char| letter.is_ascii_digit());
    board_string::read(squares).map_err(GgfError::Board)
}

/// Makes the move of a tag, `F5/evaluation/seconds`, or accepts a pass that the game has made.
fn make(game: &mut Game, value: &str) -> Result<(), MoveError> {
    let name = value.split('/').next().unwrap_or("").trim();
    let lower = name.to_ascii_lowercase();
    if lower == "--" || (!lower.is_empty() && "pass".starts_with(&lower)) {
        let passed = game.passed().is_some() || game.is_over();
        return if passed { Ok(()) } else { Err(MoveError::Pass) };
    }
    let point = lower
        .parse()
        .map_err(|_| MoveError::Square(name.to_string()))?;
    game.play(point).map_err(MoveError::Illegal)?;
    Ok(())
}

/// Why a text is not a GGF game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GgfError {
    /// It does not run from `(;` to `;)`.
    Truncated,
    /// It is a record of another game.
    OtherGame(String),
    /// The board makes no sense.
    Board(BoardStringError),
    /// A move makes no sense.
    Move {
        /// The number of the move or pass.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// What is wrong with a recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is no square.
    Square(String),
    /// It is a pass by a side that can move.
    Pass,
    /// The rules do not allow it.
    Illegal(IllegalMove),
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
            GgfError::Board(error) => write!(f, "the board of the GGF record: {error}"),
            GgfError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for GgfError {}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Square(name) => write!(f, "`{name}` is not a square such as f5"),
            MoveError::Pass => write!(f, "a pass, but the side to move has a legal move"),
            MoveError::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {}
