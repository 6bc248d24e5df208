//! The schedule of a match: pairs of games of two or more players, ended early by an SPRT.

use rules::Game;

use super::match_score::MatchScore;
use super::meeting::Meeting;
use super::openings::OpeningSupply;
use crate::contest::{Pairing, Played, Schedule};
use crate::rating::{self, PairScore, Rating, Sprt, Verdict};
use jobs::Next;

/// Which players of a match meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFormat {
    /// Each player meets every other one.
    RoundRobin,
    /// The first player meets every other one.
    Gauntlet,
}

impl MatchFormat {
    /// The players that meet, by their index.
    ///
    /// ```
    /// use arena::matches::MatchFormat;
    /// assert_eq!(MatchFormat::RoundRobin.meetings(3), [[0, 1], [0, 2], [1, 2]]);
    /// assert_eq!(MatchFormat::Gauntlet.meetings(3), [[0, 1], [0, 2]]);
    /// ```
    #[must_use]
    pub fn meetings(self, players: usize) -> Vec<[usize; 2]> {
        let hosts = match self {
            MatchFormat::RoundRobin => players,
            MatchFormat::Gauntlet => players.min(1),
        };
        let met = |first: usize| (first + 1..players).map(move |second| [first, second]);
        (0..hosts).flat_map(met).collect()
    }
}

/// The games of a match. Each opening is played in every meeting, with both colours.
pub struct MatchSchedule {
    supply: OpeningSupply,
    pairs: usize,
    meetings: Vec<Meeting>,
    /// The number of the next game, counted from 0.
    next: usize,
    /// The opening of the games that come next.
    opening: Option<Game>,
}

impl MatchSchedule {
    /// A match of two players, of `pairs` pairs, or fewer if the SPRT is decided earlier.
    #[must_use]
    pub fn new(supply: OpeningSupply, pairs: usize, sprt: Option<Sprt>) -> MatchSchedule {
        MatchSchedule::of(supply, pairs, vec![Meeting::new([0, 1], sprt)])
    }

    /// A match of several players, of `pairs` pairs in each meeting.
    #[must_use]
    pub fn among(
        supply: OpeningSupply,
        pairs: usize,
        players: usize,
        format: MatchFormat,
    ) -> MatchSchedule {
        let meetings = format.meetings(players).into_iter();
        let meetings = meetings.map(|players| Meeting::new(players, None));
        MatchSchedule::of(supply, pairs, meetings.collect())
    }

    fn of(supply: OpeningSupply, pairs: usize, meetings: Vec<Meeting>) -> MatchSchedule {
        MatchSchedule {
            supply,
            pairs,
            meetings,
            next: 0,
            opening: None,
        }
    }

    /// The meetings, in the order of their first games.
    #[must_use]
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// The verdict of the SPRT so far; open without an SPRT.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let mut verdicts = self.meetings.iter().map(Meeting::verdict);
        let decided = verdicts.find(|verdict| *verdict != Verdict::Open);
        decided.unwrap_or(Verdict::Open)
    }

    /// The score of the first meeting: the whole score of a match of two players.
    #[must_use]
    pub fn score(&self) -> MatchScore {
        self.meetings
            .first()
            .map(Meeting::score)
            .unwrap_or_default()
    }

    /// The maximum number of games.
    #[must_use]
    pub fn most_games(&self) -> usize {
        self.pairs.saturating_mul(self.games_per_opening())
    }

    /// The ratings of this many players, from all games so far.
    #[must_use]
    pub fn ratings(&self, players: usize) -> Vec<Rating> {
        let meetings = self.meetings.iter().map(|meeting| {
            let ([first, second], score) = (meeting.players(), meeting.score());
            PairScore {
                first,
                second,
                points: score.points(),
                games: score.games().total() as f64,
            }
        });
        rating::list(players, &meetings.collect::<Vec<_>>())
    }

    fn games_per_opening(&self) -> usize {
        2 * self.meetings.len()
    }

    /// The index of the meeting of a game, and the number of the game in it. All are counted from 0.
    fn place(&self, game: usize) -> (usize, usize) {
        let (opening, rest) = (
            game / self.games_per_opening(),
            game % self.games_per_opening(),
        );
        (rest / 2, 2 * opening + rest % 2)
    }
}

impl Schedule for MatchSchedule {
    fn next(&mut self) -> Next<Pairing> {
        if self.is_settled() || self.next >= self.most_games() {
            return Next::Done;
        }
        let is_new = self.next.is_multiple_of(self.games_per_opening());
        let opening = match self.opening.take().filter(|_| !is_new) {
            Some(opening) => opening,
            None => self.supply.draw(),
        };
        self.opening = Some(opening.clone());
        let (meeting, game) = self.place(self.next);
        self.next += 1;
        let pairing = Pairing {
            number: self.next,
            seats: self.meetings[meeting].seats(game),
            opening,
        };
        Next::Job(self.next, pairing)
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        let (meeting, game) = self.place(pairing.number - 1);
        self.meetings[meeting].ended(game, &played);
    }

    fn is_settled(&self) -> bool {
        self.verdict() != Verdict::Open
    }
}
