//! `/api/line`: the positions of a game.

use std::sync::Arc;

use axum::extract::State;
use rules::Size;
use serde::{Deserialize, Serialize};

use crate::app_state::AppState;
use crate::extract::Body;
use crate::fair_pool::Asker;
use crate::json::JsonText;
use crate::problem::Problem;
use crate::wire::{Begin, Moves, Position};

/// A game, and the number of its first requested position.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Line"))]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[serde(default = "Begin::usual")]
    begin: Begin,
    /// The moves in order, without passes.
    #[serde(default)]
    #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
    moves: Vec<String>,
    /// The number of moves before the first requested position.
    #[serde(default)]
    from: usize,
}

/// The positions.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Positions"))]
pub struct Answer {
    /// The number of moves before the first position.
    from: usize,
    positions: Vec<Position>,
}

/// Answers with the positions of a game.
pub async fn line(
    State(app): State<Arc<AppState>>,
    asker: Asker,
    Body(request): Body<Request>,
) -> Result<JsonText, Problem> {
    // The longest game on the largest board takes a tenth of a second, and is more than a megabyte.
    let answered = app
        .documents
        .run(asker, |()| JsonText::of(&answer(request)?));
    answered.await?
}

/// The positions of the game of a request.
pub fn answer(request: Request) -> Result<Answer, Problem> {
    let Request { begin, moves, from } = request;
    let game = Moves { begin, moves }.game()?;
    let from = from.min(game.turns().len()).min(Size::MAX.area());
    let positions = Position::from(&game, from);
    Ok(Answer { from, positions })
}
