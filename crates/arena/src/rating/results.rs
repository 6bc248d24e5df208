//! Trinomial and pentanomial results of two players, and the Elo estimate with its error and LOS.

use super::elo::{NINETY_FIVE_PERCENT, elo_of_share, normal};

/// Games lost, drawn and won.
pub type Trinomial = Results<3>;

/// Pairs of games by their points: none, a half, one (a win and a loss, or two draws),
/// one and a half, two.
pub type Pentanomial = Results<5>;

/// The number of each result, the worst one first.
///
/// ```
/// use arena::rating::{Pentanomial, Trinomial};
/// // 136 games won, 96 lost, 111 drawn.
/// let estimate = Trinomial::new([96, 111, 136]).estimate().unwrap();
/// assert_eq!(format!("{:+.1} ± {:.1}", estimate.elo, estimate.error), "+40.7 ± 30.4");
///
/// // Two pairs: a game won and one drawn, a game won and one lost.
/// let mut pairs = Pentanomial::default();
/// pairs.add(1.5 / 2.0);
/// pairs.add(0.5);
/// assert_eq!(pairs.counts(), [0, 0, 1, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results<const N: usize>([u64; N]);

impl<const N: usize> Default for Results<N> {
    fn default() -> Results<N> {
        Results([0; N])
    }
}

/// The estimated strength of the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Its share of the points.
    pub share: f64,
    /// Its Elo difference.
    pub elo: f64,
    /// The error of this at 95 % confidence.
    pub error: f64,
    /// The ends of the 95 % interval of its Elo difference; they may be infinite.
    pub interval: [f64; 2],
    /// The likelihood of superiority (LOS).
    pub los: f64,
    /// Its normalized Elo difference, which determines the length of an SPRT: the lead in standard
    /// deviations of a game, times 800 / ln 10.
    pub normalized: f64,
    /// The error of this at 95 % confidence.
    pub normalized_error: f64,
}

impl<const N: usize> Results<N> {
    /// Results with these counts, the worst one first.
    #[must_use]
    pub const fn new(counts: [u64; N]) -> Results<N> {
        Results(counts)
    }

    /// The number of each result.
    #[must_use]
    pub const fn counts(&self) -> [u64; N] {
        self.0
    }

    /// The number of all results.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a result, given as its share of the points from 0 to 1.
    pub fn add(&mut self, share: f64) {
        let place = (share.clamp(0.0, 1.0) * Self::BEST).round() as usize;
        self.0[place] += 1;
    }

    /// The index of the best result.
    const BEST: f64 = (N - 1) as f64;

    /// The number of games of a result. A pair is the mean of two games, so a single game has a larger
    /// deviation.
    const GAMES: f64 = Self::BEST / 2.0;

    /// The lead in standard deviations of a result for a normalized Elo.
    pub(super) fn lead_of_normalized(elo: f64) -> f64 {
        elo / normalized_per_deviation() * Self::GAMES.sqrt()
    }

    /// The estimated strength; `None` when there are no results.
    ///
    /// The share of points is taken as normally distributed, with the variance of these results. The
    /// error in Elo is half the width of the 95 % interval. Where one end of the interval is infinite,
    /// the error is the distance to the other end.
    ///
    /// Equal results have no variance and, if all are won, no finite Elo. In this case half a result is
    /// added in each direction, so that two wins do not count as certainty.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let total = self.total();
        if total == 0 {
            return None;
        }
        let mut counts = self.0.map(|count| count as f64);
        let mut total = total as f64;
        let share = Self::mean(&counts, total);
        let alike = self.0.iter().any(|count| *count as f64 == total);
        if alike {
            counts[0] += 0.5;
            counts[N - 1] += 0.5;
            total += 1.0;
        }
        let mean = Self::mean(&counts, total);
        let spread = |(place, count): (usize, &f64)| count * (Self::share(place) - mean).powi(2);
        let variance = counts.iter().enumerate().map(spread).sum::<f64>() / total;
        let error = (variance / total).sqrt();
        let games = Self::GAMES;
        let per_deviation = normalized_per_deviation();
        Some(Estimate {
            share,
            elo: elo_of_share(mean),
            error: elo_error(mean, NINETY_FIVE_PERCENT * error),
            interval: [-1.0, 1.0].map(|sign| {
                let end = mean + sign * NINETY_FIVE_PERCENT * error;
                elo_of_share(end.clamp(0.0, 1.0))
            }),
            los: normal((mean - 0.5) / error),
            normalized: per_deviation * (mean - 0.5) / (variance * games).sqrt(),
            normalized_error: per_deviation * NINETY_FIVE_PERCENT / (total * games).sqrt(),
        })
    }

    fn mean(counts: &[f64; N], total: f64) -> f64 {
        let points = |(place, count): (usize, &f64)| count * Self::share(place);
        counts.iter().enumerate().map(points).sum::<f64>() / total
    }

    /// The share of the points of a result.
    pub(super) fn share(place: usize) -> f64 {
        place as f64 / Self::BEST
    }
}

