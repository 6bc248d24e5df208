//! Named openings.
//!
//! The names are in `data/openings/names.txt`. A position is found independently of move order and
//! symmetry.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use rules::formats::transcript;
use rules::{Board, Diagram, Game, Size, Square, Start};

static FILE: &str = include_str!("../../../data/openings/names.txt");

static BOOK: LazyLock<Book> =
    LazyLock::new(|| Book::read(FILE).expect("the tests have read the same file"));

/// A named position of 8×8 Reversi, and moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    line: &'static str,
    moves: Vec<Square>,
    names: Vec<&'static str>,
}

impl Opening {
    /// Its most common name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.names[0]
    }

    /// Its names, the most common first.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The moves that lead to it, from f5 on, as text: `f5d6c3d3c4`.
    #[must_use]
    pub fn line(&self) -> &'static str {
        self.line
    }

    /// The moves that lead to it.
    #[must_use]
    pub fn moves(&self) -> &[Square] {
        &self.moves
    }
}

impl fmt::Display for Opening {
    /// All its names: `Aubrey / Tanaka`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(" / "))
    }
}

/// All named openings, in the order of their moves.
pub fn all() -> &'static [Opening] {
    &BOOK.openings
}

/// The name of the deepest named position of a game; `None` on boards other than 8×8, and before
/// the first named position.
///
/// ```
/// use play::opening;
/// use rules::{Diagram, Size, Start, formats::transcript};
/// let start = Diagram::start(Size::EIGHT, Start::Standard);
/// // The Tiger on a board turned half round, and a move that has no name.
/// let game = transcript::read("c4e3f6e6f5g4", start).unwrap();
/// assert_eq!(opening::name(&game), Some("Tiger"));
/// ```
#[must_use]
pub fn name(game: &Game) -> Option<&'static str> {
    of_game(game).map(Opening::name)
}

/// The opening of the deepest named position of a game.
#[must_use]
pub fn of_game(game: &Game) -> Option<&'static Opening> {
    let before = game.turns().iter().rev().map(rules::Turn::before);
    let mut diagrams = std::iter::once(game.diagram()).chain(before);
    diagrams.find_map(|diagram| of_board(diagram.to_board()?))
}

/// The opening of this position, in any symmetry.
#[must_use]
pub fn of_board(board: Board) -> Option<&'static Opening> {
    let index = BOOK.by_position.get(&board.canonical())?;
    BOOK.openings.get(*index)
}

/// An opening that can be reached, with the moves that lead there in the orientation of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The opening.
    pub opening: &'static Opening,
    /// The remaining moves; empty when the position is the opening itself.
    pub moves: Vec<Square>,
}

/// The openings that can be reached from a position: their line passes through it in some symmetry,
/// or joins it after one move. In the order of the list.
///
/// ```
/// use play::opening;
/// use rules::{Board, Square};
/// let board = [Square::D3, Square::C3].iter().fold(Board::START, |b, &s| b.play(s).unwrap());
/// let ahead = opening::ahead(board);
/// assert_eq!(ahead[0].opening.name(), "Diagonal");
/// assert!(ahead.iter().any(|ahead| ahead.opening.name() == "Rocket"));
/// ```
#[must_use]
pub fn ahead(board: Board) -> Vec<Ahead> {
    let mut found = through(board);
    for square in board.legal_moves() {
        for mut ahead in through(board.play_unchecked(square)) {
            if found.iter().all(|known| known.opening != ahead.opening) {
                ahead.moves.insert(0, square);
                found.push(ahead);
            }
        }
    }
    found.sort_by_key(|ahead| ahead.opening.line);
    found
}

/// The openings whose line passes through a position, in any symmetry.
fn through(board: Board) -> Vec<Ahead> {
    let (canonical, turned) = board.canonical_with();
    let played = Board::START.empties().saturating_sub(board.empties()) as usize;
    let rest_of = |opening: &'static Opening| {
        let (so_far, rest) = opening.moves.split_at_checked(played)?;
        let (on_line, line_turned) = after(so_far)?.canonical_with();
        let place = |&square| turned.inverse().square(line_turned.square(square));
        (on_line == canonical).then(|| Ahead {
            opening,
            moves: rest.iter().map(place).collect(),
        })
    };
    all().iter().filter_map(rest_of).collect()
}

