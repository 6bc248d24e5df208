//! Builds the event report of a tournament.

use std::collections::BTreeMap;

use super::event::{Bracket, CupGame, Enrolled, Event, Format, Rated, Tie};
use super::format::knockout::{self, Node};
use super::score::{Scores, Slot};
use super::standings::tie_break_names;
use super::tournament::Tournament;
use crate::rating;

impl Tournament {
    /// The state of the cup.
    #[must_use]
    pub fn event(&self) -> Event {
        let (config, fixtures, scores) = (self.config(), self.fixtures(), self.scores());
        let places: BTreeMap<Slot, usize> = scores.keys().copied().zip(0..).collect();
        let games = self.games().iter().map(|(slot, played)| CupGame {
            number: places[slot] + 1,
            round: slot.round,
            label: fixtures
                .meeting(*slot)
                .map_or_else(String::new, |meeting| meeting.label.clone()),
            seats: scores[slot].seats,
            played: played.clone(),
        });
        let enrolled = config.participants.iter().map(|one| Enrolled {
            name: one.name.clone(),
            author: one.author.clone(),
            player: one.player.clone(),
        });
        let rules = fixtures.rules();
        let is_knockout = rules.format == Format::Knockout;
        Event {
            title: config.title.clone(),
            place: config.place.clone(),
            date: self.date(),
            format: rules.format,
            size: config.size,
            time: config.time,
            entrants: enrolled.collect(),
            house: rules.house.map(|_| rules.entrants),
            games: games.collect(),
            standings: fixtures.standings(scores),
            tie_breaks: tie_break_names(rules),
            bracket: is_knockout.then(|| bracket(self, &places)),
            ratings: ratings(config.participants.len(), scores),
            winner: fixtures.winner(),
            finished: fixtures.is_finished(),
        }
    }
}

fn bracket(tournament: &Tournament, places: &BTreeMap<Slot, usize>) -> Bracket {
    let tree = knockout::tree(tournament.fixtures().rules(), tournament.scores());
    let tie = |node: &Node| tie(node, places);
    Bracket {
        rounds: tree
            .rounds
            .iter()
            .map(|nodes| nodes.iter().map(tie).collect())
            .collect(),
    }
}

fn tie(node: &Node, places: &BTreeMap<Slot, usize>) -> Tie {
    let mut tie = Tie {
        entrants: node.entrants,
        bye: node.bye,
        winner: node.winner,
        ..Tie::default()
    };
    if let Some((meeting, tally)) = &node.meeting {
        tie.points = tally.halves.map(|halves| f64::from(halves) / 2.0);
        let games = places.range(meeting.slot(0)..=meeting.slot(usize::MAX));
        tie.games = games.map(|(_, place)| *place).collect();
        let decider = tally.decided.map(|(_, decider)| decider.name());
        tie.decided_by = decider.unwrap_or_default().to_string();
    }
    tie
}

/// The ratings, strongest first; none before the first game.
fn ratings(players: usize, scores: &Scores) -> Vec<Rated> {
    if scores.is_empty() {
        return Vec::new();
    }
    let mut pairs: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for score in scores.values() {
        let (black, white) = (score.seats.black, score.seats.white);
        let (first, second) = (black.min(white), black.max(white));
        let (points, games) = pairs.entry((first, second)).or_default();
        *points += f64::from(score.halves(first)) / 2.0;
        *games += 1.0;
    }
    let meetings: Vec<rating::PairScore> = pairs
        .into_iter()
        .map(|((first, second), (points, games))| rating::PairScore {
            first,
            second,
            points,
            games,
        })
        .collect();
    let ratings = rating::list(players, &meetings).into_iter().enumerate();
    let mut rated: Vec<Rated> = ratings
        .filter(|(_, rating)| rating.games > 0.0)
        .map(|(entrant, rating)| Rated {
            entrant,
            elo: rating.elo,
            error: rating.error,
            games: rating.games as usize,
        })
        .collect();
    rated.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    rated
}
