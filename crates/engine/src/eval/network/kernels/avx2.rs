//! AVX2 network kernels: two registers for the sums, two for the neurons.

#![allow(unsafe_code, reason = "registers are loaded from arrays and stored")]

use std::arch::x86_64::*;

use super::{DIMENSIONS, HIDDEN, Neurons, Row, Sums};
use crate::eval::pattern::{Lanes, SPACE};

/// Sums in a register.
const WIDTH: usize = 16;
/// Neurons in a register.
const HALF: usize = 8;
const _: () = assert!(DIMENSIONS.is_multiple_of(WIDTH) && HIDDEN == 2 * HALF);

/// The same as [`portable::sums`](super::portable::sums).
///
/// # Safety
///
/// The processor must have AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub fn sums(tables: &[Row; SPACE], lanes: &Lanes, bias: &Sums) -> Sums {
    let (bias, _) = bias.0.as_chunks::<WIDTH>();
    let mut parts: [__m256i; DIMENSIONS / WIDTH] = std::array::from_fn(|part| load(&bias[part]));
    lanes.visit(tables, |row| {
        let (numbers, _) = row.as_chunks::<WIDTH>();
        for (part, numbers) in parts.iter_mut().zip(numbers) {
            // SAFETY: the array has the 16 bytes that are read.
            let numbers = unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) };
            *part = _mm256_add_epi16(*part, _mm256_cvtepi8_epi16(numbers));
        }
    });
    let mut sums = Sums([0; DIMENSIONS]);
    let (stored, _) = sums.0.as_chunks_mut::<WIDTH>();
    for (stored, part) in stored.iter_mut().zip(parts) {
        // SAFETY: the array has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(stored.as_mut_ptr().cast(), part) }
    }
    sums
}

/// The same as [`portable::output`](super::portable::output).
///
/// # Safety
///
/// The processor must have AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub fn output(sums: &Sums, neurons: &Neurons) -> i32 {
    let zero = _mm256_setzero_si256();
    let mut active = Sums([0; DIMENSIONS]);
    let (to, _) = active.0.as_chunks_mut::<WIDTH>();
    for (to, from) in to.iter_mut().zip(sums.0.as_chunks::<WIDTH>().0) {
        let positive = _mm256_max_epi16(load(from), zero);
        // SAFETY: the array has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), positive) }
    }
    let halves = |numbers: &[i32; HIDDEN]| {
        let (halves, _) = numbers.as_chunks::<HALF>();
        [load(&halves[0]), load(&halves[1])]
    };
    // Two of each, so that no addition waits for the one before.
    let mut even = halves(&neurons.bias);
    let mut odd = [zero; 2];
    let (pairs, _) = active.0.as_chunks::<2>();
    for (place, (pair, weights)) in pairs.iter().zip(&neurons.weights).enumerate() {
        let [a, b] = pair.map(|sum| i32::from(sum.cast_unsigned()));
        let pair = _mm256_set1_epi32(a | b << 16);
        let (halves, _) = weights.as_chunks::<HALF>();
        let parts = if place % 2 == 0 { &mut even } else { &mut odd };
        for (part, weights) in parts.iter_mut().zip(halves) {
            let products = _mm256_madd_epi16(pair, load(weights));
            *part = _mm256_add_epi32(*part, products);
        }
    }
    let (shifts, signs) = (halves(&neurons.shifts), halves(&neurons.signs));
    let outputs: [__m256i; 2] = std::array::from_fn(|half| {
        let active = _mm256_max_epi32(_mm256_add_epi32(even[half], odd[half]), zero);
        let output = _mm256_srav_epi32(active, shifts[half]);
        _mm256_sub_epi32(_mm256_xor_si256(output, signs[half]), signs[half])
    });
    let outputs = _mm256_add_epi32(outputs[0], outputs[1]);
    let upper = _mm256_extracti128_si256::<1>(outputs);
    let four = _mm_add_epi32(_mm256_castsi256_si128(outputs), upper);
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b01>(two));
    _mm_cvtsi128_si32(one)
}

/// A register from the 32 bytes of an array.
#[inline]
#[target_feature(enable = "avx2")]
fn load<T, const N: usize>(numbers: &[T; N]) -> __m256i {
    const { assert!(size_of::<[T; N]>() == 32) };
    // SAFETY: the array has the 32 bytes that are read, which for which any bits are a value.
    unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
}
