//! AVX-512 move generation: as with AVX2, with three operands in one instruction.
//!
//! All eight directions in one register of eight lanes, rotated instead of shifted, took 3.2 ns
//! where this takes 2.4: on Zen 4 a wide shift costs as much as two, and its result must be folded
//! once more.

use std::arch::x86_64::*;

use super::portable::{INNER, STEPS};
use crate::bitboard::Bitboard;
use crate::kernels::lanes::{lanes, splat, union};

/// The same as [`portable::moves`](super::portable::moves).
///
/// # Safety
///
/// The processor must have AVX-512 F and VL.
#[inline]
#[must_use]
#[target_feature(enable = "avx512f,avx512vl")]
pub fn moves(own: Bitboard, opponent: Bitboard) -> Bitboard {
    let empty = !(own | opponent);
    let (own, opponent) = (splat(own.0), splat(opponent.0));
    let through = _mm256_and_si256(opponent, lanes(&INNER));
    let one = lanes(&STEPS);
    let two = lanes(&STEPS.map(|step| 2 * step));

    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    let run = _mm256_and_si256(through, _mm256_sllv_epi64(own, one));
    let run = or_both(run, through, _mm256_sllv_epi64(run, one));
    let run = or_both(run, pairs_up, _mm256_sllv_epi64(run, two));
    let run = or_both(run, pairs_up, _mm256_sllv_epi64(run, two));
    let behind_up = _mm256_sllv_epi64(run, one);

    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    let run = _mm256_and_si256(through, _mm256_srlv_epi64(own, one));
    let run = or_both(run, through, _mm256_srlv_epi64(run, one));
    let run = or_both(run, pairs_down, _mm256_srlv_epi64(run, two));
    let run = or_both(run, pairs_down, _mm256_srlv_epi64(run, two));
    let behind_down = _mm256_srlv_epi64(run, one);

    union(_mm256_or_si256(behind_up, behind_down)) & empty
}

/// `a`, and what `b` and `c` have in common.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn or_both(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    const OR_BOTH: i32 = 0b1111_1000;
    _mm256_ternarylogic_epi64::<OR_BOTH>(a, b, c)
}
