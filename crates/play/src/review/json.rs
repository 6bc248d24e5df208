//! A review as a JSON object, for programs.

use rules::{ByColor, Color, Record};
use serde::Serialize;
use serde_json::{Map, Value};

pub use super::line::names;
use super::why::{Finders, Reason, why};
use super::{Ahead, Judged, Label, Review, Standing, Strength};
use crate::json::{Certainty, Discs};
use crate::opening;
use crate::people::Rating;

/// A review and the record of the game it is about.
pub struct Reviewed {
    /// The game as it was read.
    pub record: Record,
    /// The review of that game.
    pub review: Review,
}

/// A review. The fields are described in docs/review.md; existing fields must not change.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Review"))]
pub struct Object<'a> {
    players: Sides<&'a str>,
    date: Option<String>,
    event: &'a str,
    size: usize,
    /// The result for Black, in discs.
    score: Option<i32>,
    opening: Option<&'static str>,
    /// The number of moves at the beginning that the opening book plays.
    book: usize,
    /// False while moves at the beginning are missing.
    complete: bool,
    /// Positions with at most this many empty squares are solved.
    exact_from: u32,
    /// The search depth of estimates.
    level: Option<u32>,
    /// Seconds for each estimate, instead of a level.
    seconds: Option<f64>,
    /// In percent.
    accuracy: Sides<Option<f64>>,
    /// The rating that the moves of each side show; `null` when there are too few, and on boards other than 8×8.
    strength: Sides<Option<StrengthRange>>,
    /// Discs lost over the whole game.
    lost: Sides<f64>,
    /// The number of moves with each label.
    #[cfg_attr(feature = "schema", schemars(schema_with = "label_counts"))]
    labels: Sides<Map<String, Value>>,
    /// Numbers of the moves that changed the leader.
    turning_points: Vec<usize>,
    graph: Vec<Place>,
    moves: Vec<Move>,
}

/// One value for each side.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
struct Sides<T> {
    black: T,
    white: T,
}

/// A rating and its range: the rating of the player is between `low` and `high` two times in three.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Strength"))]
struct StrengthRange {
    rating: i32,
    low: i32,
    high: i32,
}

impl From<Strength> for StrengthRange {
    fn from(strength: Strength) -> StrengthRange {
        StrengthRange {
            rating: strength.rating().elo(),
            low: strength.low().elo(),
            high: strength.high().elo(),
        }
    }
}

/// The score of the game after a number of moves.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ReviewedPosition"))]
struct Place {
    after: usize,
    /// For Black.
    score: Discs,
    #[serde(flatten)]
    certainty: Certainty,
    line: Vec<String>,
}

/// A move and what it lost.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ReviewedMove"))]
struct Move {
    number: usize,
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["black", "white"])))]
    color: &'static str,
    #[serde(rename = "move")]
    name: String,
    empties: u32,
    /// With the best move, for the side that moved.
    before: Discs,
    /// With the move made.
    after: Discs,
    lost: Discs,
    #[cfg_attr(feature = "schema", schemars(extend("enum" = Label::ALL.map(Label::name))))]
    label: &'static str,
    forced: bool,
    accuracy: f64,
    #[serde(flatten)]
    certainty: Certainty,
    best: String,
    /// The principal variation from the best move on; `--` is a pass.
    line: Vec<String>,
    /// The principal variation from the played move on; empty when it is not known.
    played_line: Vec<String>,
    /// Why it was a mistake, the strongest reason first. Empty for moves that are not an inaccuracy or worse.
    why: Vec<Why>,
    /// How many players find the best move; `null` without a choice and on small boards.
    found_by: Option<FoundBy>,
}

/// A reason why a move was a mistake, and the beginnings of the two lines that prove it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Reason"))]
struct Why {
    /// What it is about, such as `corner_given`.
    fact: &'static str,
    /// The line after the played move as far as it matters; `--` is a pass.
    played: Vec<String>,
    /// The line after the best move as far as it matters.
    best: Vec<String>,
    /// The sentence in English.
    en: String,
    /// The sentence in Greek.
    el: String,
}

/// The share of players who find the best move, from 0 to 1, and what it says in words.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FoundBy {
    share: f64,
    /// The rating of these players.
    rating: i32,
    /// The sentence in English.
    en: String,
    /// The sentence in Greek.
    el: String,
}

/// The object as one line.
pub fn text(reviewed: &Reviewed) -> String {
    let object = object(reviewed);
    let text = serde_json::to_string(&object).expect("text and numbers only");
    format!("{text}\n")
}

