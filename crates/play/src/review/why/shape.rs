//! Reasons about discs and squares: walls, loud and quiet moves, squares that both sides want.

use rules::{Bitboard, Square};

use super::case::{Case, Cause, Theme, strongest};
use super::fact::{Fact, Pair};
use super::mobility::{OUR_TURNS, THEIR_TURNS};

/// The shape of the discs explains nothing when only this many squares are empty.
const LEAST_EMPTIES: u32 = 18;
/// The fewest discs of a wall. They are at least three for each four of the opponent that touch empty squares.
const LEAST_WALL: u32 = 8;
/// A quiet move turns at most this many discs.
const QUIET_FLIPS: u32 = 2;

/// All reasons about discs and squares.
pub(super) fn find(case: &Case) -> Vec<Cause> {
    let mut causes: Vec<Cause> = shared(case).into_iter().collect();
    if case.empties >= LEAST_EMPTIES {
        let found = [
            frontier(case),
            exposed(case),
            quiet(case).or_else(|| loud(case)),
        ];
        causes.extend(found.into_iter().flatten());
    }
    causes
}

fn frontier(case: &Case) -> Option<Cause> {
    let field = case.field;
    let ours = case.trend(&OUR_TURNS, |board| field.frontier(board).len())?;
    let theirs = case.trend(&OUR_TURNS, |board| field.frontier(board.pass()).len())?;
    let net = theirs.mean - ours.mean;
    let (plies, ours, theirs) =
        strongest(&ours, &theirs, |ours, theirs| theirs.gap() - ours.gap())?;
    let is_wall = ours.played >= LEAST_WALL && 4 * ours.played >= 3 * theirs.played;
    let is_clear = is_wall && ours.gap() <= -2.0 && theirs.gap() >= 0.0;
    (is_clear && net >= 3.0).then_some(Cause {
        fact: Fact::Frontier { ours, theirs },
        theme: Theme::Shape,
        weight: 2.0 + 0.7 * net,
        plies: [plies; 2],
    })
}

fn exposed(case: &Case) -> Option<Cause> {
    let field = case.field;
    let beside = |board: rules::Board| field.beside(board.own()) & field.empty(board);
    let trend = case.trend(&THEIR_TURNS, |board| beside(board).len())?;
    let (plies, pair) = trend.highest()?;
    (pair.gap() <= -3.0 && trend.mean <= -2.2).then_some(Cause {
        fact: Fact::Exposed(pair),
        theme: Theme::Shape,
        weight: 2.0 - 0.8 * trend.mean,
        plies: [plies; 2],
    })
}

/// The discs beside an empty square that a move turns.
fn loud_flips(case: &Case, square: Square) -> Bitboard {
    let start = case.start();
    let flips = start.flips(square);
    let empty = case.field.empty(start.after(square, flips));
    case.field.beside(empty) & flips
}

fn loud(case: &Case) -> Option<Cause> {
    let count = |square| loud_flips(case, square).len();
    let pair = Pair {
        played: count(case.played_square),
        best: count(case.best_square),
    };
    (pair.gap() <= -2.0).then_some(Cause {
        fact: Fact::Loud(pair),
        theme: Theme::Shape,
        weight: 3.0 - 0.6 * pair.gap(),
        plies: [1; 2],
    })
}

fn is_quiet(case: &Case, square: Square) -> bool {
    let flips = case.start().flips(square);
    flips.len() <= QUIET_FLIPS && loud_flips(case, square).is_empty()
}

fn quiet(case: &Case) -> Option<Cause> {
    let loud = loud_flips(case, case.played_square).len();
    if !is_quiet(case, case.best_square) || loud < 2 {
        return None;
    }
    let moves = case.field.moves(case.start()).into_iter();
    let only = moves.filter(|square| is_quiet(case, *square)).count() == 1;
    Some(Cause {
        fact: Fact::Quiet { loud, only },
        theme: Theme::Shape,
        weight: if only { 5.5 } else { 4.5 },
        plies: [1; 2],
    })
}

/// They play on the square of the best move at once.
fn shared(case: &Case) -> Option<Cause> {
    let reply = case.played.steps.get(1)?;
    (reply.square == Some(case.best_square)).then_some(Cause {
        fact: Fact::Shared,
        theme: Theme::Squares,
        weight: 3.0,
        plies: [2, 1],
    })
}
