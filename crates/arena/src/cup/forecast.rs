//! Forecast: about how many games a cup still needs.

use std::collections::BTreeMap;

use super::event::Format;
use super::pairing_rules::PairingRules;
use super::tournament::Tournament;

impl Tournament {
    /// The number of games that are left to play, about: a tie of a knock-out may be decided early or
    /// need extra games.
    #[must_use]
    pub fn games_left(&self) -> usize {
        let (fixtures, scores) = (self.fixtures(), self.scores());
        let rules = fixtures.rules();
        let mut known: BTreeMap<usize, usize> = BTreeMap::new();
        let mut left = 0;
        for meeting in fixtures.meetings() {
            *known.entry(meeting.round).or_default() += 1;
            left += meeting.tally(scores).open.len();
        }
        for round in 1..=rules.house_round() {
            let known = known.get(&round).copied().unwrap_or_default();
            let unknown = meetings_in(rules, round).saturating_sub(known);
            left += unknown * rules.games_in(round);
        }
        left
    }
}

/// The number of meetings in a round; 0 where all of them are known from the beginning.
fn meetings_in(rules: &PairingRules, round: usize) -> usize {
    let before = rules.qualifier_rounds();
    if round == rules.house_round() {
        return usize::from(rules.house.is_some());
    }
    let format = match rules.qualifier {
        Some(qualifier) if round <= before => qualifier.format,
        _ => rules.format,
    };
    match format {
        Format::Swiss => rules.entrants / 2,
        Format::Knockout => {
            let entrants = rules.knockout_entrants();
            let places = entrants.next_power_of_two();
            let round = round - before;
            let byes = if round == 1 { places - entrants } else { 0 };
            let is_final = places >> round == 1;
            let has_third = is_final && rules.third_place && entrants > 3;
            (places >> round) - byes + usize::from(has_third)
        }
        Format::RoundRobin | Format::Gauntlet => 0,
    }
}
