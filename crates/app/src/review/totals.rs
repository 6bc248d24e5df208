//! What many reviews come to.

use std::collections::HashMap;

use rules::{ByColor, Color};

use super::Reviewed;

/// The sums over some games.
#[derive(Default)]
pub struct Totals {
    games: usize,
    sides: ByColor<Play>,
    players: HashMap<String, Play>,
}

/// How well somebody played over some games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Play {
    games: usize,
    /// Games in which there was a choice.
    rated: usize,
    accuracy: f64,
    lost: f64,
}

impl Totals {
    /// Counts a game.
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

    /// How many games there were.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How well a side played.
    pub fn side(&self, color: Color) -> Play {
        self.sides[color]
    }

    /// How well both sides played together.
    pub fn both(&self) -> Play {
        let (black, white) = (self.sides.black, self.sides.white);
        Play {
            games: black.games + white.games,
            rated: black.rated + white.rated,
            accuracy: black.accuracy + white.accuracy,
            lost: black.lost + white.lost,
        }
    }

    /// Those whose names are known, the most accurate first; of equals, those with more games.
    pub fn players(&self) -> Vec<(&str, Play)> {
        let players = self
            .players
            .iter()
            .map(|(name, play)| (name.as_str(), *play));
        let mut players: Vec<(&str, Play)> = players.collect();
        players.sort_by(|(name, one), (other, two)| {
            let [one_mean, two_mean] = [one, two].map(|play| play.accuracy().unwrap_or(-1.0));
            let by_games = || two.games.cmp(&one.games);
            let order = two_mean.total_cmp(&one_mean).then_with(by_games);
            order.then_with(|| name.cmp(other))
        });
        players
    }
}

impl Play {
    fn add(&mut self, accuracy: Option<f64>, lost: f64) {
        self.games += 1;
        self.rated += usize::from(accuracy.is_some());
        self.accuracy += accuracy.unwrap_or(0.0);
        self.lost += lost;
    }

    /// How many games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The mean accuracy; `None` when there was never a choice.
    pub fn accuracy(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.accuracy / self.rated as f64)
    }

    /// Discs lost a game.
    pub fn lost(&self) -> f64 {
        self.lost / self.games.max(1) as f64
    }
}
