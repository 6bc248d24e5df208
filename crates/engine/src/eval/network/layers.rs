//! Network layers: from the sums of a position to its evaluation, in integers.
//!
//! The weights of a file are real numbers. A neuron's output is never negative, so the absolute value
//! of its output weight is multiplied into its input weights, and only the sign stays. The input
//! weights are then rounded to 16 bits: each neuron has its own power of two as scale, the largest with
//! which nothing can overflow, whatever the position. Before the outputs are added, they are brought to
//! the common scale of the phase. The evaluations of the network of this package differ from those in
//! real numbers by less than two units, a 64th of a disc; half a unit of that is rounding.

use super::file::MOST_OUT;
use super::kernels::{Neurons, Sums, output};
use super::{DIMENSIONS, HIDDEN, NetworkWeights};
use crate::eval::evaluator::LIMIT;
use crate::eval::weights_file::EMPTIES;

/// A network without its rows.
pub(super) struct Layers {
    /// For each number of empty squares.
    by_empties: [Ends; EMPTIES],
    /// The neurons of each phase.
    phases: Vec<Neurons>,
}

/// What depends on the number of empty squares.
#[derive(Clone)]
pub(super) struct Ends {
    /// The initial values of the sums.
    pub bias: Sums,
    /// The constant term of the evaluation in the scale of the phase, with half a unit for rounding.
    out: i32,
    /// The scale of the phase: the power of two by which its outputs are larger than units.
    scale: u32,
    /// The phase, which selects the neurons.
    phase: usize,
}

impl Layers {
    pub fn new(weights: &NetworkWeights) -> Layers {
        let width = usize::from(weights.width());
        let [.., out] = weights.layers();
        let (bias, _) = weights.bias().as_chunks::<DIMENSIONS>();
        let phases: Vec<(Neurons, u32)> = weights
            .largest_sums()
            .into_iter()
            .zip(neurons(weights))
            .map(|(most, neurons)| {
                let scale = common_scale(&neurons, &most);
                (rounded(&neurons, &most, scale), scale)
            })
            .collect();
        let by_empties = std::array::from_fn(|empties| {
            let phase = empties / width;
            let scale = phases[phase].1;
            let units = f64::from(out[empties]) + 0.5;
            Ends {
                bias: Sums(bias[empties]),
                out: (units * power(scale)) as i32,
                scale,
                phase,
            }
        });
        let phases = phases.into_iter().map(|(neurons, _)| neurons).collect();
        Layers { by_empties, phases }
    }

    /// The constants for a number of empty squares; boards without the four first discs are treated as
    /// with them.
    #[inline]
    pub fn ends(&self, empties: u32) -> &Ends {
        &self.by_empties[(empties as usize).min(EMPTIES - 1)]
    }

    /// The evaluation of a position with these sums.
    #[inline]
    pub fn judge(&self, sums: &Sums, ends: &Ends) -> i32 {
        let sum = output(sums, &self.phases[ends.phase]);
        (ends.out.wrapping_add(sum) >> ends.scale).clamp(-LIMIT, LIMIT)
    }
}

/// A neuron in real numbers, with its output weight multiplied in.
struct Neuron {
    weights: [f64; DIMENSIONS],
    bias: f64,
    negative: bool,
}

impl Neuron {
    /// A bound of its output, and of every sum on the way to it, with sums up to `most`.
    fn bound(&self, most: &[f64; DIMENSIONS]) -> f64 {
        let products = self.weights.iter().zip(most);
        products.fold(self.bias.abs(), |sum, (weight, most)| {
            sum + weight.abs() * most
        })
    }

    /// The power of two that its weights are multiplied with.
    fn scale(&self, most: &[f64; DIMENSIONS]) -> u32 {
        let largest = self.weights.iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        // Rounding adds at most half to each weight.
        let rounding: f64 = most.iter().sum();
        let fits = |scale: &u32| {
            largest * power(*scale) < f64::from(i16::MAX)
                && self.bound(most) * power(*scale) + rounding < f64::from(i32::MAX)
        };
        (0..=MOST_SCALE).rev().find(fits).unwrap_or(0)
    }
}

/// The largest scale: weights below it do not matter.
const MOST_SCALE: u32 = 24;

fn power(scale: u32) -> f64 {
    f64::from(1u32 << scale)
}

/// The neurons of each phase.
fn neurons(weights: &NetworkWeights) -> impl Iterator<Item = [Neuron; HIDDEN]> {
    let [w1, b1, w2, _] = weights.layers();
    let (w1, _) = w1.as_chunks::<HIDDEN>();
    let (w1, _) = w1.as_chunks::<DIMENSIONS>();
    let ends = b1.as_chunks::<HIDDEN>().0.iter();
    let ends = ends.zip(w2.as_chunks::<HIDDEN>().0);
    w1.iter().zip(ends).map(|(w1, (b1, w2))| {
        std::array::from_fn(|h| {
            let out = f64::from(w2[h]).abs();
            Neuron {
                weights: std::array::from_fn(|j| f64::from(w1[j][h]) * out),
                bias: f64::from(b1[h]) * out,
                negative: w2[h] < 0.0,
            }
        })
    })
}

/// The common scale of a phase: the largest of which the sum of all outputs fits, and none of the
/// neurons has a smaller one.
fn common_scale(neurons: &[Neuron; HIDDEN], most: &[f64; DIMENSIONS]) -> u32 {
    let bound: f64 = neurons.iter().map(|neuron| neuron.bound(most)).sum();
    let bound = bound + f64::from(MOST_OUT) + HIDDEN as f64;
    let fits = |scale: &u32| bound * power(*scale) < f64::from(i32::MAX);
    let scale = (0..=MOST_SCALE).rev().find(fits).unwrap_or(0);
    let scales = neurons.iter().map(|neuron| neuron.scale(most));
    scales.fold(scale, u32::min)
}

/// The neurons in integers.
fn rounded(neurons: &[Neuron; HIDDEN], most: &[f64; DIMENSIONS], common: u32) -> Neurons {
    let scales: [u32; HIDDEN] = std::array::from_fn(|h| neurons[h].scale(most));
    let weight = |h: usize, j: usize| {
        let weight: f64 = neurons[h].weights[j] * power(scales[h]);
        weight.round() as i16
    };
    Neurons {
        weights: std::array::from_fn(|pair| {
            std::array::from_fn(|h| [weight(h, 2 * pair), weight(h, 2 * pair + 1)])
        }),
        bias: std::array::from_fn(|h| (neurons[h].bias * power(scales[h])).round() as i32),
        shifts: std::array::from_fn(|h| (scales[h] - common) as i32),
        signs: std::array::from_fn(|h| -i32::from(neurons[h].negative)),
    }
}
