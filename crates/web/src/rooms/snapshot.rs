//! Snapshots: a game as clients see it.

use std::time::Instant;

use play::rival;
use rules::{ByColor, Color, Diagram};
use serde::Serialize;

use crate::game::clock::{Clock, ClockView};
use crate::game::key::Key;
use crate::game::seat::Seats;
use crate::game::state::State;
use crate::wire::{Begin, Moves, Position, Side, Sides};

/// A game at one moment.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The id of the game.
    pub id: String,
    /// Increases with every change.
    version: u64,
    begin: Begin,
    moves: Vec<String>,
    position: Position,
    players: Sides<SeatView>,
    shared: bool,
    status: Status,
    result: Option<GameResult>,
    /// The side whose computer is choosing a move.
    pub thinking: Option<Side>,
    can_undo: bool,
    can_redo: bool,
    /// The side that asks to take a move back; it happens when the other side sends undo, too.
    undo_asked_by: Option<Side>,
    /// The id of the rematch; the same keys open it.
    rematch: Option<String>,
    /// Seconds since 1970.
    pub created: u64,
    /// The position, for the engine.
    #[serde(skip)]
    pub diagram: Diagram,
    /// Whether two people play on two screens.
    #[serde(skip)]
    pub is_by_link: bool,
    /// The side to move, if it is a person.
    #[serde(skip)]
    pub person_to_move: Option<Color>,
    #[serde(skip)]
    keys: ByColor<Option<Key>>,
    #[serde(skip)]
    clock: Option<Clock>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
#[serde(rename_all = "snake_case")]
enum Status {
    Playing,
    Over,
}

/// A player of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Seat"))]
struct SeatView {
    /// `human`, or a computer with its level.
    player: String,
    name: String,
    /// Whether a live connection with the key is open; computers always are.
    here: bool,
}

/// The result of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Result"))]
struct GameResult {
    winner: Option<Side>,
    reason: Reason,
    discs: Sides<u32>,
    /// Whether one side won clearly by discs; then a rival of another strength suits better.
    is_clear: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(inline))]
#[serde(rename_all = "snake_case")]
enum Reason {
    Discs,
    Resignation,
    Time,
}

/// The current state of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Game"))]
pub struct Told<'s> {
    #[serde(flatten)]
    snapshot: &'s Snapshot,
    clock: Option<ClockView>,
    /// The seats that the key opens.
    you: Vec<Side>,
}

impl Snapshot {
    /// A snapshot of a state, with the sides that are connected.
    pub fn of(state: &State, thinking: Option<Color>, here: ByColor<bool>) -> Snapshot {
        let game = state.game();
        let Moves { begin, moves } = Moves::of(game);
        let sitting = |color: Color| {
            let player = state.session.players()[color];
            SeatView {
                player: player.to_string(),
                name: state.names[color].clone(),
                here: here[color] || !player.is_human(),
            }
        };
        let mover = game.to_move().filter(|_| !state.is_over());
        let is_person = |color: &Color| state.session.players()[*color].is_human();
        Snapshot {
            id: state.id.clone(),
            version: state.version,
            begin,
            moves,
            position: Position::now(game),
            players: Sides {
                black: sitting(Color::Black),
                white: sitting(Color::White),
            },
            shared: state.shared,
            status: if state.is_over() {
                Status::Over
            } else {
                Status::Playing
            },
            result: GameResult::of(state),
            thinking: thinking.map(Side::from),
            can_undo: state.can_undo(),
            can_redo: state.can_redo(),
            undo_asked_by: state.undo_asked_by.map(Side::from),
            rematch: state.rematch.clone(),
            created: state.created,
            diagram: *game.diagram(),
            is_by_link: state.is_by_link(),
            person_to_move: mover.filter(is_person),
            keys: state.keys.clone(),
            clock: state.clock.clone(),
        }
    }

    /// The seats that a key opens.
    pub fn seats(&self, key: &str) -> Seats {
        Seats::of(&self.keys, key)
    }

    /// Whether two people play it on two screens, and it is not over.
    pub fn is_between_people(&self) -> bool {
        self.is_by_link && matches!(self.status, Status::Playing)
    }

    /// Whether a computer plays.
    pub fn has_computer(&self) -> bool {
        [&self.players.black, &self.players.white]
            .iter()
            .any(|seat| seat.player != "human")
    }

    /// The number of moves made.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Whether a rematch exists.
    pub fn has_rematch(&self) -> bool {
        self.rematch.is_some()
    }

    /// The view of a client who has the keys of some seats.
    pub fn told(&self, you: Seats) -> Told<'_> {
        let clock = self.clock.as_ref();
        Told {
            snapshot: self,
            clock: clock.map(|clock| clock.told(Instant::now())),
            you: you.sides(),
        }
    }

    /// The moves of the game and where it began.
    pub fn moves(&self) -> Moves {
        Moves {
            begin: self.begin.clone(),
            moves: self.moves.clone(),
        }
    }

    /// The names of the players; a computer without one has its own.
    pub fn names(&self) -> ByColor<String> {
        let name = |sitting: &SeatView| match sitting.name.as_str() {
            "" if sitting.player != "human" => match sitting.player.strip_prefix("rival:") {
                Some(rung) => format!("Rival {rung}"),
                None => sitting.player.clone(),
            },
            name => name.to_string(),
        };
        ByColor {
            black: name(&self.players.black),
            white: name(&self.players.white),
        }
    }

    /// The winner by resignation or time; `None` otherwise.
    pub fn early_winner(&self) -> Option<Color> {
        let ended = self.result.as_ref()?;
        let early = !matches!(ended.reason, Reason::Discs);
        ended.winner.filter(|_| early).map(Color::from)
    }
}

impl GameResult {
    fn of(state: &State) -> Option<GameResult> {
        let discs = state.game().counts().into();
        if let Some(early) = state.early {
            return Some(GameResult {
                winner: Some(early.loser.opponent().into()),
                reason: if early.by_time {
                    Reason::Time
                } else {
                    Reason::Resignation
                },
                discs,
                is_clear: false,
            });
        }
        let game = state.game();
        let outcome = game.outcome()?;
        Some(GameResult {
            winner: outcome.winner().map(Side::from),
            reason: Reason::Discs,
            discs,
            is_clear: rival::is_clear(outcome.score(Color::Black), game.size().area()),
        })
    }
}
