//! `/api/puzzles`: the list of endgame puzzles, and the check of a try.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::Engine;
use play::puzzle::endgame::{self as puzzle, Puzzle, Trial};
use rules::Game;
use serde::{Deserialize, Serialize};

use crate::app_state::AppState;
#[cfg(test)]
use crate::app_state::puzzle_engine;
use crate::extract::{Body, Params};
use crate::fair_pool::Asker;
use crate::problem::Problem;
use crate::wire::{Begin, Moves, Position};

/// The routes of puzzles.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/puzzles", get(list))
        .route("/api/puzzles/{id}", get(one))
        .route("/api/puzzles/{id}/try", post(attempt))
}

/// All puzzles, the easy ones first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "PuzzleList"))]
pub struct List {
    pub puzzles: Vec<Entry>,
}

/// A puzzle in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "PuzzleEntry"))]
pub struct Entry {
    id: usize,
    empties: u32,
    /// The difficulty.
    #[cfg_attr(test, schemars(range(min = 1, max = 5)))]
    stars: u8,
}

/// A puzzle.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Puzzle"))]
pub struct Shown {
    id: usize,
    begin: Begin,
    position: Position,
    /// The difficulty.
    #[cfg_attr(test, schemars(range(min = 1, max = 5)))]
    stars: u8,
}

/// A try at a puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Try {
    /// All moves since the puzzle's position, of both sides.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
    moves: Vec<String>,
}

/// The query parameters of a try.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Wish {
    /// 1 asks for the best move.
    #[cfg_attr(test, schemars(extend("default" = 0)))]
    show: Option<u8>,
}

impl Wish {
    /// Whether the best move is asked for.
    ///
    /// # Errors
    /// When `show` is another number than 1.
    pub fn is_shown(&self) -> Result<bool, Problem> {
        if self.show.is_some_and(|show| show != 1) {
            let message = "show should be 1, to be told the best move";
            return Err(Problem::bad("bad_query", message));
        }
        Ok(self.show.is_some())
    }
}

/// The result of a try.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Tried"))]
pub struct Answer {
    /// Whether the last move keeps the win.
    right: bool,
    /// Whether the puzzle is solved: no only winning move is left to find.
    solved: bool,
    /// The opponent's reply.
    reply: Option<String>,
    /// The best move, if `show` is 1.
    best: Option<String>,
    /// The result of perfect play for the solver, in discs.
    score: i32,
    /// The moves so far with the reply; with several replies if the solver has to pass.
    moves: Vec<String>,
    /// The position after these moves.
    position: Position,
}

async fn list() -> Json<List> {
    Json(List::new())
}

async fn one(Path(id): Path<String>) -> Result<Json<Shown>, Problem> {
    Ok(Json(shown(&id)?))
}

async fn attempt(
    State(app): State<Arc<AppState>>,
    Path(id): Path<String>,
    asker: Asker,
    Params(wish): Params<Wish>,
    Body(request): Body<Try>,
) -> Result<Json<Answer>, Problem> {
    let (_, puzzle) = find(&id)?;
    let is_shown = wish.is_shown()?;
    let game = game(puzzle, request.moves)?;
    let work = move |engine: &mut Engine| puzzle::attempt(engine, game);
    let trial = app.puzzles.run(asker, work).await?;
    Ok(Json(Answer::of(&trial, is_shown)))
}

impl List {
    /// All puzzles.
    pub fn new() -> List {
        let entry = |(index, puzzle): (usize, &Puzzle)| Entry {
            id: index + 1,
            empties: puzzle.empties(),
            stars: puzzle.stars,
        };
        let puzzles = puzzle::all().iter().enumerate().map(entry).collect();
        List { puzzles }
    }
}

/// The puzzle of an id.
///
/// # Errors
/// When there is no such puzzle.
pub fn shown(id: &str) -> Result<Shown, Problem> {
    let (id, puzzle) = find(id)?;
    let game = Game::from_diagram(*puzzle.diagram());
    Ok(Shown {
        id,
        begin: Begin::of(puzzle.diagram()),
        position: Position::now(&game),
        stars: puzzle.stars,
    })
}

impl Answer {
    fn of(trial: &Trial, is_shown: bool) -> Answer {
        let moves = Moves::of(&trial.game).moves;
        let tried = moves.len() - trial.replies;
        let best = trial.best.filter(|_| is_shown);
        Answer {
            right: trial.is_right,
            solved: trial.is_solved,
            reply: moves.get(tried).cloned(),
            best: best.map(|point| point.to_string()),
            score: trial.score,
            moves,
            position: Position::now(&trial.game),
        }
    }
}

/// The game that begins with a puzzle's position.
fn game(puzzle: &Puzzle, moves: Vec<String>) -> Result<Game, Problem> {
    let begin = Begin::of(puzzle.diagram());
    Moves { begin, moves }.game()
}

/// The answer to a try that does not ask for the best move.
#[cfg(test)]
pub fn tried(id: &str, moves: Vec<String>) -> Answer {
    let (_, puzzle) = find(id).expect("a puzzle");
    let game = game(puzzle, moves).expect("legal moves");
    Answer::of(&puzzle::attempt(&mut puzzle_engine(), game), false)
}

/// The number and the puzzle of an id.
fn find(id: &str) -> Result<(usize, &'static Puzzle), Problem> {
    let all = puzzle::all();
    let number: Option<usize> = id.parse().ok();
    let found = number.and_then(|number| Some((number, all.get(number.checked_sub(1)?)?)));
    found.ok_or_else(|| {
        Problem::missing(format!(
            "there is no puzzle `{id}`; they are numbered from 1 to {}",
            all.len()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_numbered_from_one() {
        assert_eq!(find("1").unwrap().0, 1);
        let last = puzzle::all().len();
        assert!(find(&last.to_string()).is_ok());
        for wrong in ["0", "-1", "x", "", &(last + 1).to_string()] {
            assert!(find(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_answer_is_told_only_if_asked_for() {
        let (_, puzzle) = find("1").unwrap();
        let trial = puzzle::attempt(&mut puzzle_engine(), game(puzzle, Vec::new()).unwrap());
        let best = Answer::of(&trial, true).best.unwrap();
        assert_eq!(Answer::of(&trial, false).best, None);
        let answer = tried("1", vec![best.clone()]);
        assert!(answer.right && answer.best.is_none());
        assert_eq!(answer.moves[0], best);
        assert_eq!(answer.moves.get(1), answer.reply.as_ref());
    }
}
