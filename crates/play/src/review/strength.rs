//! Strength: the rating of a player from the moves of one game or of many.
//!
//! `docs/review.md` tells how it was fitted and how often it is right.

use std::fmt;

use super::MeanLoss;
use crate::people::Rating;

/// The rating of a player whose games show no loss at all. This and the next constants are fitted to games of
/// rated people by `reversi-train accuracy`.
const FLAWLESS: f64 = 2843.0;

/// The points for each root of a disc that is lost by a move on average.
const POINTS: f64 = 604.0;

/// From this mean root on, the rating falls by another slope. Hardly any people with known ratings lose so much, so
/// that slope is fitted to the rungs of the ladder.
pub const BEND: f64 = 2.0;

/// The points for each root of a disc beyond [`BEND`].
const POINTS_BEYOND: f64 = 542.0;

/// No moves show less than this: chance alone plays like 700.
const LOWEST: f64 = 600.0;

/// The standard deviation of the rating shown by one game with [`USUAL_MOVES`].
const GAME_DEVIATION: f64 = 230.0;

/// The moves with a choice of a player in a game.
pub const USUAL_MOVES: f64 = 28.0;

/// The standard deviation that stays with any number of games: players of equal ratings differ in how many
/// discs they lose.
const PLAYER_DEVIATION: f64 = 110.0;

/// A game with fewer moves with a choice tells too little.
const FEWEST_MOVES: usize = 8;

/// The rating shown by the moves of one or many games, on the scale that people and rivals share.
///
/// The rating of the player is between [`low`](Strength::low) and [`high`](Strength::high) two times in
/// three.
///
/// ```
/// use play::people::Rating;
/// use play::review::{MeanLoss, Strength};
/// use engine::Score;
///
/// let mut loss = MeanLoss::default();
/// for _ in 0..25 {
///     loss.add_move(Score::from_discs(0), Score::from_discs(-2), 30, 64);
/// }
/// let one = Strength::of_games([loss]).unwrap();
/// let many = Strength::of_games([loss; 20]).unwrap();
/// assert_eq!(one.rating(), many.rating());
/// assert!(many.error() < one.error() && one.low() < one.rating());
/// assert!(Strength::of_games([]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    rating: f64,
    error: f64,
}

impl Strength {
    /// The strength shown by the games of a player on 8×8; `None` when none of them has enough moves.
    #[must_use]
    pub fn of_games(games: impl IntoIterator<Item = MeanLoss>) -> Option<Strength> {
        let mut sum = StrengthSum::default();
        for game in games {
            sum.add(game);
        }
        sum.strength()
    }

    /// The most probable rating.
    #[must_use]
    pub fn rating(self) -> Rating {
        Rating::new(self.rating.round() as i32)
    }

    /// The standard deviation of the rating.
    #[must_use]
    pub fn error(self) -> u32 {
        self.error.round() as u32
    }

    /// The rating less its standard deviation.
    #[must_use]
    pub fn low(self) -> Rating {
        Rating::new((self.rating - self.error).round() as i32)
    }

    /// The rating plus its standard deviation.
    #[must_use]
    pub fn high(self) -> Rating {
        Rating::new((self.rating + self.error).round() as i32)
    }
}

/// As a range in steps of fifty: `1400-1700`.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fifty = |rating: Rating| (rating.elo() + 25) / 50 * 50;
        f.pad(&format!("{}-{}", fifty(self.low()), fifty(self.high())))
    }
}

/// The sum over games that a [`Strength`] is computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StrengthSum {
    moves: f64,
    roots: f64,
}

impl StrengthSum {
    /// Adds a game. One with few moves is left out.
    pub fn add(&mut self, game: MeanLoss) {
        if let Some(discs) = game.discs()
            && game.moves() >= FEWEST_MOVES
        {
            let moves = game.moves() as f64;
            self.moves += moves;
            self.roots += moves * discs.sqrt();
        }
    }

    /// The sum over the games of both.
    #[must_use]
    pub fn and(self, other: StrengthSum) -> StrengthSum {
        StrengthSum {
            moves: self.moves + other.moves,
            roots: self.roots + other.roots,
        }
    }

    /// The strength shown by all games; `None` without one.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        (self.moves > 0.0).then(|| {
            let game = GAME_DEVIATION.powi(2) * USUAL_MOVES / self.moves;
            Strength {
                rating: rating(self.roots / self.moves),
                error: (game + PLAYER_DEVIATION.powi(2)).sqrt(),
            }
        })
    }
}

/// The rating that a mean root of the loss shows.
fn rating(root: f64) -> f64 {
    let below = POINTS * root.min(BEND) + POINTS_BEYOND * (root - BEND).max(0.0);
    (FLAWLESS - below).max(LOWEST)
}
