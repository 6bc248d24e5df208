//! Handlers of live games.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use engine::Level;
use rules::{Color, Date, Record};
use serde::{Deserialize, Serialize};

use super::game_access::{GameAccess, Waiting};
use super::write::{File, written};
use crate::app_state::AppState;
use crate::extract::{Body, Params};
use crate::fair_queue::Asker;
use crate::game::Seats;
use crate::guard::{Resource, Visitor};
use crate::problem::Problem;
use crate::rooms::Verb;
use crate::rooms::new_game::{CreatedGame, Wish};
use crate::rooms::snapshot::Snapshot;
use crate::wire::{self, Sides};

/// The highest level of a hint.
const MAX_HINT_LEVEL: u32 = 24;

/// The default format of a record.
const USUAL_FORMAT: &str = "ggf";

/// The routes of games.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/games", post(create))
        .route("/api/games/{id}", get(show))
        .route("/api/games/{id}/move", post(play))
        .route("/api/games/{id}/step", post(step))
        .route("/api/games/{id}/undo", action_route(Verb::Undo))
        .route("/api/games/{id}/decline", action_route(Verb::Decline))
        .route("/api/games/{id}/redo", action_route(Verb::Redo))
        .route("/api/games/{id}/resign", action_route(Verb::Resign))
        .route("/api/games/{id}/rematch", action_route(Verb::Rematch))
        .route("/api/games/{id}/hint", post(hint))
        .route("/api/games/{id}/record", get(record))
}

/// The state of the server, and the id in the address.
type Named = (State<Arc<AppState>>, Path<String>);

async fn create(
    State(app): State<Arc<AppState>>,
    visitor: Visitor,
    Body(wish): Body<Wish>,
) -> Result<Response, Problem> {
    let state = wish.state()?;
    if state.has_computer() {
        let begin = state.game().diagram();
        app.fair_play.check(visitor.network(), begin)?;
    }
    visitor.spend(Resource::Games, 1.0)?;
    let keys = state.keys.clone();
    let secret = |color: Color| keys[color].as_ref().map(|key| key.secret().to_string());
    let door = app.lobby.create(state, visitor.asker()).await?;
    let game = door.look()?;
    let you = Seats::of(
        &keys,
        &secret(Color::Black)
            .or(secret(Color::White))
            .unwrap_or_default(),
    );
    let made = CreatedGame {
        id: &game.id,
        keys: Sides {
            black: secret(Color::Black),
            white: secret(Color::White),
        },
        game: game.told(you),
    };
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

async fn show(
    (State(app), Path(id)): Named,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let visit = GameAccess::new(&app, visitor, &id, &headers).await?;
    let game = visit.door.visit(visit.asker)?;
    Ok(visit.told(&game))
}

/// A person's move.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// A square by column and row.
    #[cfg_attr(test, schemars(length(max = 3), example = &"f5"))]
    square: String,
    /// The number of moves that the sender has seen; if the game has gone on since, the answer is 409
    /// `stale`.
    ply: Option<usize>,
}

async fn play(
    (State(app), Path(id)): Named,
    visitor: Visitor,
    Params(waiting): Params<Waiting>,
    headers: HeaderMap,
    Body(play): Body<Play>,
) -> Result<Response, Problem> {
    let verb = Verb::Move(wire::square(&play.square)?, play.ply);
    GameAccess::new(&app, visitor, &id, &headers)
        .await?
        .act(&app, verb, waiting)
        .await
}

/// A request for a computer's move.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The number of moves that the sender has seen; if the game has gone on since, the answer is 409
    /// `stale`.
    ply: Option<usize>,
}

async fn step(
    (State(app), Path(id)): Named,
    visitor: Visitor,
    Params(waiting): Params<Waiting>,
    headers: HeaderMap,
    Body(Step { ply }): Body<Step>,
) -> Result<Response, Problem> {
    let visit = GameAccess::new(&app, visitor, &id, &headers).await?;
    visit.act(&app, Verb::Step(ply), waiting).await
}

