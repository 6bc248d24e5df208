//! Tournament: a cup being played, as a schedule of games with a journal.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use rules::{Date, Game};

use super::config::Config;
use super::fixtures::Fixtures;
use super::journal::{Entry, Journal, JournalContents};
use super::meeting::Meeting;
use super::score::{Score, Scores, Slot};
use crate::contest::{Pairing, Played, Schedule};
use crate::matches::OpeningSupply;
use jobs::Next;

/// A cup being played. As a [`Schedule`] it decides which game comes next. A game that has ended is
/// written to the journal before it counts.
pub struct Tournament {
    config: Config,
    supply: OpeningSupply,
    /// The openings drawn so far, in order.
    openings: Vec<Game>,
    fixtures: Fixtures,
    scores: Scores,
    games: BTreeMap<Slot, Played>,
    playing: BTreeSet<Slot>,
    date: Option<Date>,
    journal: Option<Journal>,
    failure: Option<io::Error>,
}

/// A game in the journal that does not follow from the games before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnexpectedGame(pub Slot);

impl std::fmt::Display for UnexpectedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "game {} in the journal does not follow from the games before it; the file was changed, \
             or another version of the program wrote it",
            self.0
        )
    }
}

impl std::error::Error for UnexpectedGame {}

impl Tournament {
    /// A cup that continues where its journal ends. Without a journal to write to, no game can be
    /// played.
    ///
    /// # Errors
    /// When a game in the journal does not belong to the cup.
    pub fn new(
        config: Config,
        supply: OpeningSupply,
        contents: JournalContents,
        journal: Option<Journal>,
    ) -> Result<Tournament, UnexpectedGame> {
        let mut tournament = Tournament {
            fixtures: Fixtures::new(config.rules),
            config,
            supply,
            openings: Vec::new(),
            scores: Scores::new(),
            games: BTreeMap::new(),
            playing: BTreeSet::new(),
            date: contents.date,
            journal,
            failure: None,
        };
        for entry in contents.entries {
            let slot = entry.slot;
            let meeting = tournament
                .fixtures
                .meeting(slot)
                .ok_or(UnexpectedGame(slot))?;
            let expected = meeting.tally(&tournament.scores).open.contains(&slot.game);
            if !expected || meeting.seats(slot.game) != entry.seats {
                return Err(UnexpectedGame(slot));
            }
            tournament.record(entry);
        }
        Ok(tournament)
    }

    /// The configuration of the cup.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The pairings, as far as they are known.
    #[must_use]
    pub fn fixtures(&self) -> &Fixtures {
        &self.fixtures
    }

    /// The scores of the games that have ended.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The games that have ended.
    #[must_use]
    pub fn games(&self) -> &BTreeMap<Slot, Played> {
        &self.games
    }

    /// The day it began.
    #[must_use]
    pub fn date(&self) -> Option<Date> {
        self.date
    }

    /// The error of a game that could not be written to the journal. No game is played after it.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// The slot of a game of the schedule.
    #[must_use]
    pub fn slot(pairing: &Pairing) -> Slot {
        let number = pairing.number;
        Slot {
            round: number >> (2 * SLOT_BITS),
            meeting: number >> SLOT_BITS & SLOT_MASK,
            game: number & SLOT_MASK,
        }
    }

    /// The opening of a game. All meetings of a round use the same openings in the same order, one for
    /// each pair of games.
    fn opening(&mut self, slot: Slot) -> Game {
        let rules = self.fixtures.rules();
        let pairs = rules.games.div_ceil(2) + rules.extra;
        let index = (slot.round - 1) * pairs + (slot.game - 1) / 2;
        while self.openings.len() <= index {
            let next = self.supply.draw();
            self.openings.push(next);
        }
        self.openings[index].clone()
    }

    /// Counts a game that has ended.
    fn record(&mut self, entry: Entry) {
        let score = Score::of(entry.seats, &entry.played);
        self.scores.insert(entry.slot, score);
        self.games.insert(entry.slot, entry.played);
        self.fixtures.advance(&self.scores);
    }

    /// The game to start now, if possible one whose players are not busy.
    fn choose(&self) -> Option<(&Meeting, usize)> {
        let busy: BTreeSet<usize> = self
            .playing
            .iter()
            .filter_map(|slot| self.fixtures.meeting(*slot))
            .flat_map(|meeting| meeting.entrants)
            .collect();
        let mut first = None;
        // A few are enough: there are far fewer tables than waiting games.
        let waiting = self.fixtures.open(&self.scores);
        let waiting =
            waiting.filter(|(meeting, game)| !self.playing.contains(&meeting.slot(*game)));
        for (meeting, game) in waiting.take(MAX_CANDIDATES) {
            if !meeting
                .entrants
                .iter()
                .any(|entrant| busy.contains(entrant))
            {
                return Some((meeting, game));
            }
            first = first.or(Some((meeting, game)));
        }
        first
    }
}

/// A game's number holds round, meeting and game, this many bits each.
const SLOT_BITS: u32 = 20;
const SLOT_MASK: usize = (1 << SLOT_BITS) - 1;

/// The number of waiting games that are searched for one whose players are free.
const MAX_CANDIDATES: usize = 256;

impl Schedule for Tournament {
    fn next(&mut self) -> Next<Pairing> {
        if self.failure.is_some() || self.journal.is_none() || self.fixtures.is_finished() {
            return Next::Done;
        }
        let chosen = self
            .choose()
            .map(|(meeting, game)| (meeting.slot(game), meeting.seats(game)));
        let Some((slot, seats)) = chosen else {
            return Next::Wait;
        };
        self.playing.insert(slot);
        let number = slot.round << (2 * SLOT_BITS) | slot.meeting << SLOT_BITS | slot.game;
        let pairing = Pairing {
            number,
            seats,
            opening: self.opening(slot),
        };
        Next::Job(number, pairing)
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        let slot = Tournament::slot(pairing);
        self.playing.remove(&slot);
        let entry = Entry {
            slot,
            seats: pairing.seats,
            played,
        };
        let Some(journal) = &mut self.journal else {
            return;
        };
        match journal.write(&entry, &self.config) {
            Ok(()) => self.record(entry),
            Err(error) => self.failure = Some(error),
        }
    }
}
