//! Reasons about the end of the game: last moves, stable discs, nothing left, the result.

use rules::{Bitboard, Board};

use super::case::{Case, Cause, Theme};
use super::fact::{Fact, Pair};
use super::track::{Step, Track};

/// Parity explains nothing before this many squares are empty.
const MOST_EMPTIES: u32 = 20;
/// The largest region whose last square is told, and the largest one without the best move in it.
const LARGEST_REGION: u32 = 7;
const LARGEST_OTHER_REGION: u32 = 4;
/// Stable discs are compared after at most this many moves of each line.
const STABLE_PLIES: usize = 8;
/// At least this many squares must be empty then: on a full board every disc is stable.
const STABLE_EMPTIES: u32 = 6;
/// The least difference of our discs on an edge.
const EDGE_GAP: f64 = 4.0;
/// Its weight: too little for a second reason. It tells where discs are lost, not why.
const EDGE: f64 = 3.4;
/// The least difference of stable discs, ours minus theirs, between the lines.
const STABLE_GAP: f64 = 6.0;

/// All reasons about the end of the game.
pub(super) fn find(case: &Case) -> Vec<Cause> {
    let found = [
        wiped_out(case),
        last_of_region(case),
        last_of_game(case),
        stable(case),
        edge(case),
    ];
    found.into_iter().flatten().collect()
}

fn wiped_out(case: &Case) -> Option<Cause> {
    let end = case.played.steps.last()?.after;
    let lives = |step: &Step| !step.after.own().is_empty();
    let is_alive = case.best.steps.iter().all(lives);
    (end.own().is_empty() && is_alive).then_some(Cause {
        fact: Fact::WipedOut {
            at: case.number_at(&case.played, case.played.len() - 1),
        },
        theme: Theme::Result,
        weight: 20.0,
        plies: [case.played.len(), case.best.len()],
    })
}

/// The entry that fills the last square of a region.
fn filled(track: &Track, region: Bitboard) -> Option<usize> {
    let entries = region.into_iter().map(|square| track.taken(square));
    entries.collect::<Option<Vec<usize>>>()?.into_iter().max()
}

fn last_of_region(case: &Case) -> Option<Cause> {
    if case.empties > MOST_EMPTIES {
        return None;
    }
    let regions = case.field.regions(case.start());
    let concerned = regions.iter().filter(|region| {
        let most = match region.contains(case.best_square) {
            true => LARGEST_REGION,
            false if region.contains(case.played_square) => LARGEST_OTHER_REGION,
            false => 0,
        };
        regions.len() > 1 && (2..=most).contains(&region.len())
    });
    let causes = concerned.filter_map(|region| {
        let theirs = filled(&case.played, *region)?;
        let ours = filled(&case.best, *region)?;
        let (their_step, our_step) = (&case.played.steps[theirs], &case.best.steps[ours]);
        (!their_step.ours && our_step.ours).then_some(Cause {
            fact: Fact::LastOfRegion {
                region: region
                    .into_iter()
                    .filter_map(|square| case.point(square))
                    .collect(),
                theirs: their_step.point?,
                ours: our_step.point?,
            },
            theme: Theme::Parity,
            weight: 7.0 - 0.5 * f64::from(region.len()),
            plies: [theirs + 1, ours + 1],
        })
    });
    causes.max_by(|one, other| one.weight.total_cmp(&other.weight))
}

/// The edge where we end with the fewest discs, compared with the best line.
fn edge(case: &Case) -> Option<Cause> {
    let ends = [&case.played, &case.best].map(|track| {
        let end = track.position(track.len());
        end.filter(|_| track.is_over())
    });
    let [Some(played), Some(best)] = ends else {
        return None;
    };
    let edges = case.field.edges().map(|edge| {
        let count = |end: Board| (end.own() & edge).len();
        let pair = Pair {
            played: count(played),
            best: count(best),
        };
        (edge, pair)
    });
    let (edge, ours) = edges
        .into_iter()
        .max_by_key(|(_, pair)| i64::from(pair.best) - i64::from(pair.played))?;
    let mut corners = (edge & case.field.corners()).into_iter();
    let mut corner = || case.point(corners.next()?);
    (ours.gap() >= EDGE_GAP).then_some(Cause {
        fact: Fact::Edge {
            ends: [corner()?, corner()?],
            ours,
        },
        theme: Theme::Stability,
        weight: EDGE,
        plies: [case.played.len(), case.best.len()],
    })
}

/// The last move of a line that ends the game, if it fills the board.
fn last_move(track: &Track) -> Option<&Step> {
    let end = track.position(track.len())?;
    let is_full = track.field.empty(end).is_empty();
    let mut moves = track.steps.iter().rev().filter(|step| step.point.is_some());
    moves.next().filter(|_| is_full)
}

fn last_of_game(case: &Case) -> Option<Cause> {
    let (theirs, ours) = (last_move(&case.played)?, last_move(&case.best)?);
    (!theirs.ours && ours.ours).then_some(Cause {
        fact: Fact::LastOfGame {
            theirs: theirs.point?,
            ours: ours.point?,
        },
        theme: Theme::Parity,
        weight: 3.0,
        plies: [case.played.len(), case.best.len()],
    })
}

fn stable(case: &Case) -> Option<Cause> {
    let field = case.field;
    let plies = case.played.len().min(case.best.len()).min(STABLE_PLIES);
    let ends = [&case.played, &case.best].map(|track| track.position(plies));
    let left = ends.map(|end| end.map_or(0, |end| field.empty(end).len()));
    if left.into_iter().any(|left| left < STABLE_EMPTIES) {
        return None;
    }
    let ours = case.pair(plies, |board| field.stable(board).len())?;
    let theirs = case.pair(plies, |board| field.stable(board.pass()).len())?;
    let gain = |ours: u32, theirs: u32| f64::from(ours) - f64::from(theirs);
    let gap = gain(ours.best, theirs.best) - gain(ours.played, theirs.played);
    (gap >= STABLE_GAP).then_some(Cause {
        fact: Fact::Stable { ours, theirs },
        theme: Theme::Stability,
        weight: 1.5 + 0.35 * gap,
        plies: [plies; 2],
    })
}
