//! Flips: the discs that a move turns over on the 8×8 board.
//!
//! Eight rays leave the square of the move: four climb towards higher bits, four descend. On each,
//! the first square that does not hold an opponent's disc decides: if it is ours, everything
//! before it turns. The first blocker is the lowest set bit on a climbing ray and the highest on a
//! descending one, so no loop is needed.
//!
//! # Backends
//!
//! [`portable`] is always there. On x86-64 the others are compiled in every build, and tested where
//! the processor has their features. [`flips`] and [`count_last`] use the one for the processor that
//! the program is built for.
//!
//! Nanoseconds a call on Zen 4, measured by `benches/kernels.rs`: first when nothing waits for the
//! result, then when every call waits for the one before.
//!
//! | `flips` built for | portable    | AVX2        | AVX-512     |
//! |-------------------|-------------|-------------|-------------|
//! | this machine      | 3.45 / 6.65 | 2.3 / 6.25  | 1.75 / 6.0  |
//! | `x86-64-v3`       | 3.5 / 6.9   | 2.75 / 6.55 |             |
//! | any x86-64        | 4.5 / 7.4   |             |             |
//!
//! | `count_last` built for | portable    | BMI2        | `flips().len()` |
//! |------------------------|-------------|-------------|-----------------|
//! | this machine           | 2.55 / 4.15 | 1.95 / 3.65 | 2.0 / 7.85      |
//! | `x86-64-v3`            | 2.45 / 4.1  | 1.9 / 3.7   | 3.1 / 9.5       |
//! | any x86-64             | 2.5 / 4.1   |             | 5.65 / 11.8     |
//!
//! For `count_last` on AVX-512, the flips of a full board with `vplzcntq` took 1.45 / 7.15, and all
//! eight rays gathered by `vpshufbitqmb` 1.35 / 6.5. A search waits for the count: with the last
//! six squares of a game to search, they took 4.0 µs where `pext` took 3.75 and the portable one
//! 3.8. So `pext` it is.
//!
//! Asking the processor while running is no substitute: a function for features that the caller
//! does not have cannot be inlined. Times of `reversi perft 11` against the build for this machine:
//!
//! | flips and moves                                    | time |
//! |----------------------------------------------------|------|
//! | AVX-512, built for this machine                    | 1    |
//! | AVX2, built for `x86-64-v3`                        | 1.34 |
//! | AVX-512 asked for at each call, built for any      | 1.46 |
//! | portable, built for this machine                   | 1.5  |
//! | portable, built for any x86-64                     | 2.7  |

pub mod portable;

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod lines;

use crate::bitboard::Bitboard;
use crate::square::Square;

/// The opponent's discs that turn when the owner of `own` plays on `square`; empty when the move
/// is illegal. `square` itself must be empty.
///
/// [`Board::flips`](crate::Board::flips) is the same with a check.
#[inline]
#[must_use]
#[allow(unsafe_code, reason = "calls what the processor built for can do")]
pub fn flips(own: Bitboard, opponent: Bitboard, square: Square) -> Bitboard {
    cfg_select! {
        all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512cd",
            target_feature = "avx512vl",
        ) => {
            // SAFETY: the condition above: this build is for processors with these features.
            unsafe { avx512::flips(own, opponent, square) }
        }
        all(target_arch = "x86_64", target_feature = "avx2") => {
            // SAFETY: the condition above: this build is for processors with this feature.
            unsafe { avx2::flips(own, opponent, square) }
        }
        _ => { portable::flips(own, opponent, square) }
    }
}

/// How many discs turn when the owner of `own` plays on `square`, the last empty square of the
/// board; 0 when the move is illegal. All other discs are the opponent's.
///
/// ```
/// use reversi_rules::{Bitboard, Square, kernels::flip};
/// // Only the other corners are ours: a1 turns the row, the column and the diagonal between.
/// let own = Bitboard::CORNERS ^ Square::A1.into();
/// assert_eq!(flip::count_last(own, Square::A1), 18);
/// assert_eq!(flip::count_last(Bitboard::EMPTY, Square::A1), 0);
/// ```
#[inline]
#[must_use]
#[allow(unsafe_code, reason = "calls what the processor built for can do")]
pub fn count_last(own: Bitboard, square: Square) -> u32 {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "bmi2") => {
            // SAFETY: the condition above: this build is for processors with this feature.
            unsafe { avx2::count_last(own, square) }
        }
        _ => { portable::count_last(own, square) }
    }
}
