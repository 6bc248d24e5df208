//! Builds the event report of a tournament.

use std::collections::BTreeMap;

use super::config::Config;
use super::confinement::Confinement;
use super::event::{
    Bracket, CupGame, Enrolled, Event, GroupTable, QualifierTables, Rated, Standing, Tie,
};
use super::format::groups;
use super::format::knockout::{self, Node};
use super::sandbox;
use super::score::{Scores, Slot};
use super::standings::{table_tie_breaks, tie_break_names};
use super::tournament::Tournament;
use crate::contest::Entrant;
use crate::rating;
use crate::sandbox::SandboxOptions;

impl Tournament {
    /// The state of the cup.
    #[must_use]
    pub fn event(&self) -> Event {
        let (config, fixtures, scores) = (self.config(), self.fixtures(), self.scores());
        let games = self.games().map(|(slot, played)| {
            let mut played = played.into_owned();
            if !config.public_stderr {
                played.stderr = Default::default();
            }
            CupGame {
                number: self.number(slot),
                slot,
                round: slot.round,
                label: fixtures
                    .meeting(slot)
                    .map_or_else(String::new, |meeting| meeting.label.clone()),
                seats: scores[&slot].seats,
                played,
                talk: self.talk(slot),
                no_sandbox: self.had_no_sandbox(slot),
            }
        });
        let games: Vec<CupGame> = games.collect();
        let places: BTreeMap<Slot, usize> = games.iter().map(|game| game.slot).zip(0..).collect();
        let enrolled = config.participants.iter().map(|one| Enrolled {
            name: one.name.clone(),
            author: one.author.clone(),
            player: one.player.clone(),
        });
        let rules = fixtures.rules();
        Event {
            title: config.title.clone(),
            place: config.place.clone(),
            date: self.date(),
            format: rules.format,
            size: config.size,
            time: config.time,
            confinement: confinement(config),
            entrants: enrolled.collect(),
            house: rules.house.map(|_| rules.entrants),
            games,
            standings: fixtures.standings(scores),
            tie_breaks: tie_break_names(rules),
            qualifier: qualifier(self),
            bracket: fixtures.seeds().map(|seeds| bracket(self, seeds, &places)),
            rulings: self.rulings().to_vec(),
            ratings: ratings(config.participants.len(), scores),
            winner: fixtures.winner(),
            finished: fixtures.is_finished(),
        }
    }
}

/// The sandbox and the limits of other programs on this machine; `None` if none plays.
fn confinement(config: &Config) -> Option<Confinement> {
    let mut participants = config.participants.iter();
    if !participants.any(|one| matches!(one.entrant, Entrant::Program(..))) {
        return None;
    }
    let usual = SandboxOptions::default();
    let options = SandboxOptions {
        memory: config.memory.or(usual.memory),
        processes: config.processes.or(usual.processes),
        threads: config.threads,
        ..usual
    };
    Some(Confinement {
        sandbox: config.sandbox.state(),
        is_sandboxed: sandbox::is_there(config),
        memory: options.memory,
        processes: options.processes,
        threads: options.thread_limit(),
        ponder: config.ponder,
    })
}

/// The tables of the qualifier.
fn qualifier(tournament: &Tournament) -> Option<QualifierTables> {
    let (fixtures, rules) = (tournament.fixtures(), tournament.fixtures().rules());
    let stage = rules.qualifier?;
    let tables = fixtures.qualifier_standings(tournament.scores());
    let count = tables.len();
    let table = |(group, standings): (usize, Vec<Standing>)| GroupTable {
        label: if count == 1 {
            String::new()
        } else {
            groups::name(group)
        },
        standings,
        advance: stage.advance / count,
    };
    Some(QualifierTables {
        format: stage.format,
        rounds: rules.qualifier_rounds(),
        advance: stage.advance,
        tie_breaks: table_tie_breaks(stage.format),
        tables: tables.into_iter().enumerate().map(table).collect(),
    })
}

fn bracket(tournament: &Tournament, seeds: &[usize], places: &BTreeMap<Slot, usize>) -> Bracket {
    let tree = knockout::tree(tournament.fixtures().rules(), seeds, tournament.scores());
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
    let mut pairs: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for score in scores.values().filter(|score| !score.annulled) {
        let (black, white) = (score.seats.black, score.seats.white);
        let (first, second) = (black.min(white), black.max(white));
        let (points, games) = pairs.entry((first, second)).or_default();
        *points += f64::from(score.halves(first)) / 2.0;
        *games += 1.0;
    }
    if pairs.is_empty() {
        return Vec::new();
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
