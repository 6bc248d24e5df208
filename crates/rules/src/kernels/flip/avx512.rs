//! AVX-512 flips, on registers of four lanes.
//!
//! There is no `count_last` here: three vector versions of it were measured, and `pext` won; see
//! the [parent module](super).

use std::arch::x86_64::*;

use super::lines::RAYS;
use crate::bitboard::Bitboard;
use crate::kernels::lanes::{lanes, splat, union};
use crate::square::Square;

/// The same as [`portable::flips`](super::portable::flips), with leading zeros counted in four
/// lanes at once.
///
/// # Safety
///
/// The processor must have AVX-512 F, CD and VL.
#[inline]
#[must_use]
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
pub fn flips(own: Bitboard, opponent: Bitboard, square: Square) -> Bitboard {
    /// Of three operands, the bits of the third that are in neither of the others.
    const ONLY_THIRD: i32 = 0b0000_0010;
    let (own, opponent) = (splat(own.0), splat(opponent.0));
    let up = lanes(&RAYS.up[square.index()]);
    let down = lanes(&RAYS.down[square.index()]);
    let zero = _mm256_setzero_si256();

    let blockers = _mm256_andnot_si256(opponent, up);
    let lowest = _mm256_and_si256(blockers, _mm256_sub_epi64(zero, blockers));
    let bracket = _mm256_and_si256(lowest, own);
    let no_bracket = _mm256_cmpeq_epi64(bracket, zero);
    let below = _mm256_add_epi64(bracket, splat(!0));
    let climbing = _mm256_and_si256(_mm256_andnot_si256(no_bracket, below), up);

    let blockers = _mm256_andnot_si256(opponent, down);
    let highest = _mm256_srlv_epi64(splat(1 << 63), _mm256_lzcnt_epi64(blockers));
    let bracket = _mm256_and_si256(highest, own);
    // Without a bracket, `below` holds every bit, and nothing is left.
    let below = _mm256_add_epi64(bracket, splat(!0));
    let descending = _mm256_ternarylogic_epi64::<ONLY_THIRD>(bracket, below, down);

    union(_mm256_or_si256(climbing, descending))
}
