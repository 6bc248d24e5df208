//! The Elo scale, and the normal distribution.

/// The number of standard deviations of the error at 95 % confidence.
pub const NINETY_FIVE_PERCENT: f64 = 1.959_963_984_540_054;

/// The Elo difference of a player that scores this share of the points: 0 for a half, infinite for 0
/// and for 1.
///
/// ```
/// use arena::rating::elo_of_share;
/// assert_eq!(elo_of_share(0.5), 0.0);
/// assert!((elo_of_share(0.75) - 190.85).abs() < 0.01);
/// ```
#[must_use]
pub fn elo_of_share(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The expected share of the points for an Elo difference.
///
/// ```
/// use arena::rating::share_of_elo;
/// assert_eq!(share_of_elo(0.0), 0.5);
/// assert!((share_of_elo(100.0) - 0.640065).abs() < 1e-6);
/// ```
#[must_use]
pub fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The cumulative distribution function of the standard normal distribution at `x`. (The series of
/// Marsaglia, *Evaluating the Normal Distribution*, 2004.)
///
/// ```
/// use arena::rating::normal;
/// assert_eq!(normal(0.0), 0.5);
/// assert!((normal(1.96) - 0.9750021).abs() < 1e-7);
/// ```
#[must_use]
pub fn normal(x: f64) -> f64 {
    // Beyond this the result is 0 or 1 in double precision.
    if x.abs() > 8.0 || x.is_nan() {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    loop {
        odd += 2.0;
        term *= x * x / odd;
        let more = sum + term;
        if more == sum {
            break;
        }
        sum = more;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    0.5 + sum * density
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By definition, 400 Elo is a ratio of ten points to one. The other values are those of chess
    /// programs: 100 Elo is a share of 0.640065; 20 won, 10 lost and 10 drawn are 88.74 Elo, 10 won
    /// and 10 drawn 190.85, 300 won, 100 lost and 100 drawn 147.19.
    #[test]
    fn elo_is_what_others_take_it_for() {
        assert!((share_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((share_of_elo(100.0) - 0.640_065).abs() < 1e-6);
        for (won, lost, drawn, elo) in [
            (20.0, 10.0, 10.0, 88.74),
            (10.0, 0.0, 10.0, 190.85),
            (300.0, 100.0, 100.0, 147.19),
        ] {
            let share = (won + drawn / 2.0) / (won + lost + drawn);
            assert!((elo_of_share(share) - elo).abs() < 0.005, "{elo}");
            assert!((elo_of_share(1.0 - share) + elo).abs() < 0.005, "{elo}");
        }
    }

    #[test]
    fn elo_and_share_undo_each_other() {
        for elo in [-1000.0, -123.4, -0.5, 0.0, 0.5, 7.0, 350.0, 1000.0] {
            assert!(
                (elo_of_share(share_of_elo(elo)) - elo).abs() < 1e-9,
                "{elo}"
            );
        }
        assert_eq!(elo_of_share(1.0), f64::INFINITY);
        assert_eq!(elo_of_share(0.0), f64::NEG_INFINITY);
    }

    /// Values from tables of the distribution.
    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, share) in [
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (1.644_853_626_951_472_7, 0.95),
            (super::super::NINETY_FIVE_PERCENT, 0.975),
            (3.0, 0.998_650_101_968_37),
            (6.0, 0.999_999_999_013_412),
        ] {
            assert!((normal(x) - share).abs() < 1e-13, "{x}: {}", normal(x));
            assert!((normal(-x) - (1.0 - share)).abs() < 1e-13, "{x}");
        }
        assert_eq!(normal(40.0), 1.0);
        assert_eq!(normal(f64::NEG_INFINITY), 0.0);
    }
}
