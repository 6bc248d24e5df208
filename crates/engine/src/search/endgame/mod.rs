//! Endgame solver: exact null window search of the last dozen empty squares, in discs.
//!
//! Three searches by the number of empty squares, each with less overhead per node than the one
//! before: `with_table` uses fastest-first move ordering and a local transposition table;
//! `by_parity` only searches odd quadrants first; [`last_moves`] has a function for each of the last
//! four squares.

mod last_moves;
mod local_table;
mod ordering;

use reversi_rules::{Bitboard, Board, Square};

use super::node::Best;
use crate::geometry::{Geometry, QUADRANT_OF, odd_quadrants};
use crate::stability::best_possible;
pub(crate) use last_moves::final_score;
use local_table::LocalTable;
use ordering::ordering_score;

/// The least number of empty squares for move ordering and the local transposition table.
const TABLE_MIN_EMPTIES: u32 = 7;

/// The least number of empty squares for the enhanced transposition cutoff (ETC). Measured on FFO
/// #40–51: 5 % fewer nodes; from 10 on, 3 %.
const ETC_MIN_EMPTIES: u32 = 8;

/// The largest number of empty squares for this solver.
pub(crate) const MAX_EMPTIES: u32 = 12;

/// The best of no moves.
const NONE: Best = Best {
    score: -128,
    square: None,
};

/// The endgame solver of one thread. Its table stays valid between calls.
pub(crate) struct Endgame<G> {
    table: LocalTable,
    /// Nodes visited so far.
    pub(crate) nodes: u64,
    geometry: std::marker::PhantomData<G>,
}

impl<G: Geometry> Endgame<G> {
    pub(crate) fn new() -> Endgame<G> {
        Endgame {
            table: LocalTable::new(),
            nodes: 0,
            geometry: std::marker::PhantomData,
        }
    }

    /// Null window search: a lower bound if the score is above `alpha` discs, else an upper bound.
    pub(crate) fn solve(&mut self, board: Board, alpha: i32) -> i32 {
        let empty = board.empty().0 & G::SQUARES;
        match empty.count_ones() {
            0..=3 => last_moves::few::<G>(board, alpha, &mut self.nodes),
            4 => last_moves::four::<G>(board, odd_quadrants(empty), alpha, &mut self.nodes),
            empties if empties < TABLE_MIN_EMPTIES => {
                self.by_parity(board, odd_quadrants(empty), empties, alpha)
            }
            empties => self.with_table(board, odd_quadrants(empty), empties, alpha),
        }
    }

    /// Five and six empty squares: odd quadrants first, no table.
    fn by_parity(&mut self, board: Board, odd: u64, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability_cut::<G>(board, empties, alpha) {
            return bound;
        }
        let moves = board.legal_moves().0 & G::SQUARES;
        if moves == 0 {
            let passed = board.pass();
            if passed.legal_moves().0 & G::SQUARES == 0 {
                return final_score::<G>(board);
            }
            return -self.by_parity(passed, odd, empties, -alpha - 1);
        }
        let mut best = -128;
        for set in [moves & odd, moves & !odd] {
            for square in Bitboard(set) {
                let next = board.play_unchecked(square);
                let odd = odd ^ QUADRANT_OF[square.index()];
                let score = if empties == 5 {
                    -last_moves::four::<G>(next, odd, -alpha - 1, &mut self.nodes)
                } else {
                    -self.by_parity(next, odd, empties - 1, -alpha - 1)
                };
                if score > best {
                    best = score;
                    if score > alpha {
                        return score;
                    }
                }
            }
        }
        best
    }

