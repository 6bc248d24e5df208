//! The results of an event as JSON (`results.json`).

mod game;

use crate::cup::{
    Bracket, Enrolled, Event, GroupTable, QualifierTables, Rated, Ruling, Standing, Tie,
};
use serde::Serialize;

use super::crosstable::Crosstable;
use super::words;
use game::Game;

/// An event. The fields are described in docs/results.md; existing fields must not change.
#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    title: String,
    place: &'a str,
    date: Option<String>,
    format: crate::cup::Format,
    size: usize,
    time: Time,
    confinement: Option<Confinement<'a>>,
    finished: bool,
    winner: Option<usize>,
    house: Option<usize>,
    entrants: Vec<Entrant<'a>>,
    tie_breaks: &'a [String],
    standings: Vec<Line<'a>>,
    meetings: Vec<Meeting>,
    qualifier: Option<Qualifier<'a>>,
    bracket: Option<Vec<Vec<BracketTie<'a>>>>,
    rulings: Vec<RulingObject<'a>>,
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
struct Confinement<'a> {
    sandbox: &'a str,
    sandboxed: bool,
    memory: Option<u64>,
    processes: Option<u32>,
    threads: u64,
    ponder: bool,
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
struct Qualifier<'a> {
    format: crate::cup::Format,
    rounds: usize,
    advance: usize,
    tie_breaks: &'a [String],
    tables: Vec<Table<'a>>,
}

#[derive(Serialize)]
struct Table<'a> {
    label: &'a str,
    advance: usize,
    standings: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct RulingObject<'a> {
    ruling: &'static str,
    slot: Option<String>,
    black: Option<usize>,
    white: Option<usize>,
    entrant: Option<usize>,
    reason: &'a str,
    superseded: bool,
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

/// The JSON object on one line.
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
        confinement: event.confinement.as_ref().map(Confinement::from),
        finished: event.finished,
        winner: event.winner,
        house: event.house,
        entrants: event.entrants.iter().map(Entrant::from).collect(),
        tie_breaks: &event.tie_breaks,
        standings: event.standings.iter().map(Line::from).collect(),
        meetings: meetings(event),
        qualifier: event.qualifier.as_ref().map(Qualifier::from),
        rulings: event.rulings.iter().map(RulingObject::from).collect(),
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

impl<'a> From<&'a crate::cup::Confinement> for Confinement<'a> {
    fn from(confinement: &'a crate::cup::Confinement) -> Confinement<'a> {
        Confinement {
            sandbox: &confinement.sandbox,
            sandboxed: confinement.is_sandboxed,
            memory: confinement.memory,
            processes: confinement.processes,
            threads: confinement.threads,
            ponder: confinement.ponder,
        }
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

impl<'a> From<&'a QualifierTables> for Qualifier<'a> {
    fn from(stage: &'a QualifierTables) -> Qualifier<'a> {
        let table = |table: &'a GroupTable| Table {
            label: &table.label,
            advance: table.advance,
            standings: table.standings.iter().map(Line::from).collect(),
        };
        Qualifier {
            format: stage.format,
            rounds: stage.rounds,
            advance: stage.advance,
            tie_breaks: &stage.tie_breaks,
            tables: stage.tables.iter().map(table).collect(),
        }
    }
}

impl<'a> From<&'a Ruling> for RulingObject<'a> {
    fn from(ruling: &'a Ruling) -> RulingObject<'a> {
        RulingObject {
            ruling: ruling.action.name(),
            slot: ruling.action.slot().map(|slot| slot.to_string()),
            black: ruling.seats.map(|seats| seats.black),
            white: ruling.seats.map(|seats| seats.white),
            entrant: ruling.action.entrant(),
            reason: &ruling.reason,
            superseded: ruling.superseded,
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
