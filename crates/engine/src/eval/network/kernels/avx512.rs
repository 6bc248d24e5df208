//! AVX-512 network kernels: all sums in one register, all neurons in another.

#![allow(unsafe_code, reason = "registers are loaded from arrays and stored")]

use std::arch::x86_64::*;

use super::{DIMENSIONS, HIDDEN, Neurons, Row, Sums};
use crate::eval::pattern::{Lanes, SPACE};

/// Sums in a register.
const WIDTH: usize = 32;
const _: () = assert!(DIMENSIONS.is_multiple_of(WIDTH) && HIDDEN == 16);

/// The same as [`portable::sums`](super::portable::sums).
///
/// # Safety
///
/// The processor must have AVX-512 F and BW.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub fn sums(tables: &[Row; SPACE], lanes: &Lanes, bias: &Sums) -> Sums {
    let (bias, _) = bias.0.as_chunks::<WIDTH>();
    let mut parts: [__m512i; DIMENSIONS / WIDTH] = std::array::from_fn(|part| load(&bias[part]));
    lanes.visit(tables, |row| {
        let (numbers, _) = row.as_chunks::<WIDTH>();
        for (part, numbers) in parts.iter_mut().zip(numbers) {
            // SAFETY: the array has the 32 bytes that are read.
            let numbers = unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) };
            *part = _mm512_add_epi16(*part, _mm512_cvtepi8_epi16(numbers));
        }
    });
    let mut sums = Sums([0; DIMENSIONS]);
    let (stored, _) = sums.0.as_chunks_mut::<WIDTH>();
    for (stored, part) in stored.iter_mut().zip(parts) {
        store(stored, part);
    }
    sums
}

/// The same as [`portable::output`](super::portable::output), two products and their sum in one
/// instruction (VNNI).
///
/// # Safety
///
/// The processor must have AVX-512 F, BW and VNNI.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub fn output(sums: &Sums, neurons: &Neurons) -> i32 {
    let zero = _mm512_setzero_si512();
    let mut active = Sums([0; DIMENSIONS]);
    let (to, _) = active.0.as_chunks_mut::<WIDTH>();
    for (to, from) in to.iter_mut().zip(sums.0.as_chunks::<WIDTH>().0) {
        store(to, _mm512_max_epi16(load(from), zero));
    }
    // Four partial sums, so that no instruction waits for the one before.
    let mut parts = [load(&neurons.bias), zero, zero, zero];
    let (pairs, _) = active.0.as_chunks::<2>();
    for (place, (pair, weights)) in pairs.iter().zip(&neurons.weights).enumerate() {
        let [a, b] = pair.map(|sum| i32::from(sum.cast_unsigned()));
        let pair = _mm512_set1_epi32(a | b << 16);
        parts[place % 4] = _mm512_dpwssd_epi32(parts[place % 4], pair, load(weights));
    }
    let two = [0, 1].map(|part| _mm512_add_epi32(parts[part], parts[part + 2]));
    let active = _mm512_max_epi32(_mm512_add_epi32(two[0], two[1]), zero);
    let signs = load(&neurons.signs);
    let output = _mm512_srav_epi32(active, load(&neurons.shifts));
    let output = _mm512_sub_epi32(_mm512_xor_si512(output, signs), signs);
    _mm512_reduce_add_epi32(output)
}

/// A register from the 64 bytes of an array.
#[inline]
#[target_feature(enable = "avx512f")]
fn load<T, const N: usize>(numbers: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: the array has the 64 bytes that are read, which for which any bits are a value.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}

/// Writes a register to the 64 bytes of an array.
#[inline]
#[target_feature(enable = "avx512f")]
fn store(numbers: &mut [i16; WIDTH], register: __m512i) {
    // SAFETY: the array has the 64 bytes that are written.
    unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), register) }
}
