//! A review as text: scores, result, search effort.

use engine::Kind;

use super::json::Reviewed;
use super::{Ahead, Judged, Review};
pub use crate::score_text::{lost as loss, signed as score, sum};

/// The scales of a review graph: the largest score shown for either side, in discs.
const GRAPH_SCALES: [f64; 7] = [4.0, 8.0, 16.0, 24.0, 32.0, 48.0, 64.0];

/// The result of the game, in a sentence.
#[must_use]
pub fn result(reviewed: &Reviewed) -> String {
    let game = &reviewed.record.game;
    let counts = game.counts();
    let (black, white) = (counts.black, counts.white);
    match (game.outcome(), reviewed.record.info.declared) {
        (Some(outcome), _) => match outcome.winner() {
            Some(winner) => {
                format!("{winner} won {}-{}", black.max(white), black.min(white))
            }
            None => format!("A draw, {black}-{white}"),
        },
        (None, Some(score)) => format!("Not played out; declared {score:+} for Black"),
        (None, None) => format!("Not played out: Black {black}, White {white}"),
    }
}

/// The search effort, in a sentence.
#[must_use]
pub fn effort(review: &Review) -> String {
    let effort = review.effort();
    let numbers = |exact: bool| -> Vec<usize> {
        let of_kind = review.judged().filter(|it| it.kind.is_exact() == exact);
        of_kind.map(|judged| judged.number).collect()
    };
    let depth = |judged: &Judged| match judged.kind {
        Kind::Estimate(depth) => Some(depth),
        _ => None,
    };
    let how = match effort.ahead {
        Ahead::Level(_) => {
            let depths = || review.judged().filter_map(depth);
            match (depths().min(), depths().max()) {
                (Some(least), Some(most)) if least < most => {
                    format!("{least} to {most} moves ahead")
                }
                (_, Some(moves)) => format!("{moves} moves ahead"),
                (_, None) => "to the end".to_string(),
            }
        }
        Ahead::Time(time) => format!("in {} s each", time.as_secs_f64()),
    };
    let (guessed, exact) = (numbers(false), numbers(true));
    let mut parts = Vec::new();
    if let Some(span) = span(&guessed) {
        parts.push(format!("{span} estimated, {how}"));
    }
    if let Some(span) = span(&exact) {
        parts.push(match guessed.as_slice() {
            [] => format!("{span} exact"),
            _ => format!("{span} exact, from {} empties on", effort.exact),
        });
    }
    let mut text = parts.join("; ") + ".";
    text[..1].make_ascii_uppercase();
    text
}

/// `move 5` or `moves 5-9`.
#[must_use]
pub fn span(numbers: &[usize]) -> Option<String> {
    match numbers {
        [] => None,
        [only] => Some(format!("move {only}")),
        [first, .., last] => Some(format!("moves {first}-{last}")),
    }
}

/// The smallest scale of a graph that shows every score, in discs.
#[must_use]
pub fn graph_scale(review: &Review) -> f64 {
    let standings = review.standings().iter().flatten();
    let sizes = standings.map(|standing| standing.score.discs().abs());
    let highest = sizes.fold(0.0, f64::max);
    let mut enough = GRAPH_SCALES.into_iter().filter(|scale| *scale >= highest);
    enough.next().unwrap_or(64.0)
}