    /// Seven empty squares and more: move ordering and local transposition table.
    fn with_table(&mut self, board: Board, odd: u64, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        // Step 1. Stability cutoff.
        if let Some(bound) = stability_cut::<G>(board, empties, alpha) {
            return bound;
        }
        // Step 2. Transposition table lookup.
        let slot = LocalTable::slot(board);
        let mut known = None;
        if let Some(entry) = self.table.get(slot, board) {
            let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            known = entry.best;
        }
        // Step 3. Move generation; pass or end of the game.
        let moves = board.legal_moves().0 & G::SQUARES;
        if moves == 0 {
            let passed = board.pass();
            if passed.legal_moves().0 & G::SQUARES == 0 {
                return final_score::<G>(board);
            }
            return -self.with_table(passed, odd, empties, -alpha - 1);
        }
        // Step 4. The move of the table first.
        let mut best = NONE;
        let mut rest = moves;
        if let Some(square) = known.filter(|square| moves >> square.index() & 1 != 0) {
            best.improve(self.after(board, square, odd, empties, alpha));
            rest ^= 1 << square.index();
        }
        // Step 5. Enhanced transposition cutoff (ETC), then the other moves in search order.
        if best.score <= alpha {
            let mut picker = MovePicker::new();
            for square in Bitboard(rest) {
                let next = board.play_unchecked(square);
                if empties >= ETC_MIN_EMPTIES
                    && let Some(bound) = self.table.lower_bound_before(next)
                    && bound > alpha
                {
                    return bound;
                }
                picker.add(ordering_score::<G>(next, square, odd), square);
            }
            for square in picker {
                best.improve(self.after(board, square, odd, empties, alpha));
                if best.score > alpha {
                    break;
                }
            }
        }
        // Step 6. Transposition table store.
        self.table.put(slot, board, alpha, best.score, best.square);
        best.score
    }

    /// The score of a move.
    #[inline]
    fn after(&mut self, board: Board, square: Square, odd: u64, empties: u32, alpha: i32) -> Best {
        let next = board.play_unchecked(square);
        let odd = odd ^ QUADRANT_OF[square.index()];
        let score = if next.own().is_empty() {
            // A wipe-out: no result is better.
            G::AREA
        } else if empties <= TABLE_MIN_EMPTIES {
            -self.by_parity(next, odd, empties - 1, -alpha - 1)
        } else {
            -self.with_table(next, odd, empties - 1, -alpha - 1)
        };
        Best {
            score,
            square: Some(square),
        }
    }
}

/// Stability cutoff: the upper bound by the opponent's stable discs, if it is at most `alpha`. It is
/// computed only for `alpha` above a threshold that rises with the empty squares. With a threshold 12
/// discs higher FFO #49 took a quarter more nodes; 4 higher, positions with 12 empty squares took
/// 4 % more nodes and 2 % more instructions; 2 lower, 1 % fewer nodes and as many instructions.
#[inline]
fn stability_cut<G: Geometry>(board: Board, empties: u32, alpha: i32) -> Option<i32> {
    let threshold = 2 * empties as i32 - 6;
    if alpha < threshold {
        return None;
    }
    best_possible::<G>(board, alpha)
}

/// Move picker: moves by descending ordering score.
///
/// Most nodes are cut off by their first or second move, so the moves are not sorted: the highest
/// score is selected each time, which over a fixed number of keys takes no branches.
struct MovePicker {
    /// The ordering score, and in the low byte the square; 0 for no move. Sixteen keys fill a register.
    keys: [u32; 16],
    count: usize,
}

const _: () = assert!(MAX_EMPTIES <= 16, "no more moves than keys");

impl MovePicker {
    #[inline]
    fn new() -> MovePicker {
        MovePicker {
            keys: [0; 16],
            count: 0,
        }
    }

    #[inline]
    fn add(&mut self, ordering_score: u32, square: Square) {
        self.keys[self.count & 15] = ordering_score << 8 | square.index() as u32;
        self.count += 1;
    }
}

impl Iterator for MovePicker {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let most = self.keys.iter().fold(0, |most, key| most.max(*key));
        if most == 0 {
            return None;
        }
        for key in &mut self.keys {
            *key = if *key == most { 0 } else { *key };
        }
        Square::new((most & 0xff) as usize)
    }
}
