//! Portable flips: plain Rust for any processor, and the reference for the other back ends.
//!
//! Written over arrays of four lanes, which the compiler turns into vector instructions where the
//! processor has them.

use super::lines::{RAYS, TURNED};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// The opponent's discs that turn when the owner of `own` plays on `square`; empty when the move
/// is illegal. `square` itself must be empty.
#[inline]
#[must_use]
pub fn flips(own: Bitboard, opponent: Bitboard, square: Square) -> Bitboard {
    let up = &RAYS.up[square.index()];
    let down = &RAYS.down[square.index()];
    let mut flipped = [0u64; 4];
    for axis in 0..4 {
        let blockers = up[axis] & !opponent.0;
        let bracket = blockers & blockers.wrapping_neg() & own.0;
        // With a bracket, every bit below it; without one, nothing.
        let below = bracket.wrapping_sub(u64::from(bracket != 0));
        flipped[axis] = below & up[axis];
    }
    for axis in 0..4 {
        let blockers = down[axis] & !opponent.0;
        let highest = (1u64 << 63)
            .checked_shr(blockers.leading_zeros())
            .unwrap_or(0);
        let bracket = highest & own.0;
        // With a bracket, every bit above it; without one, nothing.
        flipped[axis] |= (bracket << 1).wrapping_neg() & down[axis];
    }
    Bitboard(flipped[0] | flipped[1] | flipped[2] | flipped[3])
}

/// How many discs turn when the owner of `own` plays on `square`, the last empty square of the
/// board; 0 when the move is illegal. All other discs are the opponent's.
///
/// A multiplication collects a line of the board in the top byte. Both diagonals arrive in the
/// order of the columns, so they share a row of the table with the square's own row.
#[inline]
#[must_use]
pub fn count_last(own: Bitboard, square: Square) -> u32 {
    const COLUMN_A: u64 = 0x0101_0101_0101_0101;
    const DIAGONAL: u64 = 0x0102_0408_1020_4080;
    let (column, row) = (square.index() % 8, square.index() / 8);
    let [falling, rising] = DIAGONALS[square.index()];
    let across = &TURNED[column];
    let collect = |line: u64, by: u64| (line.wrapping_mul(by) >> 56) as usize;
    let turned = [
        across[(own.0 >> (8 * row)) as usize & 255],
        across[collect(own.0 & falling, COLUMN_A)],
        across[collect(own.0 & rising, COLUMN_A)],
        TURNED[row][collect(own.0 >> column & COLUMN_A, DIAGONAL)],
    ];
    turned.into_iter().map(u32::from).sum()
}

/// The rest of both diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut diagonals = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (up, down) = (&RAYS.up[square], &RAYS.down[square]);
        diagonals[square] = [up[2] | down[2], up[3] | down[3]];
        square += 1;
    }
    diagonals
}
