//! A cup being played: what comes next, and what has been.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use rules::{Date, Game};

use super::config::Config;
use super::fixtures::Fixtures;
use super::journal::{Entry, Journal, Pages};
use super::meeting::Meeting;
use super::score::{Score, Scores, Slot};
use crate::contest::{Pairing, Played, Schedule};
use crate::matches::Supply;
use jobs::Next;

/// A cup being played. As a schedule it says which game comes next; what ends is kept in the
/// journal before anything else is made of it.
pub struct Course {
    config: Config,
    supply: Supply,
    /// The openings drawn so far.
    openings: Vec<Game>,
    fixtures: Fixtures,
    scores: Scores,
    games: BTreeMap<Slot, Played>,
    playing: BTreeSet<Slot>,
    date: Option<Date>,
    journal: Option<Journal>,
    failure: Option<io::Error>,
}

/// A game in the journal that does not belong to the cup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray(pub Slot);

impl std::fmt::Display for Stray {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "game {} in the journal does not follow from the games before it; the file was changed, \
             or another version of the program wrote it",
            self.0
        )
    }
}

impl std::error::Error for Stray {}

impl Course {
    /// A cup that goes on where its journal ends. Without a journal to write to, nothing more can be
    /// played.
    ///
    /// # Errors
    /// When a game in the journal does not belong to the cup.
    pub fn new(
        config: Config,
        supply: Supply,
        pages: Pages,
        journal: Option<Journal>,
    ) -> Result<Course, Stray> {
        let mut course = Course {
            fixtures: Fixtures::new(config.terms),
            config,
            supply,
            openings: Vec::new(),
            scores: Scores::new(),
            games: BTreeMap::new(),
            playing: BTreeSet::new(),
            date: pages.date,
            journal,
            failure: None,
        };
        for entry in pages.entries {
            let slot = entry.slot;
            let meeting = course.fixtures.meeting(slot).ok_or(Stray(slot))?;
            let expected = meeting.tally(&course.scores).open.contains(&slot.game);
            if !expected || meeting.seats(slot.game) != entry.seats {
                return Err(Stray(slot));
            }
            course.note(entry);
        }
        Ok(course)
    }

    /// What the cup is.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Who meets whom.
    #[must_use]
    pub fn fixtures(&self) -> &Fixtures {
        &self.fixtures
    }

    /// What the games came to.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The games that have ended.
    #[must_use]
    pub fn games(&self) -> &BTreeMap<Slot, Played> {
        &self.games
    }

    /// When it began.
    #[must_use]
    pub fn date(&self) -> Option<Date> {
        self.date
    }

    /// Why a game could not be kept, if that happened. Then nothing more is played.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// Where a game of the schedule belongs.
    #[must_use]
    pub fn slot(pairing: &Pairing) -> Slot {
        let number = pairing.number;
        Slot {
            round: number >> (2 * BITS),
            meeting: number >> BITS & MASK,
            game: number & MASK,
        }
    }

    /// Where a game begins: the pairs of a round all begin from the same openings, one after the
    /// other.
    fn opening(&mut self, slot: Slot) -> Game {
        let terms = self.fixtures.terms();
        let pairs = terms.games.div_ceil(2) + terms.extra;
        let place = (slot.round - 1) * pairs + (slot.game - 1) / 2;
        while self.openings.len() <= place {
            let next = self.supply.draw();
            self.openings.push(next);
        }
        self.openings[place].clone()
    }

    fn note(&mut self, entry: Entry) {
        let score = Score::of(entry.seats, &entry.played);
        self.scores.insert(entry.slot, score);
        self.games.insert(entry.slot, entry.played);
        self.fixtures.advance(&self.scores);
    }

    /// The game to begin now: one whose players are not busy, if there is one.
    fn choose(&self) -> Option<(&Meeting, usize)> {
        let busy: BTreeSet<usize> = self
            .playing
            .iter()
            .filter_map(|slot| self.fixtures.meeting(*slot))
            .flat_map(|meeting| meeting.entrants)
            .collect();
        let mut first = None;
        // Looking at all of a thousand would be no use: the tables are few.
        let waiting = self.fixtures.open(&self.scores);
        let waiting =
            waiting.filter(|(meeting, game)| !self.playing.contains(&meeting.slot(*game)));
        for (meeting, game) in waiting.take(LOOK_AHEAD) {
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

/// A game's number holds round, meeting and game, so many bits each.
const BITS: u32 = 20;
const MASK: usize = (1 << BITS) - 1;

/// How many games are looked at for one whose players are free.
const LOOK_AHEAD: usize = 256;

impl Schedule for Course {
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
        let number = slot.round << (2 * BITS) | slot.meeting << BITS | slot.game;
        let pairing = Pairing {
            number,
            seats,
            opening: self.opening(slot),
        };
        Next::Job(number, pairing)
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        let slot = Course::slot(pairing);
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
            Ok(()) => self.note(entry),
            Err(error) => self.failure = Some(error),
        }
    }
}
