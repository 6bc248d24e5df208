//! Tournament: a cup being played, as a schedule of games with a journal.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;

use rules::Date;

use super::config::Config;
use super::course::Course;
use super::fixtures::Fixtures;
use super::journal::{Entry, Journal, JournalContents, talk};
use super::ledger::{Ledger, UnexpectedGame};
use super::meeting::Meeting;
use super::opening_plan::OpeningPlan;
use super::ruling::Ruling;
use super::sandbox;
use super::score::{Score, Scores, Slot};
use crate::contest::{Pairing, Played, Schedule};
use jobs::Next;

/// A cup being played. As a [`Schedule`] it decides which game comes next. A game that has ended is
/// written to the journal before it counts.
pub struct Tournament {
    pub(super) config: Config,
    pub(super) ledger: Ledger,
    pub(super) course: Course,
    /// Games that were lost without being played since they were last asked for.
    pub(super) forfeits: Vec<Slot>,
    playing: BTreeSet<Slot>,
    date: Option<Date>,
    /// The openings and the journal; without them no game can be played.
    pub(super) table: Option<(OpeningPlan, Journal)>,
    failure: Option<io::Error>,
}

impl Tournament {
    /// A cup that continues where its journal ends.
    ///
    /// # Errors
    /// When a game in the journal does not belong to the cup.
    pub fn new(
        config: Config,
        openings: OpeningPlan,
        contents: JournalContents,
        journal: Journal,
    ) -> Result<Tournament, UnexpectedGame> {
        let mut tournament = Tournament::shown(config, contents)?;
        tournament.table = Some((openings, journal));
        Ok(tournament)
    }

    /// A cup to look at: no game can be played.
    ///
    /// # Errors
    /// As [`new`](Tournament::new).
    pub fn shown(config: Config, contents: JournalContents) -> Result<Tournament, UnexpectedGame> {
        let ledger = Ledger::of(contents.lines)?;
        Ok(Tournament {
            course: Course::of(config.rules, config.size, &ledger)?,
            config,
            ledger,
            forfeits: Vec::new(),
            playing: BTreeSet::new(),
            date: contents.date,
            table: None,
            failure: None,
        })
    }

    /// The configuration of the cup.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The pairings, as far as they are known.
    #[must_use]
    pub fn fixtures(&self) -> &Fixtures {
        &self.course.fixtures
    }

    /// The scores of the games that have ended.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        &self.course.scores
    }

    /// The games that count, in the order of their slots.
    pub fn games(&self) -> impl Iterator<Item = (Slot, Cow<'_, Played>)> {
        let counted = self.scores().iter().filter(|(_, score)| !score.annulled);
        counted.map(|(slot, score)| {
            let played = self.ledger.played(*slot, score.seats, self.config.size);
            (*slot, played)
        })
    }

    /// A game that counts.
    #[must_use]
    pub fn played(&self, slot: Slot) -> Option<Cow<'_, Played>> {
        let score = self.scores().get(&slot).filter(|score| !score.annulled)?;
        Some(self.ledger.played(slot, score.seats, self.config.size))
    }

    /// The number of a game in the results. It stays the same for ever.
    #[must_use]
    pub fn number(&self, slot: Slot) -> usize {
        self.config.rules.number(slot)
    }

    /// The game with a number, also if it does not count any more or was not played yet.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Option<Slot> {
        let meetings = self.fixtures().meetings();
        let mut slots =
            meetings.flat_map(|meeting| (1..=meeting.last_game()).map(|game| meeting.slot(game)));
        slots.find(|slot| self.number(*slot) == number)
    }

    /// The games that an entrant which has withdrawn has lost since the last call.
    pub fn take_forfeits(&mut self) -> Vec<Slot> {
        std::mem::take(&mut self.forfeits)
    }

    /// The number of games that count.
    #[must_use]
    pub fn games_counted(&self) -> usize {
        let scores = self.scores().values();
        scores.filter(|score| !score.annulled).count()
    }

    /// Whether a program played without a sandbox in a game.
    pub(super) fn had_no_sandbox(&self, slot: Slot) -> bool {
        self.ledger.had_no_sandbox(slot)
    }

    /// The paths of the talk of a game, for Black and White, in the results folder.
    pub(super) fn talk(&self, slot: Slot) -> [Option<String>; 2] {
        self.ledger.talk(slot)
    }

    /// Whether no game was played yet.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.ledger.is_new()
    }

    /// All rulings, in order.
    #[must_use]
    pub fn rulings(&self) -> &[Ruling] {
        self.ledger.rulings()
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

    /// The game to start now, if possible one whose players are not busy.
    fn choose(&self) -> Option<(&Meeting, usize)> {
        let busy: BTreeSet<usize> = self
            .playing
            .iter()
            .filter_map(|slot| self.fixtures().meeting(*slot))
            .flat_map(|meeting| meeting.entrants)
            .collect();
        let mut first = None;
        // A few are enough: there are far fewer tables than waiting games.
        let waiting = self.fixtures().open(self.scores());
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

    /// Writes a game to the journal, its talk first, and counts it.
    fn keep(&mut self, mut entry: Entry) -> io::Result<()> {
        let Some((_, journal)) = &mut self.table else {
            return Ok(());
        };
        let slot = entry.slot;
        let attempt = self.ledger.attempts(slot) + 1;
        entry.talk = talk::keep(&self.config.results, slot, attempt, &entry.played.talk)?;
        journal.write(&entry, &self.config)?;
        // The talk can be long, and is in its file now.
        entry.played.talk = Default::default();
        let score = Score::of(entry.seats, &entry.played);
        let counts = self.ledger.add(entry);
        if counts.map_err(io::Error::other)? {
            let lost = self.course.insert(slot, score, &self.ledger);
            self.forfeits.extend(lost);
        }
        Ok(())
    }
}

/// A game's number holds round, meeting and game, this many bits each.
const SLOT_BITS: u32 = 20;
const SLOT_MASK: usize = (1 << SLOT_BITS) - 1;

/// The number of waiting games that are searched for one whose players are free.
const MAX_CANDIDATES: usize = 256;

impl Schedule for Tournament {
    fn next(&mut self) -> Next<Pairing> {
        if self.failure.is_some() || self.table.is_none() || self.fixtures().is_finished() {
            return Next::Done;
        }
        let chosen = self
            .choose()
            .map(|(meeting, game)| (meeting.slot(game), meeting.seats(game), meeting.pair(game)));
        let Some((slot, seats, pair)) = chosen else {
            return Next::Wait;
        };
        let Some((openings, _)) = &mut self.table else {
            return Next::Done;
        };
        self.playing.insert(slot);
        let number = slot.round << (2 * SLOT_BITS) | slot.meeting << SLOT_BITS | slot.game;
        let pairing = Pairing {
            number,
            seats,
            opening: openings.opening(slot.round, pair),
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
            talk: Default::default(),
            no_sandbox: sandbox::is_missing(&self.config, pairing.seats),
        };
        if let Err(error) = self.keep(entry) {
            self.failure = Some(error);
        }
    }
}
