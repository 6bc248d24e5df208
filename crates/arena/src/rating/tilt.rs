//! Tilt: the most likely distribution of results that fits a hypothesis.

use super::results::Results;

/// The weights that turn the observed distribution into the most likely one with a constraint:
/// 1 + θ a for a result whose offset is a. The constraint is that the mean offset is 0.
pub(super) struct Tilt<const N: usize> {
    theta: f64,
    offsets: [f64; N],
}

/// The maximum number of steps to the distribution with a lead; four are usually enough.
const STEPS: usize = 100;

impl<const N: usize> Tilt<N> {
    /// To the distribution with this mean.
    pub(super) fn to_mean(mean: f64, seen: &[f64; N]) -> Tilt<N> {
        Tilt::of(
            std::array::from_fn(|place| Results::<N>::share(place) - mean),
            seen,
        )
    }

    /// To the distribution whose mean is `lead` standard deviations above a half.
    ///
    /// The offset is the derivative of mean − ½ − lead · deviation by the probability of a result.
    /// It depends on the distribution itself, so it is taken from the one found before, beginning
    /// with the uniform one (Van den Bergh).
    pub(super) fn to_lead(lead: f64, seen: &[f64; N]) -> Tilt<N> {
        let mut likely = [1.0 / N as f64; N];
        let mut step = 0;
        loop {
            let share = Results::<N>::share;
            let mean: f64 = (0..N).map(|place| likely[place] * share(place)).sum();
            let variance: f64 = (0..N)
                .map(|place| likely[place] * (share(place) - mean).powi(2))
                .sum();
            let deviation = variance.sqrt();
            let offset = |place| {
                let distance = (share(place) - mean) / deviation;
                share(place) - 0.5 - lead * deviation * (1.0 + distance * distance) / 2.0
            };
            let tilt = Tilt::of(std::array::from_fn(offset), seen);
            let next: [f64; N] = std::array::from_fn(|place| seen[place] / tilt.weight(place));
            let moved = (0..N).map(|place| (next[place] - likely[place]).abs());
            let moved = moved.fold(0.0, f64::max);
            (likely, step) = (next, step + 1);
            if moved < 1e-9 || step >= STEPS {
                return tilt;
            }
        }
    }

    /// Finds the root θ of Σ p a / (1 + θ a), which decreases monotonically between the two θ where a
    /// weight is 0.
    fn of(offsets: [f64; N], seen: &[f64; N]) -> Tilt<N> {
        let most = offsets.iter().copied().fold(f64::MIN, f64::max);
        let least = offsets.iter().copied().fold(f64::MAX, f64::min);
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        loop {
            let theta = low + (high - low) / 2.0;
            let tilt = Tilt { theta, offsets };
            if theta <= low || theta >= high {
                return tilt;
            }
            let left =
                |(place, chance): (usize, &f64)| chance * tilt.offsets[place] / tilt.weight(place);
            let left_over: f64 = seen.iter().enumerate().map(left).sum();
            if left_over > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
        }
    }

    /// The weight of a result.
    pub(super) fn weight(&self, place: usize) -> f64 {
        1.0 + self.theta * self.offsets[place]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pentanomial;
    use super::*;

    #[test]
    fn the_distribution_of_a_hypothesis_has_its_lead() {
        let counts: [f64; 5] = [3.0, 41.0, 90.0, 77.0, 20.0];
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        for elo in [-200.0, -7.0, 0.0, 3.0, 80.0, 200.0] {
            let lead = Pentanomial::lead_of_normalized(elo);
            let tilt = Tilt::to_lead(lead, &seen);
            let likely: Vec<f64> = (0..5)
                .map(|place| seen[place] / tilt.weight(place))
                .collect();
            let sum: f64 = likely.iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{elo}: {sum}");
            let mean: f64 = (0..5).map(|place| likely[place] * place as f64 / 4.0).sum();
            let spread = |place: usize| likely[place] * (place as f64 / 4.0 - mean).powi(2);
            let deviation = (0..5).map(spread).sum::<f64>().sqrt();
            assert!(((mean - 0.5) / deviation - lead).abs() < 1e-7, "{elo}");
        }
    }
}
