//! Middle-game puzzles: positions in which one move is clearly best, and what share of people finds it.
//!
//! They are in `data/puzzles/middle.obf`, made by `reversi-train puzzles middle`. The file has for each move
//! its score, the share of people who play it and the line after it, so an attempt is checked without a
//! search.

use std::fmt;
use std::sync::LazyLock;

use rules::formats::obf::{self, ObfError, Problem};
use rules::{Board, Diagram, Game, Point};

use crate::people::{Chance, HumanModel, Rating};

static FILE: &str = include_str!("../../../../data/puzzles/middle.obf");

static ALL: LazyLock<Vec<Puzzle>> =
    LazyLock::new(|| read(FILE).expect("the tests have read the same file"));

/// The least lead of the best move over the second best, in discs.
pub const MARGIN: i32 = 4;

/// The rating of the people whose share is given.
#[must_use]
pub fn reference() -> Rating {
    Rating::new(1500)
}

/// A position with one clearly best move.
///
/// Shown as a line of the file: the problem; then, in a comment, each move with its share and line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position and the score of each move, best first.
    pub problem: Problem,
    /// What follows each move of the problem, in the same order.
    pub tries: Vec<Try>,
}

/// What is known about a move beside its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try {
    /// How many of a hundred people rated [`reference()`] play it, by the human-move model.
    pub share: u8,
    /// What both sides play after it. Passes are not among the moves.
    pub line: Vec<Point>,
}

impl Puzzle {
    /// The position.
    #[must_use]
    pub fn diagram(&self) -> &Diagram {
        &self.problem.diagram
    }

    /// The number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.diagram().board().empties()
    }

    /// How many of a hundred people rated [`reference()`] solve it.
    #[must_use]
    pub fn share(&self) -> u8 {
        self.tries[0].share
    }

    /// Computes the shares of all moves again.
    pub fn refit(&mut self, model: &HumanModel) {
        let Some(board) = self.diagram().to_board() else {
            return;
        };
        let chances = model.chances(board, reference());
        for (&(point, _), tried) in self.problem.scores.iter().zip(&mut self.tries) {
            tried.share = share_of(&chances, point);
        }
    }

    /// The best move.
    #[must_use]
    pub fn best(&self) -> Point {
        self.problem.scores[0].0
    }

    /// The name of the puzzle: eight hexadecimal digits, the same for all mirror images of a position
    /// and whatever its place in the file.
    #[must_use]
    pub fn id(&self) -> String {
        let board = self.diagram().to_board().map(Board::canonical);
        let (own, opponent) = board.map_or((0, 0), |board| (board.own().0, board.opponent().0));
        let mixed = (own ^ opponent.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        format!("{:08x}", (mixed ^ own.rotate_left(17)) >> 32)
    }

    /// The discs that a legal move loses against the best one, and what follows it; `None` for another
    /// square.
    #[must_use]
    pub fn attempt(&self, point: Point) -> Option<(i32, &Try)> {
        let scores = &self.problem.scores;
        let index = scores.iter().position(|&(listed, _)| listed == point)?;
        Some((scores[0].1 - scores[index].1, &self.tries[index]))
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.problem)?;
        for (number, ((point, _), tried)) in self.problem.scores.iter().zip(&self.tries).enumerate()
        {
            let sign = if number == 0 { " %" } else { "," };
            write!(f, "{sign} {point} {}%", tried.share)?;
            for reply in &tried.line {
                write!(f, " {reply}")?;
            }
        }
        Ok(())
    }
}

/// All puzzles, first those that most people solve.
pub fn all() -> &'static [Puzzle] {
    &ALL
}

/// How many of a hundred people rated [`reference()`] play a move.
#[must_use]
pub fn share(model: &HumanModel, board: Board, point: Point) -> u8 {
    share_of(&model.chances(board, reference()), point)
}

fn share_of(chances: &[Chance], point: Point) -> u8 {
    let is_it = |chance: &&Chance| Point::from(chance.square) == point;
    let found = chances.iter().find(is_it);
    found
        .map_or(0.0, |chance| chance.probability * 100.0)
        .round() as u8
}

/// Reads the puzzles of a file.
///
/// # Errors
/// The first line that is not a puzzle, with its number.
pub fn read(text: &str) -> Result<Vec<Puzzle>, (usize, PuzzleError)> {
    let mut puzzles = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match read_line(line) {
            Ok(puzzle) => puzzles.extend(puzzle),
            Err(error) => return Err((number, error)),
        }
    }
    Ok(puzzles)
}

fn read_line(line: &str) -> Result<Option<Puzzle>, PuzzleError> {
    let Some(problem) = obf::read(line).map_err(PuzzleError::Problem)? else {
        return Ok(None);
    };
    let legal = problem.diagram.legal_moves().len() as usize;
    let are_sorted = problem.scores.is_sorted_by_key(|&(_, score)| -score);
    let is_clear =
        matches!(problem.scores[..], [(_, best), (_, next), ..] if best - next >= MARGIN);
    if problem.scores.len() != legal || !are_sorted || !is_clear {
        return Err(PuzzleError::NotClear);
    }
    let comment = line.split_once('%').map_or("", |(_, comment)| comment);
    let mut parts = comment.split(',').map(str::trim);
    let mut tries = Vec::new();
    for &(point, _) in &problem.scores {
        let text = parts.next().unwrap_or_default();
        let tried = read_try(&problem.diagram, point, text);
        tries.push(tried.ok_or_else(|| PuzzleError::Try(point, text.to_string()))?);
    }
    Ok(Some(Puzzle { problem, tries }))
}

/// Reads a move, its share and the line after it, such as `f5 23% d6 c3`.
fn read_try(diagram: &Diagram, point: Point, text: &str) -> Option<Try> {
    let mut words = text.split_whitespace();
    if words.next()?.parse() != Ok(point) {
        return None;
    }
    let share = words.next()?.strip_suffix('%')?.parse().ok();
    let share = share.filter(|share| *share <= 100)?;
    let mut game = Game::from_diagram(*diagram);
    game.play(point).ok()?;
    let mut line = Vec::new();
    for word in words {
        let reply = word.parse().ok()?;
        game.play(reply).ok()?;
        line.push(reply);
    }
    Some(Try { share, line })
}

/// Why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// The line holds no position with moves.
    Problem(ObfError),
    /// Not every legal move is listed, they are not sorted, or the best one does not lead by
    /// [`MARGIN`].
    NotClear,
    /// The comment does not give this move, its share and a line after it in its place.
    Try(Point, String),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Problem(error) => error.fmt(f),
            PuzzleError::NotClear => write!(
                f,
                "a puzzle should list every legal move, best first, and the first should lead by \
                 {MARGIN} discs or more"
            ),
            PuzzleError::Try(point, text) => write!(
                f,
                "`{text}`: the comment should give {point}, its share and the line after it, as in \
                 {point} 23% d6 c3, in the order of the scores"
            ),
        }
    }
}

impl std::error::Error for PuzzleError {}
