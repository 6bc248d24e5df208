//! Growth of a set of stable discs, from neighbour to neighbour.

/// How far a step along each kind of line moves a bit: rows, columns, falling and rising diagonals.
const STEPS: [u64; 4] = [1, 8, 9, 7];

/// The discs of `discs` that are in `along` for all four kinds of lines, and, again and again, those
/// that for each kind of line are in `along` or beside one already found. Stops when there are `enough`.
///
/// A step off one side of the board arrives at the other side, so `along` holds the squares at the
/// walls: there it makes no difference.
#[inline]
#[allow(unsafe_code, reason = "calls what the processor built for can do")]
pub(super) fn grown(discs: u64, along: [u64; 4], enough: u32) -> u64 {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "avx2") => {
            // SAFETY: the condition above: this build is for processors with this feature.
            unsafe { avx2::grown(discs, along, enough) }
        }
        _ => { portable(discs, along, enough) }
    }
}

/// Plain Rust for any processor, and the reference.
#[allow(dead_code, reason = "a build uses one back end, tests use all")]
#[inline]
fn portable(discs: u64, along: [u64; 4], enough: u32) -> u64 {
    let mut stable = discs & along.iter().fold(!0, |all, along| all & along);
    while stable != 0 && stable.count_ones() < enough {
        let safe = along.iter().zip(STEPS).fold(discs, |safe, (along, step)| {
            safe & (along | stable << step | stable >> step)
        });
        if safe | stable == stable {
            break;
        }
        stable |= safe;
    }
    stable
}

#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "a build uses one back end, tests use all")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::STEPS;

    /// The same as [`portable`](super::portable), the four kinds of lines in the lanes of a register.
    /// The set stays in all lanes, because the way to another kind of register and back takes as long
    /// as all the rest: 9 % of the time of a solve instead of 13 %.
    ///
    /// # Safety
    ///
    /// The processor must have AVX2.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn grown(discs: u64, along: [u64; 4], enough: u32) -> u64 {
        let lanes = |[a, b, c, d]: [u64; 4]| {
            let [a, b, c, d] = [a, b, c, d].map(u64::cast_signed);
            _mm256_set_epi64x(d, c, b, a)
        };
        let (along, steps) = (lanes(along), lanes(STEPS));
        let discs = _mm256_set1_epi64x(discs.cast_signed());
        let mut stable = common(along, discs);
        loop {
            let found = _mm_cvtsi128_si64(_mm256_castsi256_si128(stable)).cast_unsigned();
            let beside = _mm256_or_si256(
                _mm256_sllv_epi64(stable, steps),
                _mm256_srlv_epi64(stable, steps),
            );
            let safe = common(_mm256_or_si256(along, beside), discs);
            // All that is safe is known already.
            let is_all = _mm256_testc_si256(stable, safe) != 0;
            if found == 0 || is_all || found.count_ones() >= enough {
                return found;
            }
            stable = _mm256_or_si256(stable, safe);
        }
    }

    /// What all four lanes and the other set have in common, in all lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn common(lanes: __m256i, other: __m256i) -> __m256i {
        let halves = _mm256_and_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
        let all = _mm256_and_si256(halves, _mm256_shuffle_epi32::<0b01_00_11_10>(halves));
        _mm256_and_si256(all, other)
    }
}

#[cfg(test)]
mod tests {
    use super::{grown, portable};
    use crate::random::Random;

    #[test]
    fn every_backend_grows_the_same_sets() {
        type Grown = fn(u64, [u64; 4], u32) -> u64;
        #[allow(unused_mut, reason = "not every processor has more")]
        let mut backends: Vec<Grown> = vec![grown];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            #[allow(unsafe_code, reason = "the processor is asked before")]
            // SAFETY: the processor was just asked for the feature.
            backends.push(|a, b, c| unsafe { super::avx2::grown(a, b, c) });
        }
        let mut random = Random::new(1);
        let mut bits = || (0..64).fold(0, |bits: u64, _| bits << 1 | random.below(2) as u64);
        let mut several = 0;
        for round in 0..20_000 {
            let discs = bits() | bits();
            let along = [(); 4].map(|()| bits() | bits() | bits());
            let enough = [1, 5, 20, 65][round % 4];
            let expected = portable(discs, along, enough);
            for backend in &backends {
                assert_eq!(backend(discs, along, enough), expected, "{enough}");
            }
            let first = portable(discs, along, 1);
            assert_eq!(first & !expected, 0);
            several += i32::from(expected != first);
        }
        assert!(several > 1_000, "{several} grew");
    }
}
