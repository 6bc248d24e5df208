//! Ledger: the games and rulings of a journal, as they count together.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rules::{ByColor, Color, Game, Size};

use super::fixtures::Withdrawals;
use super::journal::{Entry, JournalLine};
use super::meeting::Meeting;
use super::ruling::{Action, Ruling};
use super::score::{Score, Slot};
use crate::contest::{Ending, MAX_REPEATS, Played};

/// The games and rulings of a journal: the last game of each slot, and what was decided about it.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    games: BTreeMap<Slot, Entry>,
    verdicts: BTreeMap<Slot, Verdict>,
    /// The number of games played in each slot, those that do not count included.
    attempts: BTreeMap<Slot, usize>,
    /// The number of games in each slot that were disturbed and did not count.
    repeats: BTreeMap<Slot, usize>,
    withdrawn: Withdrawals,
    /// Why an entrant has withdrawn.
    reasons: BTreeMap<usize, String>,
    rulings: Vec<Ruling>,
}

/// A decision about a game that holds.
#[derive(Clone, Debug)]
struct Verdict {
    seats: ByColor<usize>,
    /// The entrant that loses, and the reason; `None` when the game is annulled.
    loser: Option<(usize, String)>,
}

/// A game in the journal that does not follow from the games before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnexpectedGame(pub Slot);

impl fmt::Display for UnexpectedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {} in the journal does not follow from the games before it; the file was changed, \
             or another version of the program wrote it",
            self.0
        )
    }
}

impl std::error::Error for UnexpectedGame {}

impl Ledger {
    /// The ledger of a journal.
    ///
    /// # Errors
    /// When a slot has two games, and no ruling between them.
    pub fn of(lines: Vec<JournalLine>) -> Result<Ledger, UnexpectedGame> {
        let mut ledger = Ledger::default();
        for line in lines {
            match line {
                JournalLine::Game(entry) => {
                    ledger.add(*entry)?;
                }
                JournalLine::Ruling(ruling) => ledger.rule(ruling),
            }
        }
        Ok(ledger)
    }

    /// Adds a game that has ended. Returns whether it counts: a game that was disturbed is played
    /// again, at most [`MAX_REPEATS`] times.
    ///
    /// # Errors
    /// When the slot has a result already.
    pub fn add(&mut self, entry: Entry) -> Result<bool, UnexpectedGame> {
        let slot = entry.slot;
        if self.games.contains_key(&slot) || self.verdicts.contains_key(&slot) {
            return Err(UnexpectedGame(slot));
        }
        *self.attempts.entry(slot).or_default() += 1;
        let repeats = self.repeats.entry(slot).or_default();
        if let Some(reason) = &entry.played.disturbed
            && *repeats < MAX_REPEATS
        {
            *repeats += 1;
            self.rulings.push(Ruling {
                action: Action::Repeat(slot),
                seats: Some(entry.seats),
                reason: reason.clone(),
                superseded: false,
            });
            return Ok(false);
        }
        self.games.insert(slot, entry);
        Ok(true)
    }

    /// Adds a ruling.
    pub fn rule(&mut self, ruling: Ruling) {
        let verdict = |loser: Option<usize>| {
            let loser = loser.map(|entrant| (entrant, ruling.reason.clone()));
            ruling.seats.map(|seats| Verdict { seats, loser })
        };
        match ruling.action {
            Action::Annul(slot) => self.verdicts.extend(verdict(None).map(|it| (slot, it))),
            Action::Forfeit { slot, loser } => {
                self.verdicts
                    .extend(verdict(Some(loser)).map(|it| (slot, it)));
            }
            Action::Replay(slot) | Action::Repeat(slot) => {
                self.games.remove(&slot);
                self.verdicts.remove(&slot);
                self.repeats.remove(&slot);
            }
            Action::Withdraw { entrant, round } => {
                self.withdrawn.insert(entrant, round);
                self.reasons.insert(entrant, ruling.reason.clone());
            }
        }
        let is_earlier = |other: &&mut Ruling| {
            let is_repeat = matches!(other.action, Action::Repeat(_));
            let slot = other.action.slot();
            slot.is_some() && slot == ruling.action.slot() && !is_repeat
        };
        for earlier in self.rulings.iter_mut().filter(is_earlier) {
            earlier.superseded = true;
        }
        self.rulings.push(ruling);
    }

    /// All rulings, in order.
    pub fn rulings(&self) -> &[Ruling] {
        &self.rulings
    }

    /// The entrants that have withdrawn.
    pub fn withdrawn(&self) -> &Withdrawals {
        &self.withdrawn
    }

