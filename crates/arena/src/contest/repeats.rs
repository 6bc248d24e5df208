//! Repeats: games that were disturbed from outside are played again.

use std::collections::{BTreeMap, VecDeque};

use jobs::Next;
use play::Clock;
use rules::{ByColor, Game};

use super::played::{Ending, MAX_REPEATS, Played};
use super::schedule::{Pairing, Schedule};

/// A schedule whose disturbed games are played again, each at most [`MAX_REPEATS`] times. The schedule
/// gets only the last attempt.
pub struct Repeats<S> {
    schedule: S,
    /// Games to be played again.
    again: VecDeque<Pairing>,
    /// How often games were repeated, by their number.
    repeats: BTreeMap<usize, usize>,
}

impl<S: Schedule> Repeats<S> {
    /// A schedule before its first game.
    pub fn new(schedule: S) -> Repeats<S> {
        Repeats {
            schedule,
            again: VecDeque::new(),
            repeats: BTreeMap::new(),
        }
    }

    /// The schedule, and the number of attempts that do not count.
    pub fn into_inner(self) -> (S, usize) {
        (self.schedule, self.repeats.values().sum())
    }
}

impl<S: Schedule> Schedule for Repeats<S> {
    fn next(&mut self) -> Next<Pairing> {
        if self.is_settled() {
            return Next::Done;
        }
        match self.again.pop_front() {
            Some(pairing) => Next::Job(pairing.number, pairing),
            None => self.schedule.next(),
        }
    }

    fn begun(&mut self, pairing: &Pairing) {
        self.schedule.begun(pairing);
    }

    fn moved(&mut self, pairing: &Pairing, game: &Game, clocks: &ByColor<Clock>) {
        self.schedule.moved(pairing, game, clocks);
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        let disturbed = played.disturbed.is_some() || matches!(played.ending, Ending::Void { .. });
        let repeats = self.repeats.entry(pairing.number).or_default();
        if disturbed && *repeats < MAX_REPEATS {
            *repeats += 1;
            self.again.push_back(pairing.clone());
        } else {
            self.schedule.ended(pairing, played);
        }
    }

    fn is_settled(&self) -> bool {
        self.schedule.is_settled()
    }
}
