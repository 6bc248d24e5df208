//! The last one to four empty squares, each with its own function.
//!
//! Here nearly all positions of an exact search lie. Squares are tried one by one, odd quarters
//! first, and the last move is never made: the discs it turns are only counted. All functions
//! search the null window `(alpha, alpha + 1)` and return a bound on the side it failed to.

use rules::{Bitboard, Board, Square};

use super::super::field::{Field, NEIGHBOURS, QUARTER_OF};

/// Less than any score.
const NONE: i32 = -128;

/// The result when nobody can move any more: empty squares go to the winner.
#[inline]
pub(crate) fn final_score<F: Field>(board: Board) -> i32 {
    let own = board.own().len() as i32;
    let opponent = board.opponent().len() as i32;
    let empties = F::AREA - own - opponent;
    let difference = own - opponent;
    difference + empties * difference.signum()
}

/// One empty square. `own` are the discs of the side to move; all others are the opponent's.
#[inline(always)]
fn one<F: Field>(board: Board, square: Square, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let own = board.own().len() as i32;
    // As if the opponent took the square and turned nothing.
    let lost = 2 * own - F::AREA;
    let turned = board.count_last(square) as i32;
    if turned != 0 {
        return lost + 2 + 2 * turned;
    }
    // A pass. The best that can come of it is that nobody can move and we are ahead.
    if lost + 2 <= alpha {
        return lost + 2;
    }
    let turned = board.pass().count_last(square) as i32;
    if turned != 0 {
        lost - 2 * turned
    } else if lost >= 0 {
        lost + 2
    } else {
        lost
    }
}

/// The score of playing on `square`, or `NONE` when that is illegal.
macro_rules! try_square {
    ($board:expr, $square:expr, $rest:expr) => {{
        let (board, square): (Board, Square) = ($board, $square);
        let mut score = NONE;
        if board.opponent().0 & NEIGHBOURS[square.index()] != 0 {
            let flips = board.flips_unchecked(square);
            if !flips.is_empty() {
                score = -$rest(board.after(square, flips));
            }
        }
        score
    }};
}

/// Two empty squares.
#[inline]
fn two<F: Field>(board: Board, squares: [Square; 2], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let [a, b] = squares;
    let best = try_square!(board, a, |next| one::<F>(next, b, -alpha - 1, nodes));
    if best > alpha {
        return best;
    }
    let best = best.max(try_square!(board, b, |next| one::<F>(
        next,
        a,
        -alpha - 1,
        nodes
    )));
    if best != NONE {
        return best;
    }
    // We pass: the same from the other side.
    let passed = board.pass();
    let best = try_square!(passed, a, |next| one::<F>(next, b, alpha, nodes));
    if best > -alpha - 1 {
        return -best;
    }
    let best = best.max(try_square!(passed, b, |next| one::<F>(
        next, a, alpha, nodes
    )));
    if best != NONE {
        return -best;
    }
    final_score::<F>(board)
}

/// Three empty squares, the most urgent first.
#[inline]
fn three<F: Field>(board: Board, squares: [Square; 3], alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let [a, b, c] = squares;
    let orders = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
    let mut best = NONE;
    for (square, rest) in orders {
        let score = try_square!(board, square, |next| two::<F>(
            next,
            rest,
            -alpha - 1,
            nodes
        ));
        best = best.max(score);
        if best > alpha {
            return best;
        }
    }
    if best != NONE {
        return best;
    }
    let passed = board.pass();
    for (square, rest) in orders {
        let score = try_square!(passed, square, |next| two::<F>(next, rest, alpha, nodes));
        best = best.max(score);
        if best > -alpha - 1 {
            return -best;
        }
    }
    if best != NONE {
        return -best;
    }
    final_score::<F>(board)
}

/// Four empty squares, the most urgent first.
#[inline]
fn four_in_order<F: Field>(
    board: Board,
    squares: [Square; 4],
    alpha: i32,
    nodes: &mut u64,
) -> Option<i32> {
    let [a, b, c, d] = squares;
    let orders = [
        (a, [b, c, d]),
        (b, [a, c, d]),
        (c, [a, b, d]),
        (d, [a, b, c]),
    ];
    let mut best = NONE;
    for (square, rest) in orders {
        let score = try_square!(board, square, |next| three::<F>(
            next,
            rest,
            -alpha - 1,
            nodes
        ));
        best = best.max(score);
        if best > alpha {
            return Some(best);
        }
    }
    (best != NONE).then_some(best)
}

/// Four empty squares; `odd` are the squares of quarters with an odd number of empties.
pub(super) fn four<F: Field>(board: Board, odd: u64, alpha: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let empty = board.empty().0 & F::SQUARES;
    let squares = by_urgency(empty, odd);
    four_in_order::<F>(board, squares, alpha, nodes)
        .or_else(|| four_in_order::<F>(board.pass(), squares, -alpha - 1, nodes).map(|best| -best))
        .unwrap_or_else(|| final_score::<F>(board))
}

/// Four squares, those alone in their quarter before three that share one, and odd quarters before
/// even ones.
#[inline]
fn by_urgency(empty: u64, odd: u64) -> [Square; 4] {
    let mut first = empty & odd;
    if first == empty {
        let quarter = QUARTER_OF[first.trailing_zeros() as usize & 63];
        let together = empty & quarter;
        first = if together.count_ones() == 3 {
            empty & !quarter
        } else {
            together
        };
    }
    let mut left = [first, empty & !first];
    std::array::from_fn(|_| {
        let set = usize::from(left[0] == 0);
        let square = Square::of_lowest_bit(left[set]);
        left[set] &= left[set].wrapping_sub(1);
        square
    })
}

/// Fewer than four empty squares: positions asked for directly, not met in a search.
pub(super) fn few<F: Field>(board: Board, alpha: i32, nodes: &mut u64) -> i32 {
    let mut squares = Bitboard(board.empty().0 & F::SQUARES).into_iter();
    let mut next = || squares.next().expect("as many squares as were counted");
    match board.empty().0 & F::SQUARES {
        0 => {
            *nodes += 1;
            final_score::<F>(board)
        }
        empty if empty.count_ones() == 1 => one::<F>(board, next(), alpha, nodes),
        empty if empty.count_ones() == 2 => two::<F>(board, [next(), next()], alpha, nodes),
        _ => three::<F>(board, [next(), next(), next()], alpha, nodes),
    }
}
