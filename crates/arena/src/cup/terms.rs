//! What decides who meets whom.

use engine::Random;

use super::event::Format;

/// What decides who meets whom in a cup, besides the results of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How it is played.
    pub format: Format,
    /// How many take part, the house program not among them. They are known by their places in the
    /// order of seeding, the best one being 0.
    pub entrants: usize,
    /// Games in each meeting; in a knock-out, the most that are played before a tie is broken.
    pub games: usize,
    /// How many extra pairs of games a knock-out plays when all games left two entrants equal.
    pub extra: usize,
    /// Rounds of a Swiss system.
    pub rounds: usize,
    /// Whether the losers of the semi-finals meet.
    pub third_place: bool,
    /// Games that the winner plays against the house program, if there is one. It has the place
    /// after the last entrant.
    pub house: Option<usize>,
    /// What everything left to chance comes from.
    pub seed: u64,
}

impl Terms {
    /// A number left to chance: the same for the same seed and the same `parts`, whenever it is
    /// asked for.
    #[must_use]
    pub fn luck(&self, parts: &[usize]) -> u64 {
        parts.iter().fold(self.seed, |luck, part| {
            let mixed = luck.wrapping_add(*part as u64);
            Random::new(mixed).below(usize::MAX) as u64
        })
    }

    /// How many rounds there are before the house match.
    #[must_use]
    pub fn last_round(&self) -> usize {
        match self.format {
            Format::Knockout => self.entrants.next_power_of_two().trailing_zeros() as usize,
            Format::RoundRobin => self.entrants - 1 + self.entrants % 2,
            Format::Swiss => self.rounds,
            Format::Gauntlet => self.entrants - 1,
        }
    }
}
