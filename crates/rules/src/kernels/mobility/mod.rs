//! Move generation (mobility): the legal moves on the 8×8 board.
//!
//! From our discs, runs of opponent discs are filled one, two, then four squares at a time along
//! the four axes, in both senses; a move is the empty square behind such a run.
//!
//! # Backends
//!
//! As for [flips](crate::kernels::flip), chosen when the program is built. Nanoseconds a call on Zen 4,
//! measured by `benches/kernels.rs`: first when nothing waits for the result, then when every call
//! waits for the one before.
//!
//! | built for    | portable    | AVX2        | AVX-512     |
//! |--------------|-------------|-------------|-------------|
//! | this machine | 8.25 / 17   | 2.4 / 7.6   | 2.4 / 7.55  |
//! | `x86-64-v3`  | 4.75 / 11.9 | 3.0 / 8.65  |             |
//! | any x86-64   | 9.5 / 11.4  |             |             |
//!
//! Built for this machine, the compiler finds the three-operand instructions in the AVX2 version by
//! itself; it makes a poor job of the portable one.

pub mod portable;

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;

use crate::bitboard::Bitboard;

/// Squares where the owner of `own` would turn at least one disc.
#[inline]
#[must_use]
#[allow(unsafe_code, reason = "calls what the processor built for can do")]
pub fn moves(own: Bitboard, opponent: Bitboard) -> Bitboard {
    cfg_select! {
        all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512vl",
        ) => {
            // SAFETY: the condition above: this build is for processors with these features.
            unsafe { avx512::moves(own, opponent) }
        }
        all(target_arch = "x86_64", target_feature = "avx2") => {
            // SAFETY: the condition above: this build is for processors with this feature.
            unsafe { avx2::moves(own, opponent) }
        }
        _ => { portable::moves(own, opponent) }
    }
}
