//! Why a move was a mistake: reasons that replaying two lines proves.
//!
//! The line after the played move is compared with the line after the best one. A reason is a [`Fact`] with
//! squares and counts of these lines; nothing is stated that they do not show. [`why`] finds all facts of a
//! mistake and keeps the two that separate the lines most.

mod case;
mod corners;
mod counts;
mod endings;
mod fact;
mod finders;
mod mobility;
#[cfg(test)]
mod rates;
mod shape;
mod track;
mod words;

pub use fact::{Fact, Pair};
pub use finders::Finders;

use engine::{Kind, Score};
use rules::{Color, Diagram, Point};

use super::{Judged, Label};
use case::{Case, Cause, Theme};

/// An explanation has at most this many reasons.
const MOST_REASONS: usize = 2;
/// A second reason must have at least this weight, and this share of the weight of the first one.
const SECOND: f64 = 3.5;
const SECOND_SHARE: f64 = 0.45;

/// One reason why a move was a mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// What it states.
    pub fact: Fact,
    /// The number of the mistake in its game.
    pub number: usize,
    /// The side that made it.
    pub color: Color,
    /// The move.
    pub point: Point,
    /// The best move.
    pub best: Point,
    /// The first moves of the line after the played move, as far as they prove the fact; `None` is a pass.
    pub played_line: Vec<Option<Point>>,
    /// The same of the line after the best move.
    pub best_line: Vec<Option<Point>>,
    /// What the mistake lost.
    pub lost: Score,
    /// The kind of that score.
    pub kind: Kind,
    /// Whether another reason against the same move comes before it.
    pub also: bool,
}

/// The reasons why a move was a mistake, the strongest first: one or two; none for a move that is not an
/// inaccuracy or worse, and for one whose line is not known. `before` is the position before the move.
#[must_use]
pub fn why(before: &Diagram, judged: &Judged) -> Vec<Reason> {
    if judged.label() < Label::Inaccuracy || judged.forced {
        return Vec::new();
    }
    reasons(before, judged)
}

/// The reasons why a move is worse than the best one, whatever it loses.
fn reasons(before: &Diagram, judged: &Judged) -> Vec<Reason> {
    let Some(case) = Case::new(before, judged) else {
        return Vec::new();
    };
    let mut causes = causes(&case);
    causes.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let mut chosen: Vec<Cause> = Vec::new();
    for cause in causes {
        let fits = chosen.iter().all(|first| {
            first.theme != cause.theme
                && first.theme != Theme::Result
                && cause.weight >= SECOND.max(SECOND_SHARE * first.weight)
        });
        if fits && chosen.len() < MOST_REASONS {
            chosen.push(cause);
        }
    }
    if chosen.is_empty() {
        chosen.push(plain(&case));
    }
    let is_against_move = !chosen[0].fact.praises_best();
    let reason = |(index, cause): (usize, Cause)| Reason {
        played_line: judged.played[..cause.plies[0].min(judged.played.len())].to_vec(),
        best_line: judged.line[..cause.plies[1].min(judged.line.len())].to_vec(),
        fact: cause.fact,
        number: judged.number,
        color: judged.color,
        point: judged.point,
        best: case.best_point,
        lost: judged.lost(),
        kind: judged.kind,
        also: index > 0 && is_against_move,
    };
    chosen.into_iter().enumerate().map(reason).collect()
}

/// Everything that the lines show.
fn causes(case: &Case) -> Vec<Cause> {
    let finders = [corners::find, mobility::find, shape::find, endings::find];
    finders.into_iter().flat_map(|find| find(case)).collect()
}

/// What is said when no reason is found: the results, if both lines end the game, or the better line.
fn plain(case: &Case) -> Cause {
    let result = |track: &track::Track| {
        let end = track.position(track.len()).filter(|_| track.is_over())?;
        Some((end.own().len(), end.opponent().len()))
    };
    let fact = match (result(&case.played), result(&case.best)) {
        (Some(played), Some(best)) => Fact::Results { played, best },
        _ => Fact::BetterLine,
    };
    Cause {
        fact,
        theme: Theme::Result,
        weight: 0.0,
        plies: [case.played.len(), case.best.len()],
    }
}
