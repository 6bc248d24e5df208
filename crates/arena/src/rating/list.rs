//! Rating list of many players (Bradley–Terry model, maximum likelihood).

use super::elo::{NINETY_FIVE_PERCENT, share_of_elo};

/// The score of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairScore {
    /// The index of the first player.
    pub first: usize,
    /// The index of the second player.
    pub second: usize,
    /// The points of the first player: 1 for a win, ½ for a draw.
    pub points: f64,
    /// The number of their games.
    pub games: f64,
}

/// The rating of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// Elo; the mean of all players is 0.
    pub elo: f64,
    /// The error at 95 % confidence, against the mean of all players.
    pub error: f64,
    /// The number of games it is based on.
    pub games: f64,
}

/// The number of drawn games against an average player that each player is given. Without them, a
/// player that won or lost all games would have no finite rating.
const PRIOR: f64 = 1.0;

/// The maximum number of Newton steps; a dozen are enough.
const STEPS: usize = 200;

/// The ratings with the maximum likelihood of all results, in the order of the players (Bradley–Terry
/// model, where a draw is half a win and half a loss). Each player is also given one drawn game
/// against an average player, so that a perfect score stays finite and players that never met can be
/// compared.
///
/// ```
/// use arena::rating::{PairScore, list};
/// let games = [
///     PairScore { first: 0, second: 1, points: 7.5, games: 10.0 },
///     PairScore { first: 1, second: 2, points: 7.5, games: 10.0 },
/// ];
/// let ratings = list(3, &games);
/// assert!(ratings[0].elo > 100.0 && ratings[2].elo < -100.0);
/// assert!(ratings[1].elo.abs() < 1e-6 && ratings[1].error < ratings[0].error);
/// ```
///
/// # Panics
/// When an index is not below `players`.
#[must_use]
pub fn list(players: usize, meetings: &[PairScore]) -> Vec<Rating> {
    fit(players, meetings, PRIOR)
}

/// One Elo point as a natural logarithm.
fn nat() -> f64 {
    10_f64.ln() / 400.0
}

fn fit(players: usize, meetings: &[PairScore], prior: f64) -> Vec<Rating> {
    let model = Model { meetings, prior };
    let mut elos = vec![0.0; players];
    for _ in 0..STEPS {
        let (slope, curvature) = model.slope_and_curvature(&elos);
        let Some(root) = Root::of(curvature) else {
            break;
        };
        let step = root.solve(slope);
        // The likelihood has one maximum, but a full step from far away may overshoot it.
        let longest = step.iter().fold(0.0, |most: f64, one| most.max(one.abs()));
        let scale = (400.0 / longest.max(400.0)).min(1.0);
        for (elo, one) in elos.iter_mut().zip(&step) {
            *elo += scale * one;
        }
        if longest < 1e-9 {
            break;
        }
    }
    let mean = elos.iter().sum::<f64>() / players.max(1) as f64;
    let errors = model.errors(&elos);
    let rated = |(player, elo): (usize, &f64)| Rating {
        elo: elo - mean,
        error: errors[player],
        games: model.games(player),
    };
    elos.iter().enumerate().map(rated).collect()
}

/// The likelihood of ratings.
struct Model<'a> {
    meetings: &'a [PairScore],
    prior: f64,
}

impl Model<'_> {
    fn games(&self, player: usize) -> f64 {
        let plays = |meeting: &&PairScore| meeting.first == player || meeting.second == player;
        self.meetings
            .iter()
            .filter(plays)
            .map(|one| one.games)
            .sum()
    }

    /// The gradient of the log-likelihood, and its negative Hessian matrix.
    fn slope_and_curvature(&self, elos: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut slope = vec![0.0; elos.len()];
        let mut curvature = vec![vec![0.0; elos.len()]; elos.len()];
        for (player, elo) in elos.iter().enumerate() {
            let share = share_of_elo(*elo);
            slope[player] += nat() * self.prior * (0.5 - share);
            curvature[player][player] += nat() * nat() * self.prior * share * (1.0 - share);
        }
        for meeting in self.meetings {
            let (first, second) = (meeting.first, meeting.second);
            let share = share_of_elo(elos[first] - elos[second]);
            let more = nat() * (meeting.points - meeting.games * share);
            slope[first] += more;
            slope[second] -= more;
            let bend = nat() * nat() * meeting.games * share * (1.0 - share);
            curvature[first][first] += bend;
            curvature[second][second] += bend;
            curvature[first][second] -= bend;
            curvature[second][first] -= bend;
        }
        (slope, curvature)
    }

    /// The errors of the ratings against their mean.
    fn errors(&self, elos: &[f64]) -> Vec<f64> {
        let count = elos.len();
        let (_, curvature) = self.slope_and_curvature(elos);
        let Some(root) = Root::of(curvature) else {
            return vec![f64::INFINITY; count];
        };
        let error = |player: usize| {
            // The variance of the player's rating minus the mean of all.
            let mut off = vec![-1.0 / count as f64; count];
            off[player] += 1.0;
            let spread = root.solve(off.clone());
            let variance: f64 = off.iter().zip(&spread).map(|(a, b)| a * b).sum();
            NINETY_FIVE_PERCENT * variance.max(0.0).sqrt()
        };
        (0..count).map(error).collect()
    }
}

