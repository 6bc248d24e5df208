//! Endgame puzzles: positions in which one move wins and no other does.
//!
//! They are in `data/puzzles/endgames.obf`, made by `reversi-train puzzles`. The file has the moves
//! and their scores; an attempt at a puzzle is checked by solving the position again.

use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use engine::{Engine, Limits};
use rules::formats::obf::{self, ObfError, Problem};
use rules::{Color, Diagram, Game, Point};

static FILE: &str = include_str!("../../../../data/puzzles/endgames.obf");

static ALL: LazyLock<Vec<Puzzle>> =
    LazyLock::new(|| read(FILE).expect("the tests have read the same file"));

/// A position with one winning move, and its difficulty.
///
/// Shown as a line of the file: the problem, then its stars in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position and the score of each move, best first.
    pub problem: Problem,
    /// The difficulty, from 1 (easy) to 5.
    pub stars: u8,
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
        let diagram = self.diagram();
        let counts = diagram.counts();
        diagram.size().area() as u32 - counts.black - counts.white
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} % {}", self.problem, "*".repeat(self.stars.into()))
    }
}

/// All puzzles, the easy ones first.
pub fn all() -> &'static [Puzzle] {
    &ALL
}

/// Reads the puzzles of a file.
///
/// # Errors
/// The first line that is not a puzzle, with its number.
pub fn read(text: &str) -> Result<Vec<Puzzle>, (usize, PuzzleError)> {
    let mut puzzles = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let stars = line.rsplit('%').next().unwrap_or_default().trim();
        let problem = match obf::read(line) {
            Ok(Some(problem)) => problem,
            Ok(None) => continue,
            Err(error) => return Err((number, PuzzleError::Problem(error))),
        };
        if !["*", "**", "***", "****", "*****"].contains(&stars) {
            return Err((number, PuzzleError::Stars(stars.to_string())));
        }
        if only_win(&problem.scores).is_none() {
            return Err((number, PuzzleError::NotOne));
        }
        let stars = stars.len() as u8;
        puzzles.push(Puzzle { problem, stars });
    }
    Ok(puzzles)
}

/// Why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// The line holds no position with moves.
    Problem(ObfError),
    /// It does not end with one to five stars.
    Stars(String),
    /// Not exactly one of its moves wins.
    NotOne,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Problem(error) => error.fmt(f),
            PuzzleError::Stars(text) => {
                write!(
                    f,
                    "`{text}`: a puzzle's line should end with % and 1 to 5 stars"
                )
            }
            PuzzleError::NotOne => f.write_str("a puzzle should have exactly one winning move"),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// The exact score of every legal move in discs for the side to move, best first. Empty on boards
/// other than 8×8.
///
/// With 14 empty squares this takes some hundredths of a second; each two more squares take three
/// times as long.
pub fn solve(engine: &mut Engine, diagram: &Diagram) -> Vec<(Point, i32)> {
    let Some(board) = diagram.to_board() else {
        return Vec::new();
    };
    let stop = AtomicBool::new(false);
    let count = board.legal_moves().len() as usize;
    let analysis = engine.analyse(board, &Limits::exact(), count, &stop, &mut |_| {});
    let lines = analysis.lines.iter();
    let mut scores: Vec<(Point, i32)> = lines
        .filter_map(|line| Some((line.square()?.into(), line.score.rounded())))
        .collect();
    // Equal moves in the order of the board, not in the order of the search.
    scores.sort_by_key(|&(point, score)| (-score, point.row(), point.column()));
    scores
}

/// The winning move, if it is the only one and not the only legal one.
#[must_use]
pub fn only_win(scores: &[(Point, i32)]) -> Option<Point> {
    let mut winning = scores.iter().filter(|&&(_, score)| score > 0);
    let &(point, _) = winning.next()?;
    (winning.next().is_none() && scores.len() > 1).then_some(point)
}

/// The result of an attempt at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Whether the last move was the solver's and keeps the win.
    pub is_right: bool,
    /// Whether the puzzle is done: the game is over, more than one move wins, or only one is legal.
    pub is_solved: bool,
    /// The exact score for the solver in discs.
    pub score: i32,
    /// The move to find: the right one instead of a wrong last move, else the solver's next move.
    pub best: Option<Point>,
    /// The game with the opponent's reply; several replies where the solver has to pass.
    pub game: Game,
    /// The number of moves that were added to it.
    pub replies: usize,
}

/// Checks the solver's last move in a game that began at a puzzle, and plays the opponent's best
/// reply. Among equal replies it prefers one that leaves a single winning move.
pub fn attempt(engine: &mut Engine, mut game: Game) -> Trial {
    let solver = game.start().to_move();
    let tried = game.turns().last().filter(|turn| turn.color() == solver);
    let Some(tried) = tried else {
        return untried(engine, game, solver);
    };
    let point = tried.point();
    let scores = solve(engine, tried.before());
    let score = scores.iter().find(|&&(listed, _)| listed == point);
    let score = score.map_or(0, |&(_, score)| score);
    let before = game.turns().len();
    while game.to_move() == Some(solver.opponent()) {
        let Some(reply) = best_reply(engine, &game, solver) else {
            break;
        };
        if game.play(reply).is_err() {
            break;
        }
    }
    let is_right = score > 0;
    let next = solve_turn(engine, &game, solver);
    let to_find = if is_right { &next } else { &scores };
    Trial {
        is_right,
        is_solved: is_right && only_win(&next).is_none(),
        score,
        best: to_find.first().map(|&(point, _)| point),
        replies: game.turns().len() - before,
        game,
    }
}

/// The result before the first attempt.
fn untried(engine: &mut Engine, game: Game, solver: Color) -> Trial {
    let diagram = game.diagram();
    let scores = solve(engine, diagram);
    let at_end = || diagram.to_board().map_or(0, rules::Board::final_score);
    let score = scores.first().map_or_else(at_end, |&(_, score)| score);
    let is_solvers = diagram.to_move() == solver;
    let best = scores.first().filter(|_| is_solvers);
    Trial {
        is_right: false,
        is_solved: false,
        score: if is_solvers { score } else { -score },
        best: best.map(|&(point, _)| point),
        game,
        replies: 0,
    }
}

fn best_reply(engine: &mut Engine, game: &Game, solver: Color) -> Option<Point> {
    let scores = solve(engine, game.diagram());
    let &(first, most) = scores.first()?;
    let mut equal = scores.iter().filter(|&&(_, score)| score == most);
    let asks_again = equal.find(|&&(point, _)| {
        let mut after = game.clone();
        after.play(point).is_ok() && only_win(&solve_turn(engine, &after, solver)).is_some()
    });
    Some(asks_again.map_or(first, |&(point, _)| point))
}

/// The scores of the solver's moves; empty when it is not the solver's turn.
fn solve_turn(engine: &mut Engine, game: &Game, solver: Color) -> Vec<(Point, i32)> {
    if game.to_move() == Some(solver) {
        solve(engine, game.diagram())
    } else {
        Vec::new()
    }
}
