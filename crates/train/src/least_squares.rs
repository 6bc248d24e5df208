//! Least squares: the weights whose sums are nearest to the scores.
//!
//! The evaluation is a sum of weights, so the best weights solve a system of linear equations. It is far
//! too large to solve directly, but conjugate gradients need only go through the samples twice in
//! each round and come close within a few dozen rounds; no step size has to be chosen.

use crate::samples::Equations;

/// Options of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Regularisation: draws weights towards 0 with the strength of this many samples.
    pub ridge: f32,
    /// The maximum number of rounds of conjugate gradients.
    pub rounds: usize,
}

impl Fit {
    /// Fits weights to equations, starting at `weights`. `go_on` is called before each round.
    pub fn solve(self, equations: &Equations, weights: &mut [f32], go_on: impl Fn() -> bool) {
        // The residuals of the current weights.
        let mut residuals: Vec<f32> = forward(equations, weights)
            .zip(&equations.scores)
            .map(|(sum, score)| score - sum)
            .collect();
        // Weights that many samples use take smaller steps (Jacobi preconditioner).
        let mut steps = vec![self.ridge.max(1e-3); weights.len()];
        for terms in &equations.terms {
            terms.iter().for_each(|&term| steps[term as usize] += 1.0);
        }
        steps.iter_mut().for_each(|step| *step = 1.0 / *step);

        let mut direction: Vec<f32> = Vec::new();
        let mut last = 0.0;
        for _ in 0..self.rounds {
            if !go_on() {
                return;
            }
            let mut gradient = backward(equations, &residuals, weights.len());
            for (slope, weight) in gradient.iter_mut().zip(&*weights) {
                *slope -= self.ridge * weight;
            }
            let downhill: Vec<f32> = gradient.iter().zip(&steps).map(|(g, s)| g * s).collect();
            let now = dot(&gradient, &downhill);
            if now <= 1e-9 {
                return;
            }
            direction = if direction.is_empty() {
                downhill
            } else {
                let keep = (now / last) as f32;
                downhill
                    .iter()
                    .zip(&direction)
                    .map(|(new, old)| new + keep * old)
                    .collect()
            };
            last = now;
            let change: Vec<f32> = forward(equations, &direction).collect();
            let curvature =
                dot(&change, &change) + f64::from(self.ridge) * dot(&direction, &direction);
            let length = (now / curvature) as f32;
            for (weight, along) in weights.iter_mut().zip(&direction) {
                *weight += length * along;
            }
            for (residual, along) in residuals.iter_mut().zip(&change) {
                *residual -= length * along;
            }
        }
    }
}

/// For each sample, the sum of its weights.
fn forward(equations: &Equations, weights: &[f32]) -> impl Iterator<Item = f32> {
    let weight = |&term: &u32| weights[term as usize];
    equations
        .terms
        .iter()
        .map(move |terms| terms.iter().map(weight).sum())
}

/// For each weight, the sum over the samples that use it.
fn backward(equations: &Equations, residuals: &[f32], count: usize) -> Vec<f32> {
    let mut sums = vec![0.0; count];
    for (terms, residual) in equations.terms.iter().zip(residuals) {
        terms
            .iter()
            .for_each(|&term| sums[term as usize] += residual);
    }
    sums
}

fn dot(left: &[f32], right: &[f32]) -> f64 {
    left.iter().zip(right).map(|(l, r)| f64::from(l * r)).sum()
}
