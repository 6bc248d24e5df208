//! A cup as it stands: everything that a page of results tells.

use rules::{ByColor, Date, Size};
use serde::{Deserialize, Serialize};

use crate::contest::Played;
use play::TimeControl;

/// A cup as it stands, finished or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What it is called.
    pub title: String,
    /// Where, or for whom, it is held; may be empty.
    pub place: String,
    /// When it began, if that is known.
    pub date: Option<Date>,
    /// How it is played.
    pub format: Format,
    /// On which board.
    pub size: Size,
    /// In how much time.
    pub time: TimeControl,
    /// Who plays, in the order of seeding. The house program, if there is one, comes last.
    pub entrants: Vec<Enrolled>,
    /// Which of them is the house program, which the winner meets at the end.
    pub house: Option<usize>,
    /// The games that have ended, in the order of their numbers.
    pub games: Vec<CupGame>,
    /// The table, first place first; of a knock-out, by how far they came.
    pub standings: Vec<Standing>,
    /// What decides between equal entrants, in this order, in words.
    pub tie_breaks: Vec<String>,
    /// The tree of a knock-out.
    pub bracket: Option<Bracket>,
    /// Strength as the games show it, strongest first.
    pub ratings: Vec<Rated>,
    /// Who won the cup, once that is certain.
    pub winner: Option<usize>,
    /// Whether every game has been played.
    pub finished: bool,
}

/// How a cup is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Who loses is out.
    Knockout,
    /// Everybody meets everybody.
    RoundRobin,
    /// Rounds in which equals meet.
    Swiss,
    /// The first entrant meets everybody else.
    Gauntlet,
}

/// Somebody who plays in a cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrolled {
    /// The program's name.
    pub name: String,
    /// Who wrote it; may be empty.
    pub author: String,
    /// How it is started, as in `gtp:./program` or `walle:5`.
    pub player: String,
}

/// A game of a cup.
#[derive(Clone, Debug, PartialEq)]
pub struct CupGame {
    /// Counted from 1.
    pub number: usize,
    /// The round it belongs to, counted from 1.
    pub round: usize,
    /// What the round is called, such as `Round 3`, `Semi-final` or `House match`.
    pub label: String,
    /// Who played which colour.
    pub seats: ByColor<usize>,
    /// The game and its end.
    pub played: Played,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub entrant: usize,
    /// The place, counted from 1; those whom nothing tells apart share one.
    pub rank: usize,
    /// Games won, drawn and lost.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
    /// Points: 1 for a win, ½ for a draw, and for a bye what a win gives.
    pub points: f64,
    /// Disc difference over all games, empty squares to the winner.
    pub discs: i64,
    /// The tie-breaks in the order of [`Event::tie_breaks`].
    pub tie_breaks: Vec<f64>,
    /// Games lost by a fault.
    pub faults: usize,
}

/// The tree of a knock-out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bracket {
    /// The rounds, the first one first; each has half as many ties as the one before. Ties 2i and
    /// 2i+1 of a round lead to tie i of the next.
    pub rounds: Vec<Vec<Tie>>,
}

/// Two entrants of a knock-out, of whom one goes on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tie {
    /// Who meets; `None` is not known yet or, in the first round, nobody: a bye.
    pub entrants: [Option<usize>; 2],
    /// Whether one of them goes on without a game.
    pub bye: bool,
    /// Points so far.
    pub points: [f64; 2],
    /// Its games, as places in [`Event::games`].
    pub games: Vec<usize>,
    /// Who goes on.
    pub winner: Option<usize>,
    /// What decided it when points did not; empty when points did.
    pub decided_by: String,
}

/// How strong an entrant is, as the games show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Who.
    pub entrant: usize,
    /// Elo, the average of all entrants being 0.
    pub elo: f64,
    /// Its error at 95 %.
    pub error: f64,
    /// Games it rests on.
    pub games: usize,
}
