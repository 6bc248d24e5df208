//! The results of an event as a JSON object, for programs.

use std::time::Duration;

use crate::cup::{Bracket, Enrolled, Event, Rated, Standing, Tie};
use rules::{ByColor, Color};
use serde::Serialize;

use super::crosstable::Crosstable;
use super::words;

/// An event. The fields are described in docs/results.md; what is there stays as it is.
#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    title: String,
    place: &'a str,
    date: Option<String>,
    format: crate::cup::Format,
    size: usize,
    time: Time,
    finished: bool,
    winner: Option<usize>,
    house: Option<usize>,
    entrants: Vec<Entrant<'a>>,
    tie_breaks: &'a [String],
    standings: Vec<Line<'a>>,
    meetings: Vec<Meeting>,
    bracket: Option<Vec<Vec<BracketTie<'a>>>>,
    ratings: Vec<Rating>,
    games: Vec<Game<'a>>,
}

/// Seconds.
#[derive(Serialize)]
struct Time {
    per_move: Option<f64>,
    per_game: Option<f64>,
    increment: f64,
    margin: f64,
}

#[derive(Serialize)]
struct Entrant<'a> {
    name: &'a str,
    author: &'a str,
    player: &'a str,
}

#[derive(Serialize)]
struct Line<'a> {
    rank: usize,
    entrant: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    points: f64,
    discs: i64,
    tie_breaks: &'a [f64],
    faults: usize,
}

#[derive(Serialize)]
struct Meeting {
    entrants: [usize; 2],
    won: usize,
    drawn: usize,
    lost: usize,
    games: Vec<usize>,
}

#[derive(Serialize)]
struct BracketTie<'a> {
    entrants: [Option<usize>; 2],
    bye: bool,
    points: [f64; 2],
    games: Vec<usize>,
    winner: Option<usize>,
    decided_by: &'a str,
}

#[derive(Serialize)]
struct Rating {
    entrant: usize,
    elo: f64,
    error: f64,
    games: usize,
}

/// One value for each side.
#[derive(Serialize)]
struct Sides<T> {
    black: T,
    white: T,
}

#[derive(Serialize)]
struct Game<'a> {
    number: usize,
    round: usize,
    label: &'a str,
    black: usize,
    white: usize,
    winner: Option<&'static str>,
    score: i32,
    discs: Sides<u32>,
    fault: Option<Fault<'a>>,
    start: String,
    opening: usize,
    moves: String,
    turns: Vec<Turn>,
    #[serde(rename = "murmurs")]
    stderr: Sides<&'a str>,
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
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed: Option<&'static str>,
}

/// The object, on a line.
#[must_use]
pub fn json(event: &Event) -> String {
    let object = Object {
        schema: "reversi-results-1",
        title: words::title(event),
        place: &event.place,
        date: event.date.map(|date| date.to_string()),
        format: event.format,
        size: event.size.side(),
        time: Time {
            per_move: event.time.per_move.map(|time| time.as_secs_f64()),
            per_game: event.time.per_game.map(|time| time.as_secs_f64()),
            increment: event.time.increment.as_secs_f64(),
            margin: event.time.margin.as_secs_f64(),
        },
        finished: event.finished,
        winner: event.winner,
        house: event.house,
        entrants: event.entrants.iter().map(Entrant::from).collect(),
        tie_breaks: &event.tie_breaks,
        standings: event.standings.iter().map(Line::from).collect(),
        meetings: meetings(event),
        bracket: event.bracket.as_ref().map(|it| bracket(event, it)),
        ratings: event.ratings.iter().map(Rating::from).collect(),
        games: event.games.iter().map(Game::from).collect(),
    };
    let text = serde_json::to_string(&object).expect("text and numbers only");
    format!("{text}\n")
}

fn meetings(event: &Event) -> Vec<Meeting> {
    let table = Crosstable::of(event);
    let count = event.entrants.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| [one, other]));
    let met = |entrants: [usize; 2]| {
        let meeting = table.meeting(entrants[0], entrants[1])?;
        let number = |&(place, _): &(usize, usize)| event.games[place].number;
        Some(Meeting {
            entrants,
            won: meeting.won,
            drawn: meeting.drawn,
            lost: meeting.lost,
            games: meeting.games.iter().map(number).collect(),
        })
    };
    pairs.filter_map(met).collect()
}

fn bracket<'a>(event: &Event, bracket: &'a Bracket) -> Vec<Vec<BracketTie<'a>>> {
    let rounds = bracket.rounds.iter();
    let ties = rounds.map(|ties| ties.iter().map(|tie| bracket_tie(event, tie)));
    ties.map(Iterator::collect).collect()
}

fn bracket_tie<'a>(event: &Event, tie: &'a Tie) -> BracketTie<'a> {
    let numbers = tie.games.iter().filter_map(|&place| event.games.get(place));
    BracketTie {
        entrants: tie.entrants,
        bye: tie.bye,
        points: tie.points,
        games: numbers.map(|game| game.number).collect(),
        winner: tie.winner,
        decided_by: &tie.decided_by,
    }
}

impl<'a> From<&'a Enrolled> for Entrant<'a> {
    fn from(entrant: &'a Enrolled) -> Entrant<'a> {
        Entrant {
            name: &entrant.name,
            author: &entrant.author,
            player: &entrant.player,
        }
    }
}

impl<'a> From<&'a Standing> for Line<'a> {
    fn from(line: &'a Standing) -> Line<'a> {
        Line {
            rank: line.rank,
            entrant: line.entrant,
            won: line.won,
            drawn: line.drawn,
            lost: line.lost,
            points: line.points,
            discs: line.discs,
            tie_breaks: &line.tie_breaks,
            faults: line.faults,
        }
    }
}

impl From<&Rated> for Rating {
    fn from(rated: &Rated) -> Rating {
        Rating {
            entrant: rated.entrant,
            elo: rated.elo,
            error: rated.error,
            games: rated.games,
        }
    }
}

impl<'a> From<&'a crate::cup::CupGame> for Game<'a> {
    fn from(game: &'a crate::cup::CupGame) -> Game<'a> {
        let played = &game.played;
        let counts: ByColor<u32> = played.game.counts();
        let turns = played.game.turns().iter().enumerate();
        Game {
            number: game.number,
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
