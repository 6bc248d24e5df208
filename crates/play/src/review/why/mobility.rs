//! Reasons about mobility: moves, safe moves and passes of both sides.

use super::case::{Case, Cause, Theme, strongest};
use super::fact::Fact;

/// Entries of the lines after which it is our turn, and theirs.
pub(super) const OUR_TURNS: [usize; 4] = [2, 4, 6, 8];
pub(super) const THEIR_TURNS: [usize; 4] = [1, 3, 5, 7];
/// Mobility explains nothing when only this many squares are empty.
const LEAST_EMPTIES: u32 = 14;
/// A pass after more entries of a line explains nothing.
const MOST_PLIES: usize = 10;

/// All reasons about mobility.
pub(super) fn find(case: &Case) -> Vec<Cause> {
    let mut causes: Vec<Cause> = [pass_forced(case), pass_missed(case)]
        .into_iter()
        .flatten()
        .collect();
    if case.empties >= LEAST_EMPTIES {
        let found = [
            our_safe_moves(case),
            our_moves(case),
            their_safe_moves(case),
            their_moves(case),
            mobility(case),
        ];
        causes.extend(found.into_iter().flatten());
    }
    causes
}

fn our_safe_moves(case: &Case) -> Option<Cause> {
    let field = case.field;
    let trend = case.trend(&OUR_TURNS, |board| field.safe_moves(board).len())?;
    let (plies, pair) = trend.lowest()?;
    // Without a move at all, no move gives a corner away either: that is another reason.
    let can_move = !field.moves(case.played.position(plies)?).is_empty();
    let is_clear = pair.played <= 4 && pair.gap() >= 3.0 && pair.played * 2 <= pair.best;
    (can_move && is_clear && trend.mean >= 2.5).then_some(Cause {
        fact: Fact::OurSafeMoves(pair),
        theme: Theme::Mobility,
        weight: 2.0 + trend.mean,
        plies: [plies; 2],
    })
}

fn our_moves(case: &Case) -> Option<Cause> {
    let field = case.field;
    let trend = case.trend(&OUR_TURNS, |board| field.moves(board).len())?;
    let (plies, pair) = trend.lowest()?;
    let is_clear = pair.gap() >= 3.0 && pair.played * 3 <= pair.best * 2;
    (is_clear && trend.mean >= 2.2).then_some(Cause {
        fact: Fact::OurMoves(pair),
        theme: Theme::Mobility,
        weight: 2.0 + 1.1 * trend.mean,
        plies: [plies; 2],
    })
}

fn their_moves(case: &Case) -> Option<Cause> {
    let field = case.field;
    let trend = case.trend(&THEIR_TURNS, |board| field.moves(board.pass()).len())?;
    let (plies, pair) = trend.highest()?;
    let is_clear = pair.gap() <= -3.0 && pair.best * 3 <= pair.played * 2;
    (is_clear && trend.mean <= -2.5).then_some(Cause {
        fact: Fact::TheirMoves(pair),
        theme: Theme::Mobility,
        weight: 2.0 - 1.1 * trend.mean,
        plies: [plies; 2],
    })
}

fn their_safe_moves(case: &Case) -> Option<Cause> {
    let field = case.field;
    let trend = case.trend(&THEIR_TURNS, |board| field.safe_moves(board.pass()).len())?;
    let (plies, pair) = trend.highest()?;
    let is_clear = pair.best <= 4 && pair.gap() <= -3.0 && pair.best * 2 <= pair.played;
    (is_clear && trend.mean <= -2.5).then_some(Cause {
        fact: Fact::TheirSafeMoves(pair),
        theme: Theme::Mobility,
        weight: 2.0 - trend.mean,
        plies: [plies; 2],
    })
}

/// What both sides could play: a smaller difference of each that adds up.
fn mobility(case: &Case) -> Option<Cause> {
    let field = case.field;
    let ours = case.trend(&OUR_TURNS, |board| field.moves(board).len())?;
    let theirs = case.trend(&OUR_TURNS, |board| field.moves(board.pass()).len())?;
    let net = ours.mean - theirs.mean;
    let (plies, ours, theirs) =
        strongest(&ours, &theirs, |ours, theirs| ours.gap() - theirs.gap())?;
    let is_clear = ours.gap() >= 1.0 && theirs.gap() <= -1.0 && ours.played < theirs.played;
    (is_clear && net >= 3.0).then_some(Cause {
        fact: Fact::Mobility { ours, theirs },
        theme: Theme::Mobility,
        weight: 1.5 + 0.7 * net,
        plies: [plies; 2],
    })
}

fn pass_forced(case: &Case) -> Option<Cause> {
    let horizon = case.horizon();
    let index = case.played.pass(true, horizon.min(MOST_PLIES))?;
    if case.best.pass(true, case.best.len()).is_some() || index < 2 {
        return None;
    }
    Some(Cause {
        fact: Fact::PassForced {
            after: case.number_at(&case.played, index),
        },
        theme: Theme::Passes,
        weight: 8.0 - 0.5 * index as f64,
        plies: [index + 1, horizon],
    })
}

fn pass_missed(case: &Case) -> Option<Cause> {
    let horizon = case.horizon();
    let index = case.best.pass(false, horizon.min(MOST_PLIES))?;
    if case.played.pass(false, case.played.len()).is_some() {
        return None;
    }
    Some(Cause {
        fact: Fact::PassMissed {
            after: case.number_at(&case.best, index),
        },
        theme: Theme::Passes,
        weight: 7.5 - 0.5 * index as f64,
        plies: [horizon, index + 1],
    })
}
