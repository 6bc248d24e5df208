//! Numbering: the number of each game of a cup, which follows from the pairing rules alone.

use super::event::Format;
use super::format::knockout;
use super::pairing_rules::PairingRules;
use super::score::Slot;

impl PairingRules {
    /// The number of a game, counted from 1. It does not depend on results, so a game keeps it for
    /// ever. In each round of a knock-out the extra pairs come last; games that are not needed leave
    /// gaps.
    pub(super) fn number(&self, slot: Slot) -> usize {
        let before: usize = (1..slot.round).map(|round| self.most_games(round)).sum();
        let (games, extra) = (self.games_in(slot.round), self.extra_games(slot.round));
        let place = self.place(slot.round, slot.meeting);
        let in_round = match slot.game.checked_sub(games + 1) {
            None => place * games + slot.game,
            Some(after) => {
                let usual = self.meetings_in(slot.round) * games;
                usual + place * extra + after + 1
            }
        };
        before + in_round
    }

    /// The maximum number of games in a round.
    fn most_games(&self, round: usize) -> usize {
        self.meetings_in(round) * (self.games_in(round) + self.extra_games(round))
    }

    /// The maximum number of extra games of a meeting in a round.
    fn extra_games(&self, round: usize) -> usize {
        match self.is_knockout(round) {
            true => 2 * self.extra,
            false => 0,
        }
    }

    fn is_knockout(&self, round: usize) -> bool {
        let rounds = self.qualifier_rounds() + 1..self.house_round();
        self.format == Format::Knockout && rounds.contains(&round)
    }

    /// The maximum number of meetings in a round.
    fn meetings_in(&self, round: usize) -> usize {
        if round >= self.house_round() {
            return 1;
        }
        if self.is_knockout(round) {
            let entrants = self.knockout_entrants();
            let places = entrants.next_power_of_two();
            let round = round - self.qualifier_rounds();
            let is_last = places >> round == 1;
            let third = usize::from(is_last && self.third_place && entrants > 3);
            return match round {
                1 => entrants - places / 2 + third,
                _ => (places >> round) + third,
            };
        }
        match (self.format, self.qualifier) {
            (Format::Gauntlet, _) => 1,
            (_, Some(qualifier)) if qualifier.groups > 1 => {
                let (least, larger) = (
                    self.entrants / qualifier.groups,
                    self.entrants % qualifier.groups,
                );
                // A group with fewer entrants may have fewer rounds.
                let meetings = |entrants: usize| match round < entrants + entrants % 2 {
                    true => entrants / 2,
                    false => 0,
                };
                larger * meetings(least + 1) + (qualifier.groups - larger) * meetings(least)
            }
            _ => self.entrants / 2,
        }
    }

    /// The place of a meeting among those of its round, counted from 0. Byes are left out.
    fn place(&self, round: usize, meeting: usize) -> usize {
        let before = meeting.saturating_sub(1);
        if !self.is_knockout(round) || round != self.qualifier_rounds() + 1 {
            return before;
        }
        let entrants = self.knockout_entrants();
        let order = knockout::seeding(entrants.next_power_of_two());
        let ties = order.chunks_exact(2).take(before);
        let is_played = |tie: &&[usize]| tie.iter().all(|seed| *seed < entrants);
        let byes = ties.clone().filter(|tie| !is_played(tie)).count();
        before - byes
    }
}