/// An empty request body.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The route of an action without arguments.
fn action_route(verb: Verb) -> MethodRouter<Arc<AppState>> {
    let act = async move |(State(app), Path(id)): Named,
                          visitor: Visitor,
                          Params(waiting): Params<Waiting>,
                          headers: HeaderMap,
                          _: Body<Nothing>| {
        let visit = GameAccess::new(&app, visitor, &id, &headers).await?;
        visit.act(&app, verb, waiting).await
    };
    post(act)
}

/// The level of a hint.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "HintWish"))]
#[serde(deny_unknown_fields)]
pub struct Hint {
    #[cfg_attr(
        test,
        schemars(range(min = 1, max = MAX_HINT_LEVEL), extend("default" = Level::ADVICE.moves()))
    )]
    level: Option<u32>,
}

/// A hint of the engine.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Hint"))]
pub struct Hinted {
    pub square: String,
    /// The score for the side to move, in discs; null on large boards, where the engine has none.
    pub score: Option<f64>,
    pub exact: bool,
}

async fn hint(
    (State(app), Path(id)): Named,
    visitor: Visitor,
    headers: HeaderMap,
    Body(Hint { level }): Body<Hint>,
) -> Result<Json<Hinted>, Problem> {
    let level = match level {
        None => Level::ADVICE,
        Some(level) => Level::new(level)
            .filter(|_| level <= MAX_HINT_LEVEL)
            .ok_or_else(|| {
                let most = format!("a hint looks 1 to {MAX_HINT_LEVEL} moves ahead");
                Problem::bad("bad_level", most)
            })?,
    };
    let visit = GameAccess::new(&app, visitor, &id, &headers).await?;
    let game = visit.door.look()?;
    game.check_hint(visit.you)?;
    app.fair_play
        .check(visit.visitor.network(), &game.diagram)?;
    let advice = app.engines.advise(visit.asker, game.diagram, level).await?;
    let advice = advice.ok_or(play::VerbError::GameOver)?;
    let best = advice.best_moves.into_iter().next();
    Ok(Json(Hinted {
        square: best.ok_or(play::VerbError::GameOver)?.to_string(),
        score: advice.best().discs().map(engine::Score::discs),
        exact: advice.best().kind.is_exact(),
    }))
}

/// The format of a record.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// As for `/api/write`.
    #[cfg_attr(test, schemars(extend("default" = USUAL_FORMAT)))]
    format: Option<String>,
}

async fn record(
    (State(app), Path(id)): Named,
    asker: Asker,
    Params(wanted): Params<Wanted>,
) -> Result<File, Problem> {
    let game = app.lobby.open(&id, asker).await?.look()?;
    let format = wanted.format.as_deref().unwrap_or(USUAL_FORMAT);
    written(&app, asker, format, move || game.record()).await
}

impl Snapshot {
    /// Checks that this client may ask for a hint: only the side to move gets hints.
    fn check_hint(&self, you: Seats) -> Result<(), Problem> {
        if you.is_empty() {
            return Err(Problem::forbidden(
                "no_key",
                "hints are for those who play; analyse the game instead",
            ));
        }
        if self.is_by_link {
            return Err(Problem::conflict(
                "no_hints",
                "there are no hints between two people; analyse the game when it is over",
            ));
        }
        match self.person_to_move {
            Some(color) if you.has(color) => Ok(()),
            Some(_) => Err(Problem::conflict(
                "not_your_turn",
                "it is the other side's turn",
            )),
            None => Err(Problem::conflict(
                "computers_turn",
                "there is no person to move",
            )),
        }
    }

    /// The record of the game.
    fn record(&self) -> Result<Record, Problem> {
        let mut record = Record::from(self.moves().game()?);
        record.info.place = "reversi".to_string();
        record.info.date = Date::of_unix_time(self.created);
        record.info.players = self.names();
        if let Some(winner) = self.early_winner() {
            // A loss by resignation or on time counts as a loss of all squares.
            let all = record.game.size().area() as i32;
            record.info.declared = Some(if winner == Color::Black { all } else { -all });
        }
        Ok(record)
    }
}