    /// The number of games played in a slot, those that do not count included.
    pub fn attempts(&self, slot: Slot) -> usize {
        self.attempts.get(&slot).copied().unwrap_or(0)
    }

    /// Whether no game was played.
    pub fn is_new(&self) -> bool {
        self.attempts.is_empty()
    }

    /// The slots that have a game or a verdict, in order.
    pub fn slots(&self) -> BTreeSet<Slot> {
        let slots = self.games.keys().chain(self.verdicts.keys());
        slots.copied().collect()
    }

    /// Whether a slot has a game or a verdict.
    pub fn has(&self, slot: Slot) -> bool {
        self.games.contains_key(&slot) || self.verdicts.contains_key(&slot)
    }

    /// Whether a slot is annulled.
    pub fn is_annulled(&self, slot: Slot) -> bool {
        let verdict = self.verdicts.get(&slot);
        verdict.is_some_and(|verdict| verdict.loser.is_none())
    }

    /// The entrant that lost a game by a ruling.
    pub fn loser(&self, slot: Slot) -> Option<usize> {
        let loser = self.verdicts.get(&slot)?.loser.as_ref();
        loser.map(|(entrant, _)| *entrant)
    }

    /// The score of a game of a meeting; `None` when it has no game and no verdict, or those of other
    /// entrants.
    pub fn score(&self, meeting: &Meeting, game: usize, size: Size) -> Option<Score> {
        let slot = meeting.slot(game);
        let seats = meeting.seats(game);
        if self.is_annulled(slot) {
            let is_same = self.verdicts[&slot].seats == seats;
            return is_same.then(|| Score::annulled(seats));
        }
        let is_same = |kept: ByColor<usize>| kept == seats;
        let verdict = self.verdicts.get(&slot).map(|verdict| verdict.seats);
        let game = self.games.get(&slot).map(|entry| entry.seats);
        let is_known = verdict.or(game).is_some_and(is_same);
        is_known.then(|| Score::of(seats, &self.played(slot, seats, size)))
    }

    /// The score of a game of a meeting that an entrant which has withdrawn does not play.
    pub fn forfeit(&self, meeting: &Meeting, game: usize, size: Size) -> Score {
        let seats = meeting.seats(game);
        let gone = |entrant| self.withdrawn.contains_key(&entrant);
        if gone(seats.black) && gone(seats.white) {
            return Score::annulled(seats);
        }
        Score::of(seats, &self.played(meeting.slot(game), seats, size))
    }

    /// The game of a slot as it counts. A game that was not played has no moves.
    pub fn played(&self, slot: Slot, seats: ByColor<usize>, size: Size) -> Cow<'_, Played> {
        let lost = |loser: usize, reason: String| Ending::Fault {
            black: seats.black == loser,
            reason,
        };
        let entry = self.games.get(&slot);
        let verdict = self.verdicts.get(&slot).and_then(|it| it.loser.as_ref());
        match (entry, verdict) {
            (Some(entry), None) => Cow::Borrowed(&entry.played),
            (entry, Some((loser, reason))) => {
                let played = entry.map_or_else(|| unplayed(size), |entry| entry.played.clone());
                Cow::Owned(Played {
                    ending: lost(*loser, format!("forfeited the game: {reason}")),
                    ..played
                })
            }
            (None, None) => {
                let mut gone = Color::ALL.into_iter().filter_map(|color| {
                    let reason = self.reasons.get(&seats[color])?;
                    Some((seats[color], reason))
                });
                let ending = gone.next().map_or(Ending::Board, |(entrant, reason)| {
                    lost(entrant, format!("has withdrawn: {reason}"))
                });
                Cow::Owned(Played {
                    ending,
                    ..unplayed(size)
                })
            }
        }
    }

    /// Whether a program played without a sandbox in a game.
    pub fn had_no_sandbox(&self, slot: Slot) -> bool {
        self.games.get(&slot).is_some_and(|entry| entry.no_sandbox)
    }

    /// Where the talk of a game is kept: the paths for Black and White in the results folder.
    pub fn talk(&self, slot: Slot) -> [Option<String>; 2] {
        let entry = self.games.get(&slot);
        entry.map_or_else(Default::default, |entry| entry.talk.clone())
    }
}

/// A game without moves.
fn unplayed(size: Size) -> Played {
    Played {
        game: Game::new(size),
        opening: 0,
        moves: Vec::new(),
        ending: Ending::Board,
        stderr: Default::default(),
        disturbed: None,
        talk: Default::default(),
    }
}
