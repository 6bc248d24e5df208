//! Four bitboards in one vector register, for the x86-64 backends.

use std::arch::x86_64::*;

use crate::bitboard::Bitboard;

/// The same set in all four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn splat(set: u64) -> __m256i {
    _mm256_set1_epi64x(set.cast_signed())
}

/// One set per lane; compiled to a single load when they lie side by side in memory.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn lanes(sets: &[u64; 4]) -> __m256i {
    let [a, b, c, d] = sets.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}

/// What is in any of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn union(lanes: __m256i) -> Bitboard {
    let upper = _mm256_extracti128_si256::<1>(lanes);
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), upper);
    let set = _mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair));
    Bitboard(_mm_cvtsi128_si64(set).cast_unsigned())
}