/// The Cholesky decomposition of a symmetric matrix: its lower triangle.
struct Root(Vec<Vec<f64>>);

impl Root {
    /// `None` when the matrix is not positive definite in double precision.
    fn of(mut matrix: Vec<Vec<f64>>) -> Option<Root> {
        for row in 0..matrix.len() {
            for column in 0..=row {
                let done: f64 = (0..column)
                    .map(|at| matrix[row][at] * matrix[column][at])
                    .sum();
                let rest = matrix[row][column] - done;
                matrix[row][column] = if row > column {
                    rest / matrix[column][column]
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Root(matrix))
    }

    /// Solves the equations of the matrix for the right-hand side `right`.
    fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let root = &self.0;
        for row in 0..right.len() {
            let done: f64 = (0..row).map(|at| root[row][at] * right[at]).sum();
            right[row] = (right[row] - done) / root[row][row];
        }
        for row in (0..right.len()).rev() {
            let done: f64 = (row + 1..right.len())
                .map(|at| root[at][row] * right[at])
                .sum();
            right[row] = (right[row] - done) / root[row][row];
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::super::Trinomial;
    use super::*;

    fn met(first: usize, second: usize, points: f64, games: f64) -> PairScore {
        PairScore {
            first,
            second,
            points,
            games,
        }
    }

    /// The worked example of the article *Bradley–Terry model* in Wikipedia: four teams, 21 games,
    /// and strengths of 0.640, 1.043, 0.660 and 2.270, whose product is 1.
    #[test]
    fn strengths_are_those_of_the_worked_example() {
        let games = [
            met(0, 1, 2.0, 5.0),
            met(0, 3, 1.0, 5.0),
            met(1, 2, 5.0, 8.0),
            met(2, 3, 1.0, 4.0),
        ];
        let strengths: Vec<f64> = fit(4, &games, 1e-7)
            .iter()
            .map(|rating| 10_f64.powf(rating.elo / 400.0))
            .collect();
        for (strength, expected) in strengths.iter().zip([0.640, 1.043, 0.660, 2.270]) {
            assert!((strength - expected).abs() < 0.001, "{strengths:?}");
        }
    }

    /// Of two players, each is half their difference from the mean, error included.
    #[test]
    fn two_players_are_as_far_apart_as_their_match_says() {
        let estimate = Trinomial::new([300, 0, 700]).estimate().unwrap();
        let ratings = fit(2, &[met(0, 1, 700.0, 1000.0)], 1e-7);
        assert!(
            (2.0 * ratings[0].elo - estimate.elo).abs() < 0.001,
            "{ratings:?}"
        );
        assert!(
            (2.0 * ratings[0].error - estimate.error).abs() < 0.1,
            "{ratings:?}"
        );
        assert_eq!(ratings[0].elo, -ratings[1].elo);
    }

    #[test]
    fn clean_scores_and_strangers_have_ratings() {
        // The first player beat all others, the last lost every game; two players never met the
        // others.
        let games = [
            met(0, 1, 10.0, 10.0),
            met(1, 2, 10.0, 10.0),
            met(0, 2, 10.0, 10.0),
            met(3, 4, 1.0, 2.0),
        ];
        let ratings = list(6, &games);
        assert!(
            ratings
                .iter()
                .all(|one| one.elo.is_finite() && one.error.is_finite())
        );
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo > ratings[2].elo);
        assert!(
            (ratings[3].elo - ratings[4].elo).abs() < 1e-6,
            "{ratings:?}"
        );
        let sum: f64 = ratings.iter().map(|one| one.elo).sum();
        assert!(sum.abs() < 1e-6, "{ratings:?}");
        assert_eq!(ratings[1].games, 20.0);
        // A player without games has the largest error.
        assert!(ratings[5].error > ratings[3].error, "{ratings:?}");
        assert!(list(0, &[]).is_empty());
    }

    /// More of the same results: the same ratings, with half the error for four times the games.
    #[test]
    fn errors_shrink_with_the_root_of_the_games() {
        let games = |times: f64| {
            let results = [
                (0, 1, 6.0),
                (1, 2, 5.5),
                (2, 0, 4.0),
                (0, 3, 8.0),
                (3, 1, 3.0),
            ];
            let many = results.map(|(a, b, points)| met(a, b, times * points, times * 10.0));
            fit(4, &many, 1e-7)
        };
        for (few, many) in games(1.0).iter().zip(games(4.0)) {
            assert!((few.elo - many.elo).abs() < 0.01);
            assert!((few.error - 2.0 * many.error).abs() < 0.01);
        }
    }

    /// Sixteen players that won every game against those below them, as in a large cup.
    #[test]
    fn a_long_ladder_is_climbed_to_its_end() {
        let mut games = Vec::new();
        for first in 0..16 {
            games.extend((first + 1..16).map(|second| met(first, second, 1000.0, 1000.0)));
        }
        let ratings = list(16, &games);
        assert!(
            ratings.windows(2).all(|two| two[0].elo > two[1].elo + 10.0),
            "{ratings:?}"
        );
        assert!(
            ratings.iter().all(|one| one.error.is_finite()),
            "{ratings:?}"
        );
    }
}
