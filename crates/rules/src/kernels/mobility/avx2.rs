//! AVX2 move generation: the four axes in the lanes of one register.

use std::arch::x86_64::*;

use super::portable::{INNER, STEPS};
use crate::bitboard::Bitboard;
use crate::kernels::lanes::{lanes, splat, union};

/// The same as [`portable::moves`](super::portable::moves).
///
/// A pair of discs is the same pair from both ends, so the pairs of one sense are those of the
/// other moved by a step.
///
/// # Safety
///
/// The processor must have AVX2.
#[inline]
#[must_use]
#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
fn or_both(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    _mm256_or_si256(a, _mm256_and_si256(b, c))
}
