//! Network layers: from the sums of a position to its evaluation.

use std::hint::black_box;

use super::rows::Sums;
use super::{DIMENSIONS, HIDDEN, NetworkWeights};
use crate::eval::evaluator::LIMIT;
use crate::eval::weights_file::EMPTIES;

/// The number of dimensions of a loop that the compiler still unrolls.
const BLOCK: usize = 32;
const _: () = assert!(DIMENSIONS == BLOCK || DIMENSIONS == 2 * BLOCK);

/// A network without its rows.
pub(super) struct Layers {
    /// For each number of empty squares.
    by_empties: [Ends; EMPTIES],
    /// The neurons of each phase.
    phases: Vec<Phase>,
}

/// What depends on the number of empty squares.
pub(super) struct Ends {
    /// The initial values of the sums.
    pub bias: Sums,
    /// The constant term of the evaluation.
    out: f32,
    /// The phase, which selects the neurons.
    phase: usize,
}

/// The neurons of a phase.
#[repr(align(64))]
struct Phase {
    w1: [[f32; HIDDEN]; DIMENSIONS],
    b1: [f32; HIDDEN],
    w2: [f32; HIDDEN],
}

/// The inputs of the neurons: the sums after the ReLU.
#[repr(align(64))]
struct Seen([f32; DIMENSIONS]);

impl Layers {
    pub fn new(weights: &NetworkWeights) -> Layers {
        let [w1, b1, w2, out] = weights.layers();
        let (bias, _) = weights.bias().as_chunks();
        let by_empties = std::array::from_fn(|empties| Ends {
            bias: Sums(bias[empties]),
            out: out[empties],
            phase: empties / usize::from(weights.width()),
        });
        let (w1, _) = w1.as_chunks::<HIDDEN>();
        let (w1, _) = w1.as_chunks::<DIMENSIONS>();
        let neurons = b1.as_chunks().0.iter().zip(w2.as_chunks().0);
        let phase = |(&w1, (&b1, &w2))| Phase { w1, b1, w2 };
        Layers {
            by_empties,
            phases: w1.iter().zip(neurons).map(phase).collect(),
        }
    }

    /// The constants for a number of empty squares; boards without the four first discs are treated as
    /// with them.
    #[inline]
    pub fn ends(&self, empties: u32) -> &Ends {
        &self.by_empties[(empties as usize).min(EMPTIES - 1)]
    }

    /// The evaluation of a position with these sums.
    ///
    /// The order of all additions is fixed and none is fused with a multiplication, so the result is the
    /// same on every machine. A neuron has four partial sums, so that no addition waits for the one
    /// before: 49 ns instead of 55 for a whole evaluation.
    #[inline]
    pub fn judge(&self, sums: &Sums, ends: &Ends) -> i32 {
        let phase = &self.phases[ends.phase];
        let mut seen = Seen([0.0; DIMENSIONS]);
        for (seen, &sum) in seen.0.iter_mut().zip(&sums.0) {
            *seen = f32::from(sum.max(0));
        }
        // Makes the loop read its inputs from memory, which is faster than splitting a vector.
        let seen = black_box(seen);
        let mut terms = [0.0; HIDDEN];
        for (h, term) in terms.iter_mut().enumerate() {
            let mut parts = [phase.b1[h], 0.0, 0.0, 0.0];
            let mut add = |first: usize| {
                for j in (first..first + BLOCK).step_by(4) {
                    for (part, j) in parts.iter_mut().zip(j..) {
                        *part += seen.0[j] * phase.w1[j][h];
                    }
                }
            };
            add(0);
            if DIMENSIONS > BLOCK {
                add(BLOCK);
            }
            *term = folded(parts).max(0.0) * phase.w2[h];
        }
        let limit = LIMIT as f32;
        let units = ends.out + folded(terms);
        units.round().clamp(-limit, limit) as i32
    }
}

/// The sum of an array: the second half is added to the first until one value is left.
#[inline(always)]
fn folded<const N: usize>(mut numbers: [f32; N]) -> f32 {
    let mut half = N / 2;
    while half > 0 {
        for place in 0..half {
            numbers[place] += numbers[place + half];
        }
        half /= 2;
    }
    numbers[0]
}
