//! Meeting: the games of two players of a match, counted in pairs and in their order.

use std::collections::BTreeMap;

use rules::ByColor;

use super::game_result::GameResult;
use super::match_score::MatchScore;
use crate::contest::Played;
use crate::rating::{Sprt, Verdict};

/// The games of two players.
///
/// Pairs are counted in their order, however many games are played at the same time. So a match of
/// deterministic players is reproducible, and long games have the same weight as short ones.
#[derive(Clone, Debug)]
pub struct Meeting {
    players: [usize; 2],
    sprt: Option<Sprt>,
    /// Results that are not counted yet, by the number of their game in the meeting.
    waiting: BTreeMap<usize, GameResult>,
    /// The number of pairs that are counted.
    counted: usize,
    score: MatchScore,
    verdict: Verdict,
}

impl Meeting {
    /// A meeting of two players before its first game. The SPRT ends it.
    pub(super) fn new(players: [usize; 2], sprt: Option<Sprt>) -> Meeting {
        Meeting {
            players,
            sprt,
            waiting: BTreeMap::new(),
            counted: 0,
            score: MatchScore::default(),
            verdict: Verdict::Open,
        }
    }

    /// The two players. The score is that of the first one.
    #[must_use]
    pub fn players(&self) -> [usize; 2] {
        self.players
    }

    /// The colours of a game: the first player is Black in games with even numbers.
    pub(super) fn seats(&self, number: usize) -> ByColor<usize> {
        let [first, second] = self.players;
        let (black, white) = match number % 2 {
            0 => (first, second),
            _ => (second, first),
        };
        ByColor { black, white }
    }

    /// Counts a game, unless the SPRT is decided. Games are numbered from 0.
    pub(super) fn ended(&mut self, number: usize, played: &Played) {
        if self.verdict != Verdict::Open {
            return;
        }
        let seats = match number % 2 {
            0 => ByColor { black: 0, white: 1 },
            _ => ByColor { black: 1, white: 0 },
        };
        self.waiting.insert(number, GameResult::of(played, seats));
        self.count();
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
            self.score.add_pair(&pair);
            self.counted += 1;
            if let Some(sprt) = &self.sprt {
                self.verdict = sprt.verdict(self.score.pairs());
            }
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
        Some((sprt, sprt.ratio(self.score.pairs())))
    }

    /// The score. It includes every game that has ended; once the SPRT is decided, only the games that
    /// decided it.
    #[must_use]
    pub fn score(&self) -> MatchScore {
        let mut score = self.score.clone();
        if self.verdict != Verdict::Open {
            return score;
        }
        let mut games = self.waiting.iter().peekable();
        while let Some((number, first)) = games.next() {
            let partner = games.next_if(|(other, _)| number % 2 == 0 && **other == number + 1);
            match partner {
                Some((_, second)) => score.add_pair(&[first.clone(), second.clone()]),
                None => score.add_game(first),
            }
        }
        score
    }
}
