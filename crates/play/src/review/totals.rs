//! Sums over the reviews of many games.

use std::collections::HashMap;

use rules::{ByColor, Color};

use super::json::Reviewed;

/// Sums over games, per side and per player.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    games: usize,
    sides: ByColor<Performance>,
    players: HashMap<String, Performance>,
}

/// The performance of a side or a player over several games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Performance {
    games: usize,
    /// Games with at least one move that was not forced.
    rated: usize,
    accuracy: f64,
    lost: f64,
}

impl Totals {
    /// Adds a game.
    pub fn add(&mut self, reviewed: &Reviewed) {
        let (accuracy, lost) = (reviewed.review.accuracy(), reviewed.review.lost());
        self.games += 1;
        for color in Color::ALL {
            let name = reviewed.record.info.players[color].trim();
            self.sides[color].add(accuracy[color], lost[color]);
            if !name.is_empty() {
                let player = self.players.entry(name.to_string()).or_default();
                player.add(accuracy[color], lost[color]);
            }
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// The performance of one side.
    #[must_use]
    pub fn side(&self, color: Color) -> Performance {
        self.sides[color]
    }

    /// The performance of both sides together.
    #[must_use]
    pub fn both(&self) -> Performance {
        let (black, white) = (self.sides.black, self.sides.white);
        Performance {
            games: black.games + white.games,
            rated: black.rated + white.rated,
            accuracy: black.accuracy + white.accuracy,
            lost: black.lost + white.lost,
        }
    }

    /// The named players, by accuracy, then by number of games, both descending.
    #[must_use]
    pub fn players(&self) -> Vec<(&str, Performance)> {
        let players = self
            .players
            .iter()
            .map(|(name, play)| (name.as_str(), *play));
        let mut players: Vec<(&str, Performance)> = players.collect();
        players.sort_by(|(name, one), (other, two)| {
            let [one_mean, two_mean] = [one, two].map(|play| play.accuracy().unwrap_or(-1.0));
            let by_games = || two.games.cmp(&one.games);
            let order = two_mean.total_cmp(&one_mean).then_with(by_games);
            order.then_with(|| name.cmp(other))
        });
        players
    }
}

impl Performance {
    fn add(&mut self, accuracy: Option<f64>, lost: f64) {
        self.games += 1;
        self.rated += usize::from(accuracy.is_some());
        self.accuracy += accuracy.unwrap_or(0.0);
        self.lost += lost;
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// The mean accuracy per game; `None` when all moves were forced.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.accuracy / self.rated as f64)
    }

    /// The mean number of discs lost per game.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.lost / self.games.max(1) as f64
    }
}