/// The normalized Elo of a lead of one standard deviation of a game.
fn normalized_per_deviation() -> f64 {
    800.0 / 10_f64.ln()
}

/// The error in Elo of a share of the points with its error.
fn elo_error(share: f64, error: f64) -> f64 {
    let (low, high) = (share - error, share + error);
    match (low > 0.0, high < 1.0) {
        (true, true) => (elo_of_share(high) - elo_of_share(low)) / 2.0,
        (true, false) => elo_of_share(share) - elo_of_share(low),
        (false, true) => elo_of_share(high) - elo_of_share(share),
        (false, false) => f64::INFINITY,
    }
}

/// The mean of a sample, and its error at 95 % confidence.
///
/// ```
/// use arena::rating::Spread;
/// let spread: Spread = [10.0, -2.0, 4.0, 4.0].into_iter().collect();
/// assert_eq!(spread.mean(), 4.0);
/// assert!((spread.error() - 1.96 * 18_f64.sqrt() / 2.0).abs() < 0.001);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1.0;
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean; 0 when there are no numbers.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The error of the mean at 95 % confidence.
    #[must_use]
    pub fn error(&self) -> f64 {
        let count = self.count.max(1.0);
        let variance = (self.squares / count - self.mean().powi(2)).max(0.0);
        NINETY_FIVE_PERCENT * (variance / count).sqrt()
    }
}

impl FromIterator<f64> for Spread {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Spread {
        let mut spread = Spread::default();
        numbers.into_iter().for_each(|number| spread.add(number));
        spread
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_near(actual: f64, expected: f64, tolerance: f64) {
        assert!(
            (actual - expected).abs() <= tolerance,
            "{actual}, not {expected}"
        );
    }

    /// Elo and normalized Elo with errors, as the tests of fastchess 1.0 (app/tests/elo_test.cpp)
    /// expect them, printed with two digits and meant within 1 %.
    #[test]
    fn wins_draws_and_losses_say_what_fastchess_says() {
        let estimate = |won, lost, drawn| Trinomial::new([lost, drawn, won]).estimate().unwrap();
        let first = estimate(76, 89, 123);
        assert_near(first.normalized, -20.76, 0.01);
        assert_near(first.normalized_error, 40.13, 0.01);
        assert_near(first.los, 0.1553, 0.0001);
        let second = estimate(136, 96, 111);
        assert_near(second.elo, 40.70, 0.01);
        assert_near(second.error, 30.43, 0.01);
        assert_near(second.normalized, 49.77, 0.01);
        assert_near(second.normalized_error, 36.77, 0.01);
        assert_near(second.los, 0.9960, 0.0001);
        let third = estimate(34, 356, 0);
        assert_near(third.normalized, -508.44, 0.01);
        assert_near(third.normalized_error, 34.48, 0.01);
    }

    /// The same for pairs, from the same place.
    #[test]
    fn pairs_say_what_fastchess_says() {
        let estimate = |counts| Pentanomial::new(counts).estimate().unwrap();
        let first = estimate([34, 54, 31 + 32, 64, 75]);
        assert_near(first.elo, 55.58, 0.01);
        assert_near(first.error, 27.65, 0.01);
        assert_near(first.normalized, 57.94, 0.01);
        assert_near(first.normalized_error, 28.28, 0.01);
        assert_near(first.los, 1.0, 0.0001);
        let second = estimate([332, 433, 457 + 41, 333, 334]);
        assert_near(second.elo, -8.64, 0.01);
        assert_near(second.error, 10.33, 0.01);
        assert_near(second.normalized, -9.17, 0.01);
        assert_near(second.normalized_error, 10.96, 0.01);
        assert_near(second.los, 0.0505, 0.0001);
        let third = estimate([7895, 8757, 5485 + 200, 568, 9999]);
        assert_near(third.elo, -21.04, 0.01);
        assert_near(third.error, 2.95, 0.01);
        assert_near(third.normalized, -19.01, 0.01);
        assert_near(third.normalized_error, 2.65, 0.01);
    }

