//! Sums over the reviews of many games.

use std::collections::HashMap;

use rules::{ByColor, Color, Size};

use super::json::Reviewed;
use super::{MeanLoss, Strength, StrengthSum};

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
    /// Over games on 8×8.
    strength: StrengthSum,
}

impl Totals {
    /// Adds a game.
    pub fn add(&mut self, reviewed: &Reviewed) {
        let Reviewed { record, review } = reviewed;
        let (losses, lost) = (review.mean_loss(), review.lost());
        let is_rated = review.game().size() == Size::EIGHT;
        self.games += 1;
        for color in Color::ALL {
            let name = record.info.players[color].trim();
            let mut game = Performance::of(losses[color], lost[color]);
            if is_rated {
                game.strength.add(losses[color]);
            }
            self.sides[color] = self.sides[color].and(game);
            if !name.is_empty() {
                let player = self.players.entry(name.to_string()).or_default();
                *player = player.and(game);
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
        self.sides.black.and(self.sides.white)
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
    /// The performance in one game, without its strength.
    fn of(loss: MeanLoss, lost: f64) -> Performance {
        let accuracy = loss.accuracy();
        Performance {
            games: 1,
            rated: usize::from(accuracy.is_some()),
            accuracy: accuracy.unwrap_or(0.0),
            lost,
            strength: StrengthSum::default(),
        }
    }

    /// Both together.
    fn and(self, other: Performance) -> Performance {
        Performance {
            games: self.games + other.games,
            rated: self.rated + other.rated,
            accuracy: self.accuracy + other.accuracy,
            lost: self.lost + other.lost,
            strength: self.strength.and(other.strength),
        }
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

    /// The rating that the games show together; `None` when all are short or on other boards than 8×8.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        self.strength.strength()
    }

    /// The mean number of discs lost per game.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.lost / self.games.max(1) as f64
    }
}
