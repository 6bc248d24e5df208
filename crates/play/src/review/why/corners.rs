//! Reasons about corners: given away, missed, won.

use rules::{Bitboard, Square};

use super::case::{Case, Cause, Theme};
use super::fact::Fact;
use super::track::Track;

/// The weight of a corner that changes hands at once, and what each further move takes off.
const CORNER: f64 = 10.0;
const DELAY: f64 = 0.55;
/// What is added when the move was played beside the corner that it gives away.
const BESIDE: f64 = 2.0;

/// The weight of a corner that other corners make up for: it is told where nothing else is.
const PASSED_OVER: f64 = 3.0;

/// A corner that changes hands after more entries of a line explains nothing.
const MOST_PLIES: usize = 10;

/// All reasons about corners. The lines must differ in the corners that each side takes: a corner for a corner
/// explains little.
pub(super) fn find(case: &Case) -> Vec<Cause> {
    let horizon = case.horizon();
    let balance = |track: &Track| track.corner_balance(horizon);
    if balance(&case.best) <= balance(&case.played) {
        return passed_over(case).into_iter().collect();
    }
    let corners = case.field.corners() & case.field.empty(case.start());
    let each = corners.into_iter();
    each.flat_map(|corner| [given(case, corner, horizon), won(case, corner, horizon)])
        .flatten()
        .collect()
}

/// Whether a side takes a corner in a line at all.
fn takes(track: &Track, corner: Square, ours: bool) -> bool {
    let index = track.taken(corner);
    index.is_some_and(|index| track.steps[index].ours == ours)
}

/// The entry with which a side takes a corner, within this many and not too late.
fn taken(track: &Track, corner: Square, ours: bool, plies: usize) -> Option<usize> {
    let index = track.taken(corner)?;
    (index < plies.min(MOST_PLIES) && track.steps[index].ours == ours).then_some(index)
}

fn given(case: &Case, corner: Square, horizon: usize) -> Option<Cause> {
    let index = taken(&case.played, corner, false, horizon)?;
    if takes(&case.best, corner, false) {
        return None;
    }
    let beside = case.field.beside(Bitboard::from(corner));
    let is_beside = beside.contains(case.played_square);
    let theirs = case.field.moves(case.start().pass());
    let bonus = if is_beside { BESIDE } else { 0.0 };
    Some(Cause {
        fact: Fact::CornerGiven {
            corner: case.point(corner)?,
            at: case.number_at(&case.played, index),
            open: theirs.contains(corner),
            beside: is_beside,
        },
        theme: Theme::Corners,
        weight: CORNER + bonus - DELAY * index as f64,
        plies: [index + 1, horizon],
    })
}

/// The best move takes a corner that we do not take in the played line, though other corners make up for it.
fn passed_over(case: &Case) -> Option<Cause> {
    let corner = case.best_square;
    let is_missed = case.field.corners().contains(corner) && !takes(&case.played, corner, true);
    is_missed.then_some(Cause {
        fact: Fact::CornerMissed {
            corner: case.best_point,
            lost_at: None,
        },
        theme: Theme::Corners,
        weight: PASSED_OVER,
        plies: [1, 1],
    })
}

fn won(case: &Case, corner: Square, horizon: usize) -> Option<Cause> {
    let index = taken(&case.best, corner, true, horizon)?;
    if index == 0 {
        let lost = taken(&case.played, corner, false, horizon);
        return Some(Cause {
            fact: Fact::CornerMissed {
                corner: case.point(corner)?,
                lost_at: lost.map(|index| case.number_at(&case.played, index)),
            },
            theme: Theme::Corners,
            weight: CORNER,
            plies: [lost.map_or(1, |index| index + 1), 1],
        });
    }
    if takes(&case.played, corner, true) {
        return None;
    }
    Some(Cause {
        fact: Fact::CornerWon {
            corner: case.point(corner)?,
            at: case.number_at(&case.best, index),
        },
        theme: Theme::Corners,
        weight: CORNER - 1.0 - DELAY * index as f64,
        plies: [horizon, index + 1],
    })
}
