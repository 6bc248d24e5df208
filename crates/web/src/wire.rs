//! The JSON forms of positions, starts and moves.

use std::collections::BTreeMap;

use play::opening;
use rules::formats::board_string::{self, BoardStringError};
use rules::{ByColor, Color, Diagram, Game, Point, Size, Start};
use serde::{Deserialize, Serialize};

use super::problem::Problem;

/// The longest accepted list of moves. No game on the largest board is longer.
#[cfg(test)]
pub const MOST_MOVES: usize = Size::MAX.area();

/// The longest board text, with row separators.
#[cfg(test)]
const LONGEST_BOARD: usize = 2000;

/// The board sizes that games are played on.
pub fn sizes() -> Vec<usize> {
    (Size::MIN.side()..=Size::MAX.side()).step_by(2).collect()
}

/// A colour's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Black, which moves first.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
pub struct Sides<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> From<ByColor<T>> for Sides<T> {
    fn from(values: ByColor<T>) -> Sides<T> {
        let ByColor { black, white } = values;
        Sides { black, white }
    }
}

impl<T> From<Sides<T>> for ByColor<T> {
    fn from(values: Sides<T>) -> ByColor<T> {
        let Sides { black, white } = values;
        ByColor { black, white }
    }
}

/// The start of a game: a standard start of a size, or any board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// The number of squares of a side. Ignored if there is a `board`.
    #[serde(default = "eight")]
    #[cfg_attr(test, schemars(extend("enum" = sizes())))]
    pub size: usize,
    /// The arrangement of the four discs in the middle.
    #[serde(default)]
    pub start: Arrangement,
    /// Any board instead, row by row: `X` is black, `O` white, `-` empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(length(max = LONGEST_BOARD)))]
    pub board: Option<String>,
    /// The side to move on that board.
    #[serde(default = "black")]
    pub to_move: Side,
}

/// The arrangement of the four discs in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum Arrangement {
    /// The start of tournaments.
    #[default]
    Standard,
    /// Its mirror image.
    Mirrored,
}

fn eight() -> usize {
    Size::EIGHT.side()
}

fn black() -> Side {
    Side::Black
}

impl Begin {
    /// The start position.
    ///
    /// # Errors
    /// When the size or the board is invalid.
    pub fn diagram(&self) -> Result<Diagram, Problem> {
        let Some(board) = &self.board else {
            let size = Size::new(self.size).map_err(|error| Problem::bad("bad_size", error))?;
            let start = match self.start {
                Arrangement::Standard => Start::Standard,
                Arrangement::Mirrored => Start::Mirrored,
            };
            return Ok(Diagram::start(size, start));
        };
        // The side to move is a separate field, and no part of the board.
        let to_move = match self.to_move {
            Side::Black => 'X',
            Side::White => 'O',
        };
        let wrong = |error: BoardStringError| Problem::bad("bad_board", error);
        board_string::read(&format!("{board} {to_move}")).map_err(wrong)
    }

    /// The JSON form of a position: a named start if it is one.
    pub fn of(diagram: &Diagram) -> Begin {
        let size = diagram.size();
        let named = |(start, arrangement): (Start, Arrangement)| {
            (*diagram == Diagram::start(size, start)).then_some(arrangement)
        };
        let usual = [
            (Start::Standard, Arrangement::Standard),
            (Start::Mirrored, Arrangement::Mirrored),
        ];
        let start = usual.into_iter().find_map(named);
        Begin {
            size: size.side(),
            start: start.unwrap_or_default(),
            board: start.is_none().then(|| letters(diagram)),
            to_move: diagram.to_move().into(),
        }
    }
}

/// A game: its start and its moves, without passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// The start; by default the standard one.
    #[serde(default = "Begin::usual")]
    pub begin: Begin,
    /// Its moves, such as `f5`.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Begin {
    /// The standard start.
    pub fn usual() -> Begin {
        Begin::of(&Diagram::start(Size::EIGHT, Start::Standard))
    }
}

impl Moves {
    /// The game.
    ///
    /// # Errors
    /// When the board or a move is illegal.
    pub fn game(&self) -> Result<Game, Problem> {
        let mut game = Game::from_diagram(self.begin.diagram()?);
        let most = game.size().area();
        if self.moves.len() > most {
            let message = format!("a game on this board has at most {most} moves");
            return Err(Problem::bad("too_many_moves", message));
        }
        for (index, name) in self.moves.iter().enumerate() {
            let point = square(name).map_err(|problem| problem.at(index))?;
            game.play(point)
                .map_err(|error| Problem::from(error).at(index))?;
        }
        Ok(game)
    }

    /// The JSON form of a game.
    pub fn of(game: &Game) -> Moves {
        Moves {
            begin: Begin::of(game.start()),
            moves: names(game.turns().iter().map(rules::Turn::point)),
        }
    }
}

/// Parses the name of a square.
///
/// # Errors
/// When it is no square.
pub fn square(name: &str) -> Result<Point, Problem> {
    name.parse()
        .map_err(|error| Problem::bad("bad_square", error))
}

/// A position of a game, with everything that a page needs to show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Position {
    size: usize,
    /// Row by row: `X` is black, `O` white, `-` empty.
    board: String,
    /// The side to move; null when the game is over.
    to_move: Option<Side>,
    /// The legal squares, each with the discs that it flips.
    legal: BTreeMap<String, Vec<String>>,
    counts: Sides<u32>,
    empties: u32,
    /// The side that has just passed.
    passed: Option<Side>,
    /// The last move.
    last: Option<String>,
    /// The discs that it flipped.
    turned: Vec<String>,
    /// The name of the opening so far.
    opening: Option<&'static str>,
}

impl Position {
    /// The last position of a game.
    pub fn now(game: &Game) -> Position {
        let diagram = game.diagram();
        let legal = game.legal_moves().into_iter();
        let last = game.turns().last();
        Position {
            size: game.size().side(),
            board: letters(diagram),
            to_move: game.to_move().map(Side::from),
            legal: legal
                .map(|point| (point.to_string(), turned(diagram, point)))
                .collect(),
            counts: game.counts().into(),
            empties: game.empties(),
            passed: game.passed().map(Side::from),
            last: last.map(|turn| turn.point().to_string()),
            turned: last.map_or(Vec::new(), |turn| turned(turn.before(), turn.point())),
            opening: opening::name(game),
        }
    }

    /// The positions of a game, beginning with the one after `from` moves.
    pub fn from(game: &Game, from: usize) -> Vec<Position> {
        let mut game = game.clone();
        let mut positions = vec![Position::now(&game)];
        while game.turns().len() > from && game.undo().is_some() {
            positions.push(Position::now(&game));
        }
        positions.reverse();
        positions
    }
}

/// The discs that a legal move flips.
fn turned(diagram: &Diagram, point: Point) -> Vec<String> {
    let mover = diagram.to_move();
    let after = diagram.play(point);
    let own = after.map_or(diagram.discs(mover), |after| after.discs(mover));
    let theirs = diagram.discs(mover.opponent());
    names(own.into_iter().filter(|disc| theirs.contains(*disc)))
}

/// The names of squares.
pub fn names(points: impl Iterator<Item = Point>) -> Vec<String> {
    points.map(|point| point.to_string()).collect()
}

/// The text of a board, row by row.
fn letters(diagram: &Diagram) -> String {
    let mut letters = board_string::write(diagram);
    letters.truncate(diagram.size().area());
    letters
}
