//! The event report: the state of a cup as results show it.

use rules::{ByColor, Date, Size};
use serde::{Deserialize, Serialize};

use super::confinement::Confinement;
use super::ruling::Ruling;
use super::score::Slot;
use crate::contest::Played;
use play::TimeControl;

/// The state of a cup, finished or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its title.
    pub title: String,
    /// Its place or occasion; may be empty.
    pub place: String,
    /// The day it began, if known.
    pub date: Option<Date>,
    /// The tournament format.
    pub format: Format,
    /// The board size.
    pub size: Size,
    /// The time control.
    pub time: TimeControl,
    /// The sandbox and the limits of other programs; `None` if none plays.
    pub confinement: Option<Confinement>,
    /// The entrants in the order of seeding. The house program, if there is one, comes last.
    pub entrants: Vec<Enrolled>,
    /// The index of the house program, which the winner meets at the end.
    pub house: Option<usize>,
    /// The games that have ended, in the order of their slots.
    pub games: Vec<CupGame>,
    /// The standings, first place first; in a knock-out, by the round that each entrant reached.
    pub standings: Vec<Standing>,
    /// The tie-breaks in their order, in words.
    pub tie_breaks: Vec<String>,
    /// The stage before the knock-out, if there is one.
    pub qualifier: Option<QualifierTables>,
    /// The bracket of a knock-out, once its entrants are known.
    pub bracket: Option<Bracket>,
    /// The rulings of the arbiter and the games that were played again, in order. An annulled game is
    /// not in `games`.
    pub rulings: Vec<Ruling>,
    /// The ratings, strongest first.
    pub ratings: Vec<Rated>,
    /// The winner of the cup, once it is certain.
    pub winner: Option<usize>,
    /// Whether all games have been played.
    pub finished: bool,
}

/// A tournament format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The loser of a tie is out.
    Knockout,
    /// Every entrant meets every other.
    RoundRobin,
    /// In each round entrants with equal points meet.
    Swiss,
    /// The first entrant meets every other.
    Gauntlet,
}

/// An entrant of a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrolled {
    /// The program's name.
    pub name: String,
    /// Its author; may be empty.
    pub author: String,
    /// Its player description, as in `gtp:./program` or `walle:5`.
    pub player: String,
}

/// A game of a cup.
#[derive(Clone, Debug, PartialEq)]
pub struct CupGame {
    /// Its number, counted from 1, which stays the same for ever. Some numbers may have no game.
    pub number: usize,
    /// Its slot, which stays the same while the cup goes on.
    pub slot: Slot,
    /// The round it belongs to, counted from 1.
    pub round: usize,
    /// The name of the round, such as `Round 3`, `Semi-final` or `House match`.
    pub label: String,
    /// The entrants by colour.
    pub seats: ByColor<usize>,
    /// The game and its end. Standard error is empty unless the cup publishes it.
    pub played: Played,
    /// The files with the talk of Black and White, as paths relative to the results folder.
    pub talk: [Option<String>; 2],
    /// Whether a program played without a sandbox.
    pub no_sandbox: bool,
}

/// The stage before a knock-out.
#[derive(Clone, Debug, PartialEq)]
pub struct QualifierTables {
    /// [`Swiss`](Format::Swiss) or [`RoundRobin`](Format::RoundRobin).
    pub format: Format,
    /// The number of its rounds; those of the knock-out follow.
    pub rounds: usize,
    /// The number of entrants that advance, the same from each table.
    pub advance: usize,
    /// Its tie-breaks in their order, in words.
    pub tie_breaks: Vec<String>,
    /// One table for each group.
    pub tables: Vec<GroupTable>,
}

/// The standings of a group of a qualifier.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupTable {
    /// Its name, such as `Group A`; empty for the only one.
    pub label: String,
    /// The standings, first place first.
    pub standings: Vec<Standing>,
    /// The number of entrants that advance from it.
    pub advance: usize,
}

/// A row of the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The index of the entrant.
    pub entrant: usize,
    /// The rank, counted from 1. Entrants that no tie-break separates share a rank.
    pub rank: usize,
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
    /// Points: 1 for a win, ½ for a draw; a bye counts as a win.
    pub points: f64,
    /// Disc difference over all games; empty squares count for the winner.
    pub discs: i64,
    /// The tie-break values in the order of [`Event::tie_breaks`].
    pub tie_breaks: Vec<f64>,
    /// Games lost by a fault.
    pub faults: usize,
}

/// The bracket of a knock-out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bracket {
    /// The rounds in order. Each has half as many ties as the one before: ties 2i and 2i+1 of a round
    /// lead to tie i of the next.
    pub rounds: Vec<Vec<Tie>>,
}

/// Two entrants of a knock-out; the winner advances.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tie {
    /// The two entrants. `None` is not known yet or, in the first round, a bye.
    pub entrants: [Option<usize>; 2],
    /// Whether one of them advances without a game.
    pub bye: bool,
    /// Points so far.
    pub points: [f64; 2],
    /// Its games, as indices into [`Event::games`].
    pub games: Vec<usize>,
    /// The winner, once it is certain.
    pub winner: Option<usize>,
    /// The tie-break that decided it; empty when points did.
    pub decided_by: String,
}

/// The rating of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The index of the entrant.
    pub entrant: usize,
    /// Elo; the mean of all entrants is 0.
    pub elo: f64,
    /// The error at 95 % confidence.
    pub error: f64,
    /// The number of games it is based on.
    pub games: usize,
}
