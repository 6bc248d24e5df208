//! Pairing rules: format, qualifier, number of entrants, games and rounds, and the seed.

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
    /// The stage before a knock-out, if there is one.
    pub qualifier: Option<Qualifier>,
    /// The number of games that the winner plays against the house program, if there is one. Its
    /// index follows the last entrant's.
    pub house: Option<usize>,
    /// The seed of all random decisions.
    pub seed: u64,
}

/// The stage before a knock-out, from which the best advance to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Qualifier {
    /// [`Swiss`](Format::Swiss), or [`RoundRobin`](Format::RoundRobin) within each group.
    pub format: Format,
    /// The number of groups of a round robin; 1 for a Swiss system.
    pub groups: usize,
    /// The number of rounds of a Swiss system.
    pub rounds: usize,
    /// Games in each meeting.
    pub games: usize,
    /// The number of entrants that advance, the same from each group.
    pub advance: usize,
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

    /// The number of rounds before the knock-out of a cup with a qualifier; 0 without one.
    #[must_use]
    pub fn qualifier_rounds(&self) -> usize {
        match self.qualifier {
            None => 0,
            Some(qualifier) if qualifier.format == Format::Swiss => qualifier.rounds,
            Some(qualifier) => round_robin_rounds(self.entrants.div_ceil(qualifier.groups)),
        }
    }

    /// The number of entrants of the knock-out: all, or those that advance from the qualifier.
    #[must_use]
    pub fn knockout_entrants(&self) -> usize {
        self.qualifier
            .map_or(self.entrants, |qualifier| qualifier.advance)
    }

    /// The number of games of a meeting in a round, without extra pairs.
    #[must_use]
    pub fn games_in(&self, round: usize) -> usize {
        match self.qualifier {
            Some(qualifier) if round <= self.qualifier_rounds() => qualifier.games,
            _ if round >= self.house_round() => self.house.unwrap_or(self.games),
            _ => self.games,
        }
    }

    /// The name of a round of a Swiss system or a round robin.
    pub(super) fn round_label(&self, round: usize) -> String {
        match self.qualifier {
            Some(_) => format!("Qualifier, round {round}"),
            None => format!("Round {round}"),
        }
    }

    /// The number of rounds before the house match.
    #[must_use]
    pub fn last_round(&self) -> usize {
        match self.format {
            Format::Knockout => {
                let places = self.knockout_entrants().next_power_of_two();
                self.qualifier_rounds() + places.trailing_zeros() as usize
            }
            Format::RoundRobin => round_robin_rounds(self.entrants),
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

/// The number of rounds in which each of some entrants meets every other.
fn round_robin_rounds(entrants: usize) -> usize {
    entrants - 1 + entrants % 2
}
