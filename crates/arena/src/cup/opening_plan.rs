//! Opening plan: which opening each pair of games of a cup has.

use rules::Game;

use super::config::{Config, OpeningChoice};
use super::pairing_rules::PairingRules;
use crate::matches::{OpeningSupply, Openings, OpeningsError};

/// The openings of a cup. All meetings of a round have the same ones in the same order, one for each
/// pair of games. They depend only on the configuration.
///
/// An extra pair decides between two that are equal, so it never has an opening that they had before
/// in that meeting: deterministic programs would only repeat their games. Where the chosen openings
/// are all the same, it has a fresh one.
pub struct OpeningPlan {
    rules: PairingRules,
    /// The chosen openings.
    chosen: OpeningSupply,
    /// Balanced openings, or random ones where the engine cannot score them.
    fresh: OpeningSupply,
    /// Whether only the first pair of a meeting has a chosen opening.
    only_first: bool,
    /// The openings drawn so far, in order: `stride` for each round.
    drawn: Vec<Game>,
    stride: usize,
}

impl OpeningPlan {
    /// The plan of a cup. `list` has the openings of its file, if it names one.
    ///
    /// # Errors
    /// When there are no such openings.
    pub fn new(config: &Config, list: Vec<Game>) -> Result<OpeningPlan, OpeningsError> {
        let (rules, size) = (config.rules, config.size);
        let chosen = match &config.openings {
            OpeningChoice::Usual | OpeningChoice::Start => Openings::Start,
            OpeningChoice::Balanced => Openings::Balanced,
            OpeningChoice::Random(None) => Openings::random(size),
            OpeningChoice::Random(Some(moves)) => Openings::Random(*moves),
            OpeningChoice::File(_) => Openings::List(list),
        };
        let qualifier = rules.qualifier.map_or(0, |qualifier| qualifier.games);
        let other_seed = rules.random_number(&[FRESH]);
        Ok(OpeningPlan {
            rules,
            chosen: OpeningSupply::new(chosen, size, rules.seed)?,
            fresh: OpeningSupply::new(Openings::usual(size), size, other_seed)?,
            only_first: config.openings == OpeningChoice::Usual,
            drawn: Vec::new(),
            stride: rules.games.max(qualifier).div_ceil(2) + rules.extra,
        })
    }

    /// The opening of a pair of games in a round.
    pub fn opening(&mut self, round: usize, pair: usize) -> Game {
        let index = (round - 1) * self.stride + pair;
        while self.drawn.len() <= index {
            let next = self.draw();
            self.drawn.push(next);
        }
        self.drawn[index].clone()
    }

    fn draw(&mut self) -> Game {
        // The house match comes last, and may have more pairs than a round.
        let house = self.rules.house_round();
        let round = (self.drawn.len() / self.stride + 1).min(house);
        let pair = self.drawn.len() - (round - 1) * self.stride;
        if self.only_first && pair > 0 {
            return self.fresh.draw();
        }
        let opening = self.chosen.draw();
        let is_extra = pair >= self.rules.games_in(round).div_ceil(2);
        let before = &self.drawn[self.drawn.len() - pair..];
        if is_extra && before.contains(&opening) {
            return self.fresh.draw();
        }
        opening
    }
}

/// What distinguishes the seed of the fresh openings.
const FRESH: usize = 0x6672_6573;
