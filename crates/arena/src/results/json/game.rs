//! A game as JSON.

use std::time::Duration;

use rules::{ByColor, Color};
use serde::Serialize;

use crate::cup::CupGame;
use crate::results::words;

/// One value for each side.
#[derive(Serialize)]
struct Sides<T> {
    black: T,
    white: T,
}

/// A game. The fields are described in docs/results.md; existing fields must not change.
#[derive(Serialize)]
pub(super) struct Game<'a> {
    number: usize,
    slot: String,
    round: usize,
    label: &'a str,
    black: usize,
    white: usize,
    winner: Option<&'static str>,
    score: i32,
    discs: Sides<u32>,
    fault: Option<Fault<'a>>,
    disturbed: Option<&'a str>,
    start: String,
    opening: usize,
    moves: String,
    turns: Vec<Turn>,
    #[serde(rename = "murmurs")]
    stderr: Sides<&'a str>,
    talk: Sides<Option<&'a str>>,
    no_sandbox: bool,
}

#[derive(Serialize)]
struct Fault<'a> {
    by: &'static str,
    reason: &'a str,
}

#[derive(Serialize)]
struct Turn {
    #[serde(rename = "move")]
    point: String,
    color: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed: Option<&'static str>,
}

impl<'a> From<&'a CupGame> for Game<'a> {
    fn from(game: &'a CupGame) -> Game<'a> {
        let played = &game.played;
        let counts: ByColor<u32> = played.game.counts();
        let turns = played.game.turns().iter().enumerate();
        Game {
            number: game.number,
            slot: game.slot.to_string(),
            round: game.round,
            label: &game.label,
            black: game.seats.black,
            white: game.seats.white,
            winner: played.winner().map(name),
            score: played.score(),
            discs: Sides {
                black: counts.black,
                white: counts.white,
            },
            fault: words::blame(played).map(|(color, reason)| Fault {
                by: name(color),
                reason,
            }),
            disturbed: words::disturbance(played),
            start: played.game.start().to_string(),
            opening: played.opening,
            moves: played.transcript(),
            turns: turns
                .map(|(index, turn)| {
                    let made = index.checked_sub(played.opening);
                    let made = made.and_then(|index| played.moves.get(index));
                    Turn {
                        point: turn.point().to_string(),
                        color: name(turn.color()),
                        seconds: made.map(|made| milliseconds(made.spent)),
                        cpu: made.and_then(|made| made.cpu.map(milliseconds)),
                        value: made.and_then(|made| Some(f64::from(made.value?) / 100.0)),
                        depth: made.and_then(|made| made.depth),
                        passed: turn.passed().map(name),
                    }
                })
                .collect(),
            stderr: Sides {
                black: &played.stderr[0],
                white: &played.stderr[1],
            },
            talk: Sides {
                black: game.talk[0].as_deref(),
                white: game.talk[1].as_deref(),
            },
            no_sandbox: game.no_sandbox,
        }
    }
}

/// Seconds, to the nearest thousandth.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
