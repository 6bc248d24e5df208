//! The schedule of a head-to-head match: pairs of games, ended early by an SPRT.

use std::collections::BTreeMap;

use rules::{ByColor, Game};

use super::match_score::{GameResult, MatchScore};
use super::openings::OpeningSupply;
use crate::contest::{Pairing, Played, Schedule};
use crate::rating::{Sprt, Verdict};
use jobs::Next;

/// A match between entrants 0 and 1: each opening is played with both colours.
///
/// Pairs are counted in their order, however many games are played at the same time. So a match of
/// deterministic players is reproducible, and long games have the same weight as short ones.
pub struct HeadToHead {
    supply: OpeningSupply,
    pairs: usize,
    sprt: Option<Sprt>,
    /// The number of the next game, counted from 0.
    next: usize,
    /// The opening of the pair whose second game comes next.
    open_pair: Option<Game>,
    /// Results that are not counted yet, by the number of their game.
    waiting: BTreeMap<usize, GameResult>,
    /// The number of pairs that are counted.
    counted: usize,
    tally: MatchScore,
    verdict: Verdict,
}

impl HeadToHead {
    /// A match of `pairs` pairs, or fewer if the SPRT is decided earlier.
    #[must_use]
    pub fn new(supply: OpeningSupply, pairs: usize, sprt: Option<Sprt>) -> HeadToHead {
        HeadToHead {
            supply,
            pairs,
            sprt,
            next: 0,
            open_pair: None,
            waiting: BTreeMap::new(),
            counted: 0,
            tally: MatchScore::default(),
            verdict: Verdict::Open,
        }
    }

    /// The verdict of the SPRT so far; open without an SPRT.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The SPRT and its log-likelihood ratio (LLR) so far.
    #[must_use]
    pub fn test(&self) -> Option<(&Sprt, f64)> {
        let sprt = self.sprt.as_ref()?;
        Some((sprt, sprt.ratio(self.tally.pairs())))
    }

    /// The score. It includes every game that has ended; once the SPRT is decided, only the games that
    /// decided it.
    #[must_use]
    pub fn tally(&self) -> MatchScore {
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

    /// The maximum number of games.
    #[must_use]
    pub fn most_games(&self) -> usize {
        2 * self.pairs
    }

    /// Counts complete pairs in order, until the SPRT is decided.
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

impl Schedule for HeadToHead {
    fn next(&mut self) -> Next<Pairing> {
        if self.verdict != Verdict::Open || self.next >= self.most_games() {
            return Next::Done;
        }
        let (opening, seats) = match self.open_pair.take() {
            None => {
                let opening = self.supply.draw();
                self.open_pair = Some(opening.clone());
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