/// The openings with a name that contains `text`. Case, hyphens and apostrophes are ignored.
///
/// ```
/// let named: Vec<_> = play::opening::called("tamenori").map(|o| o.name()).collect();
/// assert_eq!(named, ["Tamenori", "Rose-Birdie", "Rose-Tamenori-Kling"]);
/// ```
pub fn called(text: &str) -> impl Iterator<Item = &'static Opening> {
    let plain = |name: &str| {
        name.to_lowercase()
            .replace('-', " ")
            .replace(['\'', '.'], "")
    };
    let wanted = plain(text.trim());
    let holds = move |name: &&str| plain(name).contains(&wanted);
    let filter = move |opening: &&Opening| opening.names.iter().any(&holds);
    all().iter().filter(filter)
}

/// The position after some moves from the start, without passes; `None` if a move is illegal.
fn after(moves: &[Square]) -> Option<Board> {
    let play = |board: Board, square: &Square| board.play(*square);
    moves.iter().try_fold(Board::START, play)
}

/// The openings, and an index by position.
#[derive(Debug)]
struct Book {
    openings: Vec<Opening>,
    /// By position in its [canonical](Board::canonical) orientation.
    by_position: HashMap<Board, usize>,
}

impl Book {
    /// Parses a list of names. The error says which line is wrong.
    fn read(text: &'static str) -> Result<Book, String> {
        let mut book = Book {
            openings: Vec::new(),
            by_position: HashMap::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            if !line.is_empty() && !line.starts_with('#') {
                book.add(line)
                    .map_err(|what| format!("line {number}: {what}"))?;
            }
        }
        Ok(book)
    }

    fn add(&mut self, text: &'static str) -> Result<(), String> {
        let (line, names) = text
            .split_once("  ")
            .ok_or("moves, two blanks and a name are wanted, as in: f5d6c3d3c4  Tiger")?;
        let game = transcript::read(line, Diagram::start(Size::EIGHT, Start::Standard))
            .map_err(|error| error.to_string())?;
        if transcript::write(&game) != line || !line.starts_with("f5") {
            return Err("moves are written as in f5d6c3, the first one f5".to_string());
        }
        let squares = game.turns().iter().map(|turn| turn.point().try_into());
        let board = game.diagram().to_board();
        let opening = Opening {
            line,
            moves: squares.filter_map(Result::ok).collect(),
            names: names.trim().split(" / ").collect(),
        };
        let is_name =
            |name: &&'static str| !name.is_empty() && !name.contains("/") && name.trim() == *name;
        if !opening.names.iter().all(is_name) {
            return Err("a name is empty, or has a blank or a slash too many".to_string());
        }
        let last = self.openings.last();
        if last.is_some_and(|last| last.line >= line) {
            return Err("it is not in the order of moves".to_string());
        }
        let index = self.openings.len();
        let position = board.ok_or("the board is not 8×8")?.canonical();
        if let Some(other) = self.by_position.insert(position, index) {
            let line = self.openings[other].line;
            return Err(format!("{line} leads to the same position"));
        }
        self.openings.push(opening);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Book, FILE};

    #[test]
    fn the_list_is_read_without_an_error() {
        let book = Book::read(FILE).unwrap();
        assert_eq!(book.openings.len(), book.by_position.len());
    }

    #[test]
    fn what_is_wrong_with_a_list_is_said() {
        for (text, wrong) in [
            ("f5d6", "line 1: moves, two blanks and a name"),
            ("# a comment\n\nf5d7  Wrong", "line 3: move 2: a disc on d7"),
            ("f5x  Wrong", "line 1: move 2: `x` is not a square"),
            ("F5 d6  Wrong", "line 1: moves are written as in f5d6c3"),
            ("c4e3  Perpendicular", "the first one f5"),
            ("f5d6  ", "line 1: a name is empty"),
            ("f5d6  Perpendicular / ", "line 1: a name"),
            (
                "f5f4  Parallel\nf5d6  Perpendicular",
                "line 2: it is not in the order",
            ),
            (
                "f5f6e6d6c7  Rocket\nf5f6e6f4g3  Rocket",
                "f5f6e6d6c7 leads to the same",
            ),
        ] {
            let error = Book::read(text).unwrap_err();
            assert!(error.contains(wrong), "{text}: {error}");
        }
    }
}
