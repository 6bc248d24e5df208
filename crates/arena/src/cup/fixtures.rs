//! The list of meetings of a cup, as far as they are known.

use std::collections::{BTreeMap, BTreeSet};

use super::event::Format;
use super::format::swiss::Past;
use super::format::{gauntlet, knockout, round_robin, swiss};
use super::meeting::{Length, Meeting};
use super::score::{Scores, Slot};
use super::table;
use super::terms::Terms;

/// Who meets whom, as far as it is known. It follows from the terms and the results alone.
///
/// ```
/// use arena::cup::{Fixtures, Format, Score, Scores, Terms};
/// let terms = Terms {
///     format: Format::Knockout,
///     entrants: 3,
///     games: 1,
///     extra: 0,
///     rounds: 0,
///     third_place: false,
///     house: None,
///     seed: 1,
/// };
/// let mut scores = Scores::new();
/// let mut fixtures = Fixtures::new(terms);
/// fixtures.advance(&scores);
/// // The best seed waits in the final for the winner of the other two.
/// let semi = fixtures.meetings().next().unwrap();
/// assert_eq!(semi.entrants, [1, 2]);
/// scores.insert(semi.slot(1), Score { seats: semi.seats(1), discs: 10, fault: None });
/// fixtures.advance(&scores);
/// assert_eq!(fixtures.meetings().last().unwrap().label, "Final");
/// ```
#[derive(Clone, Debug)]
pub struct Fixtures {
    terms: Terms,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// Those that are not known to be over: all that come after the first one that is not.
    pending: BTreeSet<(usize, usize)>,
    /// Who had no opponent: round and entrant.
    byes: Vec<(usize, usize)>,
    winner: Option<usize>,
    finished: bool,
}

impl Fixtures {
    /// The list before the first game.
    #[must_use]
    pub fn new(terms: Terms) -> Fixtures {
        let mut fixtures = Fixtures {
            terms,
            meetings: BTreeMap::new(),
            pending: BTreeSet::new(),
            byes: Vec::new(),
            winner: None,
            finished: false,
        };
        match terms.format {
            Format::RoundRobin => {
                let (meetings, byes) = round_robin::meetings(&terms);
                fixtures.add(meetings);
                fixtures.byes = byes;
            }
            Format::Gauntlet => fixtures.add(gauntlet::meetings(&terms)),
            Format::Knockout | Format::Swiss => {}
        }
        fixtures.advance(&Scores::new());
        fixtures
    }

    /// What it follows from, besides the results.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The meetings that are known, in the order of their rounds.
    pub fn meetings(&self) -> impl Iterator<Item = &Meeting> {
        self.meetings.values()
    }

    /// The meeting a game belongs to, if that is known and there is such a game.
    #[must_use]
    pub fn meeting(&self, slot: Slot) -> Option<&Meeting> {
        self.meetings.get(&(slot.round, slot.meeting))
    }

    /// Who had no opponent: round and entrant. In a Swiss system that is worth a meeting won.
    #[must_use]
    pub fn byes(&self) -> &[(usize, usize)] {
        &self.byes
    }

    /// Who won the cup, once that is certain.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// Whether every game has been played.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The round of the house match.
    #[must_use]
    pub fn house_round(&self) -> usize {
        self.terms.last_round() + 1
    }

    /// The games to be played now, the first ones first; those that are being played are among
    /// them.
    pub fn open<'a>(&'a self, scores: &'a Scores) -> impl Iterator<Item = (&'a Meeting, usize)> {
        let pending = self.pending.iter().map(|place| &self.meetings[place]);
        pending.flat_map(|meeting| {
            let open = meeting.tally(scores).open;
            open.into_iter().map(move |game| (meeting, game))
        })
    }

    /// Adds the meetings that results have made known.
    pub fn advance(&mut self, scores: &Scores) {
        self.put_away(scores);
        match self.terms.format {
            Format::Knockout => {
                let tree = knockout::tree(&self.terms, scores);
                self.add(knockout::meetings(&tree).cloned().collect());
            }
            Format::Swiss => self.advance_swiss(scores),
            Format::RoundRobin | Format::Gauntlet => {}
        }
        self.advance_house(scores);
    }

    fn add(&mut self, meetings: Vec<Meeting>) {
        for meeting in meetings {
            let place = (meeting.round, meeting.number);
            if self.meetings.insert(place, meeting).is_none() {
                self.pending.insert(place);
            }
        }
    }

    /// Forgets the meetings that are over, up to the first one that is not.
    fn put_away(&mut self, scores: &Scores) {
        while let Some(first) = self.pending.first().copied()
            && self.meetings[&first].tally(scores).over
        {
            self.pending.remove(&first);
        }
    }

    fn advance_swiss(&mut self, scores: &Scores) {
        let done = self.meetings.keys().last().map_or(0, |place| place.0);
        for round in done + 1..=self.terms.rounds {
            if !self.pending.is_empty() {
                return;
            }
            let (meetings, bye) = swiss::round(&self.terms, round, &self.past(scores));
            self.add(meetings);
            self.byes.extend(bye.map(|entrant| (round, entrant)));
        }
    }

    /// What the next round of a Swiss system needs to know.
    fn past(&self, scores: &Scores) -> Vec<Past> {
        let mut past = vec![Past::default(); self.terms.entrants];
        for (_, entrant) in &self.byes {
            past[*entrant].bye = true;
            past[*entrant].halves += 2 * self.terms.games as u32;
        }
        for meeting in self.meetings.values() {
            let [one, other] = meeting.entrants;
            past[one].met.insert(other);
            past[other].met.insert(one);
        }
        for score in scores.values() {
            for (entrant, black) in [(score.seats.black, true), (score.seats.white, false)] {
                past[entrant].halves += score.halves(entrant);
                past[entrant].balance += if black { 1 } else { -1 };
                past[entrant].last_black = Some(black);
            }
        }
        past
    }

    /// Finds the winner, then has it meet the house program.
    fn advance_house(&mut self, scores: &Scores) {
        let round = self.house_round();
        let rounds_known = self
            .meetings
            .keys()
            .next_back()
            .is_some_and(|last| last.0 + 1 >= round);
        let going_on = self.pending.first().is_some_and(|place| place.0 < round);
        if going_on || !rounds_known {
            return;
        }
        let winner = table::first(self, scores);
        self.winner = Some(winner);
        if let Some(games) = self.terms.house {
            self.add(vec![Meeting {
                round,
                number: 1,
                label: "House match".to_string(),
                entrants: [winner, self.terms.entrants],
                first: (self.terms.luck(&[round, 1]) % 2) as usize,
                length: Length::All(games),
            }]);
        }
        self.put_away(scores);
        self.finished = self.pending.is_empty();
    }
}
