//! Endgame puzzles: which there are, and what comes of a try.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::{Engine, Settings};
use play::puzzle::{self, Puzzle, Trial};
use rules::Game;
use serde::{Deserialize, Serialize};

use super::House;
use super::pool::Asker;
use super::problem::Problem;
use super::request::{Body, Params};
use super::wire::{Begin, Moves, Position};

/// What the server does about puzzles.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/puzzles", get(list))
        .route("/api/puzzles/{id}", get(one))
        .route("/api/puzzles/{id}/try", post(attempt))
}

/// An engine for puzzles: they are small, and so is what it remembers.
pub fn solver() -> Engine {
    Engine::new(Settings {
        threads: 1,
        hash_mb: 4,
    })
}

/// All puzzles, the easy ones first.
#[derive(Debug, Serialize)]
struct List {
    puzzles: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    id: usize,
    empties: u32,
    stars: u8,
}

/// One of them.
#[derive(Debug, Serialize)]
struct Shown {
    id: usize,
    begin: Begin,
    position: Position,
    stars: u8,
}

/// The moves since the puzzle's position, both sides'.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Try {
    #[serde(default)]
    moves: Vec<String>,
}

/// Whether the answer is asked for.
#[derive(Debug, Deserialize)]
struct Wish {
    show: Option<u8>,
}

/// What came of a try.
#[derive(Debug, Serialize)]
struct Answer {
    /// Whether the last move keeps the win.
    right: bool,
    /// Whether there is nothing more to find.
    solved: bool,
    /// What the opponent answers.
    reply: Option<String>,
    /// The best move, if it was asked for.
    best: Option<String>,
    /// What the solver gets with perfect play, in discs.
    score: i32,
    /// The moves so far with the reply; several where the solver has to pass.
    moves: Vec<String>,
    /// The position after them.
    position: Position,
}

async fn list() -> Json<List> {
    let entry = |(index, puzzle): (usize, &Puzzle)| Entry {
        id: index + 1,
        empties: puzzle.empties(),
        stars: puzzle.stars,
    };
    let puzzles = puzzle::all().iter().enumerate().map(entry).collect();
    Json(List { puzzles })
}

async fn one(Path(id): Path<String>) -> Result<Json<Shown>, Problem> {
    let (id, puzzle) = find(&id)?;
    let game = Game::from_diagram(*puzzle.diagram());
    Ok(Json(Shown {
        id,
        begin: Begin::of(puzzle.diagram()),
        position: Position::now(&game),
        stars: puzzle.stars,
    }))
}

async fn attempt(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    asker: Asker,
    Params(wish): Params<Wish>,
    Body(request): Body<Try>,
) -> Result<Json<Answer>, Problem> {
    let (_, puzzle) = find(&id)?;
    if wish.show.is_some_and(|show| show != 1) {
        let message = "show should be 1, to be told the best move";
        return Err(Problem::bad("bad_query", message));
    }
    let begin = Begin::of(puzzle.diagram());
    let game = Moves {
        begin,
        moves: request.moves,
    }
    .game()?;
    let work = move |engine: &mut Engine| puzzle::attempt(engine, game);
    let trial = house.puzzles.run(asker, work).await?;
    Ok(Json(Answer::of(&trial, wish.show.is_some())))
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

/// A puzzle by its number.
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

    fn tried(id: &str, moves: &[&str]) -> Trial {
        let (_, puzzle) = find(id).unwrap();
        let begin = Begin::of(puzzle.diagram());
        let moves = moves.iter().map(ToString::to_string).collect();
        puzzle::attempt(&mut solver(), Moves { begin, moves }.game().unwrap())
    }

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
        let trial = tried("1", &[]);
        let best = Answer::of(&trial, true).best.unwrap();
        assert_eq!(Answer::of(&trial, false).best, None);
        let answer = Answer::of(&tried("1", &[best.as_str()]), false);
        assert!(answer.right && answer.best.is_none());
        assert_eq!(answer.moves[0], best);
        assert_eq!(answer.moves.get(1), answer.reply.as_ref());
    }
}
