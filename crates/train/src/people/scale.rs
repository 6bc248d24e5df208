//! The common scale of all ratings: pools of people that never met are joined by the mistakes they make.

use rules::Color;

use super::games::PeopleGame;
use super::ratings::{PersonRating, Ratings};

/// What is added to the ratings of each pool, in the order of the folders: tournament players first, then
/// players of an online server.
pub const OFFSETS: [f64; 2] = [1700.0, 1745.0];

/// Ratings on the common scale.
pub struct PeopleRatings(Ratings);

impl PeopleRatings {
    /// The ratings of all players of these games.
    #[must_use]
    pub fn new(games: &[PeopleGame]) -> PeopleRatings {
        PeopleRatings(Ratings::of(games))
    }

    /// The rating of a side of a game, if its player has games that ratings follow from.
    #[must_use]
    pub fn person(&self, game: &PeopleGame, color: Color) -> Option<PersonRating> {
        let player = (game.pool, game.players[color]);
        let rating = self.0.rating(player, game.year)?;
        Some(PersonRating {
            elo: rating.elo + offset(game.pool),
            ..rating
        })
    }

    /// The points of a side of a game; those of an average player of the pool if nothing is known of this
    /// one.
    #[must_use]
    pub fn of(&self, game: &PeopleGame, color: Color) -> f64 {
        let person = self.person(game, color);
        person.map_or(offset(game.pool), |person| person.elo)
    }

    /// The ratings before the pools were joined.
    #[must_use]
    pub fn apart(&self) -> &Ratings {
        &self.0
    }
}

/// What is added to the ratings of a pool.
#[must_use]
pub fn offset(pool: usize) -> f64 {
    OFFSETS[pool.min(OFFSETS.len() - 1)]
}
