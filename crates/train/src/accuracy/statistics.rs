//! Statistics of samples: means, rank correlation, quantiles, a straight line.

/// The mean; not a number without values.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation of the values.
#[must_use]
pub fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().map(|value| (value - mean).powi(2));
    (squares.sum::<f64>() / (values.len() as f64 - 1.0)).sqrt()
}

/// The standard error of the mean.
#[must_use]
pub fn error(values: &[f64]) -> f64 {
    deviation(values) / (values.len() as f64).sqrt()
}

/// The value that a share of the values does not exceed.
#[must_use]
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = share * (sorted.len() as f64 - 1.0);
    sorted
        .get(place.round() as usize)
        .copied()
        .unwrap_or(f64::NAN)
}

/// Spearman's rank correlation of pairs.
#[must_use]
pub fn rank_correlation(pairs: &[(f64, f64)]) -> f64 {
    let (one, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (one, other) = (ranks(&one), ranks(&other));
    let (one_mean, other_mean) = (mean(&one), mean(&other));
    let product = |(one, other): (&f64, &f64)| (one - one_mean) * (other - other_mean);
    let both: f64 = one.iter().zip(&other).map(product).sum();
    let spread =
        |ranks: &[f64], mean: f64| -> f64 { ranks.iter().map(|rank| (rank - mean).powi(2)).sum() };
    both / (spread(&one, one_mean) * spread(&other, other_mean)).sqrt()
}

/// The rank of each value; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    for group in order.chunk_by(|&one, &other| values[one] == values[other]) {
        let first = order.iter().position(|at| *at == group[0]).unwrap_or(0);
        let shared = first as f64 + (group.len() as f64 - 1.0) / 2.0;
        for &at in group {
            ranks[at] = shared;
        }
    }
    ranks
}

/// The straight line of y over x with the least squares: y where x is 0, and the slope.
#[must_use]
pub fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (x_mean, y_mean) = (mean(&x), mean(&y));
    let both: f64 = points
        .iter()
        .map(|(x, y)| (x - x_mean) * (y - y_mean))
        .sum();
    let spread: f64 = x.iter().map(|x| (x - x_mean).powi(2)).sum();
    let slope = both / spread;
    (y_mean - slope * x_mean, slope)
}
