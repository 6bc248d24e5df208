//! Pairing rules: format, number of entrants, games and rounds, and the seed.

use engine::Random;

use super::event::Format;

/// Everything that determines the pairings of a cup, besides the scores of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingRules {
    /// The tournament format.
    pub format: Format,
    /// The number of entrants, without the house program. An entrant is identified by its index in
    /// the order of seeding; the best seed is 0.
    pub entrants: usize,
    /// Games in each meeting; in a knock-out, the maximum before a tie is broken.
    pub games: usize,
    /// The maximum number of extra pairs of games in a knock-out when two entrants are equal.
    pub extra: usize,
    /// The number of rounds of a Swiss system.
    pub rounds: usize,
    /// Whether the losers of the semi-finals play for third place.
    pub third_place: bool,
    /// The number of games that the winner plays against the house program, if there is one. Its
    /// index follows the last entrant's.
    pub house: Option<usize>,
    /// The seed of all random decisions.
    pub seed: u64,
}

impl PairingRules {
    /// A random number that depends only on the seed and `parts`.
    #[must_use]
    pub fn random_number(&self, parts: &[usize]) -> u64 {
        parts.iter().fold(self.seed, |number, part| {
            let mixed = number.wrapping_add(*part as u64);
            Random::new(mixed).below(usize::MAX) as u64
        })
    }

    /// The number of rounds before the house match.
    #[must_use]
    pub fn last_round(&self) -> usize {
        match self.format {
            Format::Knockout => self.entrants.next_power_of_two().trailing_zeros() as usize,
            Format::RoundRobin => self.entrants - 1 + self.entrants % 2,
            Format::Swiss => self.rounds,
            Format::Gauntlet => self.entrants - 1,
        }
    }

    /// The round of the house match.
    #[must_use]
    pub fn house_round(&self) -> usize {
        self.last_round() + 1
    }
}
