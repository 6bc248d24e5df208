//! The games of a match.

use std::collections::BTreeMap;

use rules::{ByColor, Game};

use super::openings::Supply;
use super::tally::{GameResult, Tally};
use crate::contest::{Pairing, Played, Schedule};
use crate::rating::{Sprt, Verdict};
use jobs::Next;

/// A match between entrants 0 and 1: openings, each of them with both colours.
///
/// Pairs are counted in their order, however many games are played at once: where the players repeat
/// themselves so does the match, and games that take long are no worse witnesses than short ones.
pub struct Duel {
    supply: Supply,
    pairs: usize,
    sprt: Option<Sprt>,
    /// The number of the next game, counted from 0.
    next: usize,
    /// The opening of the pair whose second game comes next.
    half: Option<Game>,
    /// Games that have ended and are not counted yet, by number.
    waiting: BTreeMap<usize, GameResult>,
    /// Pairs that are counted.
    counted: usize,
    tally: Tally,
    verdict: Verdict,
}

impl Duel {
    /// A match of so many pairs, or fewer if a test can be decided before.
    #[must_use]
    pub fn new(supply: Supply, pairs: usize, sprt: Option<Sprt>) -> Duel {
        Duel {
            supply,
            pairs,
            sprt,
            next: 0,
            half: None,
            waiting: BTreeMap::new(),
            counted: 0,
            tally: Tally::default(),
            verdict: Verdict::Open,
        }
    }

    /// What the test says so far; open where there is none.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The test that may end the match, and the logarithm of its ratio so far.
    #[must_use]
    pub fn test(&self) -> Option<(&Sprt, f64)> {
        let sprt = self.sprt.as_ref()?;
        Some((sprt, sprt.ratio(self.tally.pairs())))
    }

    /// The score. Until a test is decided, it has every game that has ended; then those that decided
    /// it.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = self.tally.clone();
        if self.verdict != Verdict::Open {
            return tally;
        }
        let mut games = self.waiting.iter().peekable();
        while let Some((number, first)) = games.next() {
            let partner = games.next_if(|(other, _)| number % 2 == 0 && **other == number + 1);
            match partner {
                Some((_, second)) => tally.add_pair(&[first.clone(), second.clone()]),
                None => tally.add_game(first),
            }
        }
        tally
    }

    /// How many games there are at most.
    #[must_use]
    pub fn most_games(&self) -> usize {
        2 * self.pairs
    }

    /// Counts pairs whose turn has come, until the test is decided.
    fn count(&mut self) {
        while self.verdict == Verdict::Open {
            let number = 2 * self.counted;
            let complete = [number, number + 1]
                .iter()
                .all(|game| self.waiting.contains_key(game));
            if !complete {
                break;
            }
            let mut take = |game| self.waiting.remove(&game).expect("it is there");
            let pair = [take(number), take(number + 1)];
            self.tally.add_pair(&pair);
            self.counted += 1;
            if let Some(sprt) = &self.sprt {
                self.verdict = sprt.verdict(self.tally.pairs());
            }
        }
    }
}

impl Schedule for Duel {
    fn next(&mut self) -> Next<Pairing> {
        if self.verdict != Verdict::Open || self.next >= self.most_games() {
            return Next::Done;
        }
        let (opening, seats) = match self.half.take() {
            None => {
                let opening = self.supply.draw();
                self.half = Some(opening.clone());
                (opening, ByColor { black: 0, white: 1 })
            }
            Some(opening) => (opening, ByColor { black: 1, white: 0 }),
        };
        self.next += 1;
        let number = self.next;
        let pairing = Pairing {
            number,
            seats,
            opening,
        };
        Next::Job(number, pairing)
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        if self.verdict == Verdict::Open {
            let result = GameResult::of(&played, pairing.seats);
            self.waiting.insert(pairing.number - 1, result);
            self.count();
        }
    }

    fn is_settled(&self) -> bool {
        self.verdict != Verdict::Open
    }
}
