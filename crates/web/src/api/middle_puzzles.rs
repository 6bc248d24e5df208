//! `/api/puzzles/middle`: the list of middle-game puzzles, and the check of a try. Nothing is searched.

use std::sync::Arc;

use axum::extract::Path;
use axum::routing::{get, post};
use axum::{Json, Router};
use play::puzzle::middle::{self, Puzzle, Try};
use rules::{Game, Point};
use serde::{Deserialize, Serialize};

use super::puzzles::Wish;
use crate::app_state::AppState;
use crate::extract::{Body, Params};
use crate::problem::Problem;
use crate::wire::{self, Begin, Position};

/// The routes of middle-game puzzles.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/puzzles/middle", get(list))
        .route("/api/puzzles/middle/{id}", get(one))
        .route("/api/puzzles/middle/{id}/try", post(attempt))
}

/// All middle-game puzzles, first those that most people solve.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MiddlePuzzleList"))]
pub struct List {
    /// The rating of the people whose shares are given.
    rating: i32,
    pub puzzles: Vec<Entry>,
}

/// A middle-game puzzle in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MiddlePuzzleEntry"))]
pub struct Entry {
    /// It stays the same when puzzles are added or sorted anew.
    id: String,
    empties: u32,
    /// How many of a hundred people solve it.
    #[cfg_attr(test, schemars(range(max = 100)))]
    share: u8,
}

/// A middle-game puzzle.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MiddlePuzzle"))]
pub struct Shown {
    id: String,
    begin: Begin,
    position: Position,
    /// How many of a hundred people solve it.
    #[cfg_attr(test, schemars(range(max = 100)))]
    share: u8,
}

/// A try at a middle-game puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MiddleTry"))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The move; it can be left out to be shown the answer.
    #[serde(default)]
    square: Option<String>,
}

/// The result of a try.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MiddleTried"))]
pub struct Answer {
    /// Whether it is the best move.
    right: bool,
    /// The move that was tried.
    tried: Option<Move>,
    /// All legal moves, best first: after the best move, or if `show` is 1. Else empty.
    moves: Vec<Move>,
}

/// A move of a puzzle.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "MiddleMove"))]
pub struct Move {
    square: String,
    /// The discs it loses against the best move.
    lost: i32,
    /// How many of a hundred people play it.
    #[cfg_attr(test, schemars(range(max = 100)))]
    share: u8,
    /// What both sides play after it, without passes.
    line: Vec<String>,
}

async fn list() -> Json<List> {
    Json(List::new())
}

async fn one(Path(id): Path<String>) -> Result<Json<Shown>, Problem> {
    Ok(Json(shown(&id)?))
}

async fn attempt(
    Path(id): Path<String>,
    Params(wish): Params<Wish>,
    Body(request): Body<Request>,
) -> Result<Json<Answer>, Problem> {
    let is_shown = wish.is_shown()?;
    Ok(Json(tried(&id, request.square.as_deref(), is_shown)?))
}

impl List {
    /// All puzzles.
    pub fn new() -> List {
        let entry = |puzzle: &Puzzle| Entry {
            id: puzzle.id(),
            empties: puzzle.empties(),
            share: puzzle.share(),
        };
        List {
            rating: middle::reference().elo(),
            puzzles: middle::all().iter().map(entry).collect(),
        }
    }
}

/// The puzzle of an id.
///
/// # Errors
/// When there is no such puzzle.
pub fn shown(id: &str) -> Result<Shown, Problem> {
    let puzzle = find(id)?;
    Ok(Shown {
        id: puzzle.id(),
        begin: Begin::of(puzzle.diagram()),
        position: Position::now(&Game::from_diagram(*puzzle.diagram())),
        share: puzzle.share(),
    })
}

/// The answer to a try.
///
/// # Errors
/// When there is no such puzzle, the move is illegal, or nothing is asked for.
pub fn tried(id: &str, square: Option<&str>, is_shown: bool) -> Result<Answer, Problem> {
    let puzzle = find(id)?;
    if square.is_none() && !is_shown {
        let message = "a try should have a square, or show=1 to be told the best move";
        return Err(Problem::bad("no_square", message));
    }
    let tried = square.map(|square| one_move(puzzle, wire::square(square)?));
    let tried = tried.transpose()?;
    let right = tried.as_ref().is_some_and(|tried| tried.lost == 0);
    let all = puzzle.problem.scores.iter().map(|&(point, _)| point);
    let is_told = right || is_shown;
    let moves = all.filter(|_| is_told).map(|point| one_move(puzzle, point));
    let moves: Result<Vec<Move>, Problem> = moves.collect();
    Ok(Answer {
        right,
        tried,
        moves: moves?,
    })
}

fn one_move(puzzle: &Puzzle, point: Point) -> Result<Move, Problem> {
    Game::from_diagram(*puzzle.diagram()).play(point)?;
    let known = puzzle.attempt(point);
    let (lost, Try { share, line }) =
        known.ok_or_else(|| Problem::broken("a puzzle lists every legal move"))?;
    Ok(Move {
        square: point.to_string(),
        lost,
        share: *share,
        line: wire::names(line.iter().copied()),
    })
}

fn find(id: &str) -> Result<&'static Puzzle, Problem> {
    let found = middle::all().iter().find(|puzzle| puzzle.id() == id);
    found.ok_or_else(|| {
        Problem::missing(format!(
            "there is no middle-game puzzle `{id}`; /api/puzzles/middle lists them"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_find_their_puzzles_and_nothing_else() {
        for puzzle in middle::all() {
            assert_eq!(find(&puzzle.id()).unwrap(), puzzle);
        }
        for wrong in ["", "1", "x", "00000000"] {
            assert!(find(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn other_moves_are_told_only_after_the_best_one_or_if_asked_for() {
        for puzzle in middle::all().iter().step_by(9) {
            let id = puzzle.id();
            let best = puzzle.best().to_string();
            let right = tried(&id, Some(&best), false).unwrap();
            assert!(right.right);
            assert_eq!(right.moves.len(), puzzle.problem.scores.len());
            assert_eq!(right.moves[0].square, best);
            let other = puzzle.problem.scores[1].0.to_string();
            let wrong = tried(&id, Some(&other), false).unwrap();
            assert!(!wrong.right && wrong.moves.is_empty());
            assert!(wrong.tried.unwrap().lost >= middle::MARGIN);
            let shown = tried(&id, None, true).unwrap();
            assert!(!shown.right && shown.tried.is_none());
            assert_eq!(shown.moves[0].square, best);
            assert!(tried(&id, None, false).is_err());
            assert!(tried(&id, Some("z9"), true).is_err());
        }
    }
}
