//! Random numbers of a player in a contest.

use engine::Random;
use rules::Color;

/// Random numbers that depend only on a seed, the number of the game and the colour, so that a game
/// does not depend on earlier games.
#[derive(Clone, Debug)]
pub struct GameRandom {
    seed: u64,
    number: usize,
    random: Random,
}

impl GameRandom {
    /// Random numbers for the games of one player.
    #[must_use]
    pub fn new(seed: u64) -> GameRandom {
        GameRandom {
            seed,
            number: 0,
            random: Random::new(seed),
        }
    }

    /// Sets the number of the next game.
    pub fn prepare(&mut self, number: usize) {
        self.number = number;
    }

    /// Starts over for a game.
    pub fn begin(&mut self, color: Color) {
        let mut mixed = Random::new(self.seed ^ (self.number as u64).rotate_left(32));
        let chance = mixed.below(usize::MAX) as u64;
        self.random = Random::new(chance ^ color as u64);
    }

    /// The random numbers.
    pub fn get(&mut self) -> &mut Random {
        &mut self.random
    }
}
