//! Portable network kernels: plain Rust for any processor, and the reference for the other back ends.

use super::{Neurons, Row, Sums};
use crate::eval::pattern::{Lanes, SPACE};

/// See [`sums`](super::sums).
#[inline]
pub fn sums(tables: &[Row; SPACE], lanes: &Lanes, bias: &Sums) -> Sums {
    let mut sums = *bias;
    lanes.visit(tables, |row| {
        for (sum, &number) in sums.0.iter_mut().zip(row) {
            *sum = sum.wrapping_add(number.cast_signed().into());
        }
    });
    sums
}

/// See [`output`](super::output).
#[inline]
pub fn output(sums: &Sums, neurons: &Neurons) -> i32 {
    let mut active = neurons.bias;
    let (pairs, _) = sums.0.as_chunks::<2>();
    for (pair, weights) in pairs.iter().zip(&neurons.weights) {
        let [a, b] = pair.map(|sum| i32::from(sum.max(0)));
        for (active, weights) in active.iter_mut().zip(weights) {
            let [v, w] = weights.map(i32::from);
            *active = active.wrapping_add((a * v).wrapping_add(b * w));
        }
    }
    let scales = neurons.shifts.iter().zip(&neurons.signs);
    let outputs = active.iter().zip(scales).map(|(active, (shift, sign))| {
        let output = active.max(&0) >> shift;
        (output ^ sign).wrapping_sub(*sign)
    });
    outputs.fold(0, i32::wrapping_add)
}
