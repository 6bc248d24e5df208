//! The exact solver for the last dozen empty squares: null windows only, in discs.
//!
//! A ladder by empties, each rung cheaper than the one above: `remembered` orders moves by what
//! the opponent can answer and keeps a table; `by_parity` only plays odd quarters first;
//! [`last_moves`] unrolls the rest. Above it stands the search with the shared table.

mod last_moves;
mod local_table;
mod urgency;

use rules::{Bitboard, Board, Square};

use super::field::{Field, QUARTER_OF, odd_quarters};
use super::split::Best;
use crate::stability::best_possible;
pub(crate) use last_moves::final_score;
use local_table::LocalTable;
use urgency::urgency;

/// From this many empties on, ordering moves and remembering positions pays.
const REMEMBER: u32 = 7;

/// From this many empties on, the table is asked about every move before any is searched. Measured
/// on FFO #40–51: 5 % fewer positions; from 10 on, 3 %.
const ENHANCED: u32 = 8;

/// The highest rung: above this many empties the shared table takes over.
pub(crate) const HIGHEST: u32 = 12;

/// The best of no moves.
const NONE: Best = Best {
    score: -128,
    square: None,
};

/// One thread's solver. It remembers positions between calls; they stay true.
pub(crate) struct Endgame<F> {
    table: LocalTable,
    /// Positions visited so far.
    pub(crate) nodes: u64,
    field: std::marker::PhantomData<F>,
}

impl<F: Field> Endgame<F> {
    pub(crate) fn new() -> Endgame<F> {
        Endgame {
            table: LocalTable::new(),
            nodes: 0,
            field: std::marker::PhantomData,
        }
    }

    /// Whether the result is above `alpha` discs: a lower bound above it, or an upper bound not
    /// above it.
    pub(crate) fn solve(&mut self, board: Board, alpha: i32) -> i32 {
        let empty = board.empty().0 & F::SQUARES;
        match empty.count_ones() {
            0..=3 => last_moves::few::<F>(board, alpha, &mut self.nodes),
            4 => last_moves::four::<F>(board, odd_quarters(empty), alpha, &mut self.nodes),
            empties if empties < REMEMBER => {
                self.by_parity(board, odd_quarters(empty), empties, alpha)
            }
            empties => self.remembered(board, odd_quarters(empty), empties, alpha),
        }
    }

    /// Five empties and a few more: odd quarters first, nothing remembered.
    fn by_parity(&mut self, board: Board, odd: u64, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability_cut::<F>(board, empties, alpha) {
            return bound;
        }
        let moves = board.legal_moves().0 & F::SQUARES;
        if moves == 0 {
            let passed = board.pass();
            if passed.legal_moves().0 & F::SQUARES == 0 {
                return final_score::<F>(board);
            }
            return -self.by_parity(passed, odd, empties, -alpha - 1);
        }
        let mut best = -128;
        for set in [moves & odd, moves & !odd] {
            for square in Bitboard(set) {
                let next = board.play_unchecked(square);
                let odd = odd ^ QUARTER_OF[square.index()];
                let score = if empties == 5 {
                    -last_moves::four::<F>(next, odd, -alpha - 1, &mut self.nodes)
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

    /// Moves in the order of what they leave the opponent, with a table.
    fn remembered(&mut self, board: Board, odd: u64, empties: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        // Step 1. What stable discs already settle.
        if let Some(bound) = stability_cut::<F>(board, empties, alpha) {
            return bound;
        }
        // Step 2. What is remembered.
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
        // Step 3. Moves, or a pass, or the end.
        let moves = board.legal_moves().0 & F::SQUARES;
        if moves == 0 {
            let passed = board.pass();
            if passed.legal_moves().0 & F::SQUARES == 0 {
                return final_score::<F>(board);
            }
            return -self.remembered(passed, odd, empties, -alpha - 1);
        }
        // Step 4. The move that did best before, if there is one: it mostly does again.
        let mut best = NONE;
        let mut rest = moves;
        if let Some(square) = known.filter(|square| moves >> square.index() & 1 != 0) {
            best.take_in(self.after(board, square, odd, empties, alpha));
            rest ^= 1 << square.index();
        }
        // Step 5. The others in the order of what they leave the opponent.
        if best.score <= alpha {
            let mut order = Order::new();
            for square in Bitboard(rest) {
                let next = board.play_unchecked(square);
                if empties >= ENHANCED
                    && let Some(bound) = self.table.lower_bound_before(next)
                    && bound > alpha
                {
                    return bound;
                }
                order.add(urgency::<F>(next, square, odd), square);
            }
            for square in order {
                best.take_in(self.after(board, square, odd, empties, alpha));
                if best.score > alpha {
                    break;
                }
            }
        }
        // Step 6. Remember.
        self.table.put(slot, board, alpha, best.score, best.square);
        best.score
    }

    /// What a move leads to.
    #[inline]
    fn after(&mut self, board: Board, square: Square, odd: u64, empties: u32, alpha: i32) -> Best {
        let next = board.play_unchecked(square);
        let odd = odd ^ QUARTER_OF[square.index()];
        let score = if next.own().is_empty() {
            // Everything is turned; no result is better.
            F::AREA
        } else if empties <= REMEMBER {
            -self.by_parity(next, odd, empties - 1, -alpha - 1)
        } else {
            -self.remembered(next, odd, empties - 1, -alpha - 1)
        };
        Best {
            score,
            square: Some(square),
        }
    }
}

/// What stable discs settle; they are counted only from a score on that rises with the empties.
/// Twelve discs later, FFO #49 took a quarter more positions; four later, positions with 12 empty
/// squares took 4 % more of them and 2 % more instructions; two earlier, 1 % fewer and as many.
#[inline]
fn stability_cut<F: Field>(board: Board, empties: u32, alpha: i32) -> Option<i32> {
    let worth = 2 * empties as i32 - 6;
    if alpha < worth {
        return None;
    }
    best_possible::<F>(board, alpha)
}

/// Moves to be tried, the most urgent first.
///
/// Most positions are settled by their first or second move, so the moves are not sorted: the most
/// urgent one is picked each time, which over a fixed number of keys takes no branches.
struct Order {
    /// Urgency, and below it the square; 0 where there is no move. Sixteen fill a register.
    keys: [u32; 16],
    count: usize,
}

const _: () = assert!(HIGHEST <= 16, "no more moves than keys");

impl Order {
    #[inline]
    fn new() -> Order {
        Order {
            keys: [0; 16],
            count: 0,
        }
    }

    #[inline]
    fn add(&mut self, urgency: u32, square: Square) {
        self.keys[self.count & 15] = urgency << 8 | square.index() as u32;
        self.count += 1;
    }
}

impl Iterator for Order {
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
