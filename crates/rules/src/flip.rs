//! Which discs a move turns over, on the 8×8 board.
//!
//! Eight rays leave the square of the move: four climb towards higher bits, four descend. On each,
//! the first square that does not hold an opponent's disc decides: if it is ours, everything
//! before it turns. The first blocker is the lowest set bit on a climbing ray and the highest on a
//! descending one, so no loop is needed. Written over arrays of four lanes, which the compiler
//! turns into vector instructions where the processor has them.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// For each square, its four rays: towards higher bits, and towards lower bits.
struct Rays {
    up: [[u64; 4]; 64],
    down: [[u64; 4]; 64],
}

static RAYS: Rays = rays();

const fn rays() -> Rays {
    const UP: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut rays = Rays {
        up: [[0; 4]; 64],
        down: [[0; 4]; 64],
    };
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (columns, rows) = UP[axis];
            rays.up[square][axis] = ray(square as i32, columns, rows);
            rays.down[square][axis] = ray(square as i32, -columns, -rows);
            axis += 1;
        }
        square += 1;
    }
    rays
}

const fn ray(square: i32, columns: i32, rows: i32) -> u64 {
    let mut bits = 0;
    let mut column = square % 8 + columns;
    let mut row = square / 8 + rows;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        bits |= 1 << (8 * row + column);
        column += columns;
        row += rows;
    }
    bits
}

/// The opponent's discs that turn when the owner of `own` plays on `square`; empty when the move
/// is illegal. `square` itself must be empty.
#[inline]
pub(crate) fn flips(own: Bitboard, opponent: Bitboard, square: Square) -> Bitboard {
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