/// The object as one line, with the number of the game in its file.
pub fn numbered(number: usize, reviewed: &Reviewed) -> String {
    let review = object(reviewed);
    let text = serde_json::to_string(&Numbered { number, review }).expect("text and numbers only");
    format!("{text}\n")
}

/// A review with the number of its game.
#[derive(Serialize)]
struct Numbered<'a> {
    number: usize,
    #[serde(flatten)]
    review: Object<'a>,
}

/// The object of a review, which may be incomplete.
pub fn object(reviewed: &Reviewed) -> Object<'_> {
    let Reviewed { record, review } = reviewed;
    let info = &record.info;
    let effort = review.effort();
    let labels = |color| {
        let count = |label: Label| (label.name().to_string(), review.count(color, label).into());
        Label::ALL.map(count).into_iter().collect()
    };
    let standings = review.standings().iter().enumerate();
    let ratings = ByColor::from_fn(|color| review.rating(color));
    let strength = review.strength();
    Object {
        players: sides(ByColor::from_fn(|color| info.players[color].as_str())),
        date: info.date.map(|date| date.to_string()),
        event: &info.event,
        size: record.game.size().side(),
        score: record.score(),
        opening: opening::name(&record.game),
        book: review.book(),
        complete: review.is_complete(),
        exact_from: effort.exact,
        level: match effort.ahead {
            Ahead::Level(level) => Some(level.moves()),
            Ahead::Time(_) => None,
        },
        seconds: match effort.ahead {
            Ahead::Level(_) => None,
            Ahead::Time(time) => Some(time.as_secs_f64()),
        },
        accuracy: sides(review.accuracy()),
        strength: sides(ByColor::from_fn(|color| {
            strength[color].map(StrengthRange::from)
        })),
        lost: sides(review.lost()),
        labels: sides(ByColor::from_fn(labels)),
        turning_points: numbers(&review.turning_points()),
        graph: standings
            .filter_map(|(after, standing)| Some(place(after, standing.as_ref()?)))
            .collect(),
        moves: review
            .judged()
            .map(|judged| reviewed_move(review, judged, ratings[judged.color]))
            .collect(),
    }
}

fn sides<T>(values: ByColor<T>) -> Sides<T> {
    Sides {
        black: values.black,
        white: values.white,
    }
}

fn numbers(judged: &[&Judged]) -> Vec<usize> {
    judged.iter().map(|judged| judged.number).collect()
}

fn place(after: usize, standing: &Standing) -> Place {
    Place {
        after,
        score: standing.score.into(),
        certainty: standing.kind.into(),
        line: names(&standing.line),
    }
}

fn reviewed_move(review: &Review, judged: &Judged, rating: Rating) -> Move {
    let before = review.game().turns()[judged.number - 1].before();
    Move {
        number: judged.number,
        color: match judged.color {
            Color::Black => "black",
            Color::White => "white",
        },
        name: judged.point.to_string(),
        empties: judged.empties,
        before: judged.before.into(),
        after: judged.after.into(),
        lost: judged.lost().into(),
        label: judged.label().name(),
        forced: judged.forced,
        accuracy: judged.accuracy(),
        certainty: judged.kind.into(),
        best: judged.best().to_string(),
        line: names(&judged.line),
        played_line: names(&judged.played),
        why: why(before, judged).iter().map(Why::from).collect(),
        found_by: Finders::of(before, judged, rating).map(FoundBy::from),
    }
}

impl From<&Reason> for Why {
    fn from(reason: &Reason) -> Why {
        Why {
            fact: reason.fact.name(),
            played: names(&reason.played_line),
            best: names(&reason.best_line),
            en: reason.english(),
            el: reason.greek(),
        }
    }
}

impl From<Finders> for FoundBy {
    fn from(finders: Finders) -> FoundBy {
        FoundBy {
            share: finders.share,
            rating: finders.rating.elo(),
            en: finders.english(),
            el: finders.greek(),
        }
    }
}

/// The schema of `labels`: for each side, the number of moves of each label.
#[cfg(feature = "schema")]
fn label_counts(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let names = Label::ALL.map(Label::name);
    let count = |name: &str| {
        (
            name.to_string(),
            serde_json::json!({"type": "integer", "minimum": 0}),
        )
    };
    let counts: Map<String, Value> = names.into_iter().map(count).collect();
    let side = serde_json::json!({"type": "object", "properties": counts, "required": names});
    schemars::json_schema!({
        "type": "object",
        "properties": {"black": side, "white": side},
        "required": ["black", "white"],
    })
}
