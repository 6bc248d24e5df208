//! Seeds: the places of the entrants in a bracket.

use std::collections::HashMap;

use super::event::Bracket;
use super::format::knockout;

impl Bracket {
    /// The seed of each entrant, counted from 1. After a qualifier it is not the entrant's number.
    #[must_use]
    pub fn seeds(&self) -> HashMap<usize, usize> {
        let first = self.rounds.first().map_or(&[][..], Vec::as_slice);
        let places = first.iter().flat_map(|tie| tie.entrants);
        let order = knockout::seeding(2 * first.len());
        let seeds = places
            .zip(order)
            .filter_map(|(entrant, seed)| Some((entrant?, seed + 1)));
        seeds.collect()
    }
}
