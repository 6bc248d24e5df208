//! Ratings of people over the years, from the results of their games.
//!
//! Each player has a strength for every year with games. Results follow the Bradley–Terry model (a draw is half
//! a win); from year to year a strength moves by a random walk; the first one is drawn from a normal
//! distribution. The most probable strengths are found by Newton's method, one player at a time (as in
//! Coulom's *Whole-History Rating*, 2008).

use std::collections::HashMap;

use super::games::{Part, PeopleGame};

/// Elo points of one natural unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The standard deviation of a player's first strength around the mean of the pool, in Elo.
const SPREAD: f64 = 300.0;

/// The standard deviation of the change of a strength within a year, in Elo.
const CHANGE: f64 = 60.0;

/// Rounds over all players; changes are below an Elo point after some dozens.
const ROUNDS: usize = 100;

/// A player of a pool.
pub type Player = (usize, u16);

/// A rating with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PersonRating {
    /// In Elo, against the mean of the pool.
    pub elo: f64,
    /// The standard deviation in Elo.
    pub deviation: f64,
    /// The games of all years.
    pub games: usize,
}

/// The ratings of all players.
pub struct Ratings {
    careers: HashMap<Player, Career>,
}

/// A player's years.
#[derive(Default)]
struct Career {
    years: Vec<Year>,
}

/// A player's strength in one year, and the results it follows from.
struct Year {
    year: u16,
    strength: f64,
    variance: f64,
    games: Vec<Meeting>,
}

/// A game from one side.
struct Meeting {
    opponent: Player,
    opponents_year: usize,
    points: f64,
}

impl Ratings {
    /// The ratings from all games but those of the test part.
    #[must_use]
    pub fn of(games: &[PeopleGame]) -> Ratings {
        let mut ratings = Ratings {
            careers: HashMap::new(),
        };
        let learnt = games.iter().filter(|game| game.part() != Part::Test);
        let mut learnt: Vec<&PeopleGame> = learnt.collect();
        learnt.sort_by_key(|game| game.year);
        for game in learnt {
            ratings.add(game);
        }
        for _ in 0..ROUNDS {
            if ratings.improve() < 1e-4 {
                break;
            }
        }
        ratings
    }

    /// The rating of a player in a year: that of the nearest year with games.
    #[must_use]
    pub fn rating(&self, player: Player, year: u16) -> Option<PersonRating> {
        let career = self.careers.get(&player)?;
        let distance = |candidate: &&Year| candidate.year.abs_diff(year);
        let nearest = career.years.iter().min_by_key(distance)?;
        Some(PersonRating {
            elo: ELO * nearest.strength,
            deviation: ELO * nearest.variance.sqrt(),
            games: career.years.iter().map(|year| year.games.len()).sum(),
        })
    }

    /// The players with at least this many games.
    pub fn players(&self, games: usize) -> impl Iterator<Item = Player> {
        let count = |career: &Career| -> usize {
            let years = career.years.iter();
            years.map(|year| year.games.len()).sum()
        };
        let enough = move |(_, career): &(&Player, &Career)| count(career) >= games;
        let mut players: Vec<Player> = self
            .careers
            .iter()
            .filter(enough)
            .map(|(player, _)| *player)
            .collect();
        players.sort_unstable();
        players.into_iter()
    }

    fn add(&mut self, game: &PeopleGame) {
        let black = (game.pool, game.players.black);
        let white = (game.pool, game.players.white);
        if black == white {
            return;
        }
        let [black_year, white_year] = [black, white].map(|player| {
            let career = self.careers.entry(player).or_default();
            career.year(game.year)
        });
        let mut note = |player, year: usize, opponent, opponents_year, points| {
            let career: &mut Career = self.careers.entry(player).or_default();
            career.years[year].games.push(Meeting {
                opponent,
                opponents_year,
                points,
            });
        };
        note(black, black_year, white, white_year, game.result);
        note(white, white_year, black, black_year, 1.0 - game.result);
    }

    /// One round of Newton steps; the largest change.
    fn improve(&mut self) -> f64 {
        let mut players: Vec<Player> = self.careers.keys().copied().collect();
        players.sort_unstable();
        let mut largest: f64 = 0.0;
        for player in players {
            let steps = self.newton(player);
            let career = self.careers.get_mut(&player).expect("one of its keys");
            for (year, (step, variance)) in career.years.iter_mut().zip(steps) {
                year.strength += step.clamp(-1.0, 1.0);
                year.variance = variance;
                largest = largest.max(step.abs());
            }
        }
        largest
    }

    /// The Newton step of every year of a player and the variance of its strength: the gradient and the
    /// tridiagonal Hessian matrix of the log posterior, solved from both ends.
    fn newton(&self, player: Player) -> Vec<(f64, f64)> {
        let years = &self.careers[&player].years;
        let count = years.len();
        let (mut slope, mut bend) = (vec![0.0; count], vec![0.0; count]);
        let mut link = vec![0.0; count];
        let first = (SPREAD / ELO).powi(-2);
        slope[0] -= years[0].strength * first;
        bend[0] += first;
        for (at, year) in years.iter().enumerate() {
            for game in &year.games {
                let opponent = &self.careers[&game.opponent].years[game.opponents_year];
                let expected = 1.0 / (1.0 + (opponent.strength - year.strength).exp());
                slope[at] += game.points - expected;
                bend[at] += expected * (1.0 - expected);
            }
            if at > 0 {
                let passed = f64::from(year.year - years[at - 1].year);
                let stiff = (CHANGE / ELO).powi(-2) / passed;
                let change = year.strength - years[at - 1].strength;
                slope[at] -= stiff * change;
                slope[at - 1] += stiff * change;
                bend[at] += stiff;
                bend[at - 1] += stiff;
                link[at] = -stiff;
            }
        }
        // Elimination forwards and backwards: pivots from both ends give the diagonal of the inverse.
        let (mut forward, mut backward) = (bend.clone(), bend.clone());
        let mut right = slope;
        for at in 1..count {
            let factor = link[at] / forward[at - 1];
            forward[at] -= factor * link[at];
            right[at] -= factor * right[at - 1];
        }
        for at in (1..count).rev() {
            backward[at - 1] -= link[at] * link[at] / backward[at];
        }
        let mut steps = vec![(0.0, 0.0); count];
        for at in (0..count).rev() {
            let known = match at + 1 < count {
                true => link[at + 1] * steps[at + 1].0,
                false => 0.0,
            };
            let variance = 1.0 / (forward[at] + backward[at] - bend[at]);
            steps[at] = ((right[at] - known) / forward[at], variance);
        }
        steps
    }
}

impl Career {
    /// The place of a year, which is not before those that are there.
    fn year(&mut self, year: u16) -> usize {
        if self.years.last().is_none_or(|last| last.year < year) {
            let strength = self.years.last().map_or(0.0, |last| last.strength);
            self.years.push(Year {
                year,
                strength,
                variance: 0.0,
                games: Vec::new(),
            });
        }
        self.years.len() - 1
    }
}