    /// Matches as cutechess and OpenBench reported them. Cutechess: OopsMate against Sayuri, 99 - 97 -
    /// 104, "Elo difference: 2.3 +/- 31.8, LOS: 55.7 %", and against Stockfish at 2100, 45 - 37 - 18,
    /// "27.9 +/- 62.4, LOS: 81.2 %" (its normal distribution is an approximation, and its errors are
    /// 0.2 % less than they should be). OpenBench: PlentyChess, pull request 334, "0.69 +- 1.25" and
    /// "4.20 +- 3.43".
    #[test]
    fn matches_say_what_was_reported() {
        let sayuri = Trinomial::new([97, 104, 99]).estimate().unwrap();
        assert_near(sayuri.elo, 2.3, 0.05);
        assert_near(sayuri.error, 31.8, 0.1);
        assert_near(sayuri.los, 0.557, 0.0005);
        let stockfish = Trinomial::new([37, 18, 45]).estimate().unwrap();
        assert_near(stockfish.elo, 27.9, 0.05);
        assert_near(stockfish.error, 62.4, 0.15);
        assert_near(stockfish.los, 0.812, 0.0005);
        let short = Pentanomial::new([214, 8992, 19871, 9102, 235])
            .estimate()
            .unwrap();
        assert_near(short.elo, 0.69, 0.005);
        assert_near(short.error, 1.25, 0.005);
        let long = Pentanomial::new([5, 942, 2469, 1050, 5])
            .estimate()
            .unwrap();
        assert_near(long.elo, 4.20, 0.005);
        assert_near(long.error, 3.43, 0.005);
    }

    /// 5975 won, 6077 lost, 26894 drawn: the likelihood is 0.1764 (Laskos on talkchess.com,
    /// *Calculating the LOS from results*, 22 January 2014, by the formula with wins and losses only,
    /// which is the same where neither side is far ahead).
    #[test]
    fn likelihood_of_superiority_is_that_of_the_formula() {
        let estimate = Trinomial::new([6077, 26894, 5975]).estimate().unwrap();
        assert_near(estimate.los, 0.1764, 0.0001);
        let formula = |won: f64, lost: f64| normal((won - lost) / (won + lost).sqrt());
        assert_near(formula(5975.0, 6077.0), 0.1764, 0.0001);
    }

    #[test]
    fn a_clean_score_is_no_certainty() {
        let two = Trinomial::new([0, 0, 2]).estimate().unwrap();
        assert_eq!(two.share, 1.0);
        assert!(
            two.elo.is_finite() && two.elo > 200.0 && two.elo < 400.0,
            "{two:?}"
        );
        assert!(two.error > two.elo, "{two:?}");
        let many = Pentanomial::new([0, 0, 0, 0, 500]).estimate().unwrap();
        assert!(many.elo > 1000.0 && many.elo.is_finite(), "{many:?}");
        assert!(many.elo - many.error > 700.0, "{many:?}");
        let lost = Pentanomial::new([500, 0, 0, 0, 0]).estimate().unwrap();
        assert_near(lost.elo, -many.elo, 1e-9);
        assert_near(lost.error, many.error, 1e-9);
        let even = Pentanomial::new([0, 0, 10, 0, 0]).estimate().unwrap();
        assert_eq!((even.elo, even.los), (0.0, 0.5));
        assert!(even.error > 20.0, "{even:?}");
        assert_eq!(Pentanomial::default().estimate(), None);
    }

    /// fastchess printed "Elo: 631.91 +/- nan, nElo: 1056.68 +/- 77.10" for these 39 pairs. The end
    /// of the interval that is beyond 100 % is what it had no number for.
    #[test]
    fn an_interval_beyond_everything_has_one_end() {
        let estimate = Pentanomial::new([0, 0, 2, 0, 37]).estimate().unwrap();
        assert_near(estimate.elo, 631.91, 0.01);
        assert_near(estimate.normalized, 1056.68, 0.01);
        assert_near(estimate.normalized_error, 77.10, 0.01);
        assert!(estimate.error > 100.0 && estimate.error.is_finite());
    }
}
