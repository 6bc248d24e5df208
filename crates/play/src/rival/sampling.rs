//! Random choice by weights.

use engine::Random;

/// Shares that are proportional to e to the power of the weights.
pub(super) fn softmax<T: Copy>(weights: &[(T, f64)]) -> Vec<(T, f64)> {
    let most = weights
        .iter()
        .map(|&(_, weight)| weight)
        .fold(f64::MIN, f64::max);
    let sum: f64 = weights
        .iter()
        .map(|&(_, weight)| (weight - most).exp())
        .sum();
    let share = |&(item, weight): &(T, f64)| (item, (weight - most).exp() / sum);
    weights.iter().map(share).collect()
}

/// One of the items, each as probable as its share; `None` when there are none.
pub(super) fn pick<T: Copy>(shares: &[(T, f64)], random: &mut Random) -> Option<T> {
    const STEPS: usize = 1 << 30;
    let mut left = random.below(STEPS) as f64 / STEPS as f64;
    let chosen = shares.iter().find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    chosen.or(shares.first()).map(|(item, _)| *item)
}
