//! Fixtures: the pairings of a cup, as far as they are known.

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Format, Standing};
use super::format::swiss::History;
use super::format::{gauntlet, knockout, round_robin, swiss};
use super::meeting::{Meeting, MeetingLength};
use super::pairing_rules::PairingRules;
use super::score::{Scores, Slot};
use super::standings;

/// The pairings of a cup, as far as they are known. They depend only on the pairing rules and the
/// scores.
///
/// ```
/// use arena::cup::{Fixtures, Format, Score, Scores, PairingRules};
/// let rules = PairingRules {
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
/// let mut fixtures = Fixtures::new(rules);
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
    rules: PairingRules,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// The meetings from the first one on that is not over. Later ones may be over.
    pending: BTreeSet<(usize, usize)>,
    /// The byes: round and entrant.
    byes: Vec<(usize, usize)>,
    winner: Option<usize>,
    finished: bool,
}

impl Fixtures {
    /// The pairings before the first game.
    #[must_use]
    pub fn new(rules: PairingRules) -> Fixtures {
        let mut fixtures = Fixtures {
            rules,
            meetings: BTreeMap::new(),
            pending: BTreeSet::new(),
            byes: Vec::new(),
            winner: None,
            finished: false,
        };
        match rules.format {
            Format::RoundRobin => {
                let (meetings, byes) = round_robin::meetings(&rules);
                fixtures.add(meetings);
                fixtures.byes = byes;
            }
            Format::Gauntlet => fixtures.add(gauntlet::meetings(&rules)),
            Format::Knockout | Format::Swiss => {}
        }
        fixtures.advance(&Scores::new());
        fixtures
    }

    /// The pairing rules.
    #[must_use]
    pub fn rules(&self) -> &PairingRules {
        &self.rules
    }

    /// The known meetings, by round and number.
    pub fn meetings(&self) -> impl Iterator<Item = &Meeting> {
        self.meetings.values()
    }

    /// The meeting of a game, if it is known.
    #[must_use]
    pub fn meeting(&self, slot: Slot) -> Option<&Meeting> {
        self.meetings.get(&(slot.round, slot.meeting))
    }

    /// The byes: round and entrant. In a Swiss system a bye counts as a meeting won.
    #[must_use]
    pub fn byes(&self) -> &[(usize, usize)] {
        &self.byes
    }

    /// The winner of the cup, once it is certain.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// Whether all games have been played.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The standings, first place first. The house program is not in them.
    #[must_use]
    pub fn standings(&self, scores: &Scores) -> Vec<Standing> {
        standings::standings(&self.rules, &self.byes, scores)
    }

    /// The games that can be played now, in order. Games that are being played are included.
    pub fn open<'a>(&'a self, scores: &'a Scores) -> impl Iterator<Item = (&'a Meeting, usize)> {
        let pending = self.pending.iter().map(|place| &self.meetings[place]);
        pending.flat_map(|meeting| {
            let open = meeting.tally(scores).open;
            open.into_iter().map(move |game| (meeting, game))
        })
    }

    /// Adds the meetings that follow from new scores.
    pub fn advance(&mut self, scores: &Scores) {
        self.remove_finished(scores);
        match self.rules.format {
            Format::Knockout => {
                let tree = knockout::tree(&self.rules, scores);
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

    /// Removes the meetings that are over from `pending`, up to the first one that is not.
    fn remove_finished(&mut self, scores: &Scores) {
        while let Some(first) = self.pending.first().copied()
            && self.meetings[&first].tally(scores).over
        {
            self.pending.remove(&first);
        }
    }

    fn advance_swiss(&mut self, scores: &Scores) {
        let done = self.meetings.keys().last().map_or(0, |place| place.0);
        for round in done + 1..=self.rules.rounds {
            if !self.pending.is_empty() {
                return;
            }
            let (meetings, bye) = swiss::round(&self.rules, round, &self.histories(scores));
            self.add(meetings);
            self.byes.extend(bye.map(|entrant| (round, entrant)));
        }
    }

    /// The history of each entrant, from which the next round of a Swiss system is paired.
    fn histories(&self, scores: &Scores) -> Vec<History> {
        let mut histories = vec![History::default(); self.rules.entrants];
        for (_, entrant) in &self.byes {
            histories[*entrant].bye = true;
            histories[*entrant].halves += 2 * self.rules.games as u32;
        }
        for meeting in self.meetings.values() {
            let [one, other] = meeting.entrants;
            histories[one].met.insert(other);
            histories[other].met.insert(one);
        }
        for score in scores.values() {
            for (entrant, black) in [(score.seats.black, true), (score.seats.white, false)] {
                histories[entrant].halves += score.halves(entrant);
                histories[entrant].balance += if black { 1 } else { -1 };
                histories[entrant].last_black = Some(black);
            }
        }
        histories
    }

    /// Finds the winner, and adds its meeting with the house program.
    fn advance_house(&mut self, scores: &Scores) {
        let round = self.rules.house_round();
        let rounds_known = self
            .meetings
            .keys()
            .next_back()
            .is_some_and(|last| last.0 + 1 >= round);
        let going_on = self.pending.first().is_some_and(|place| place.0 < round);
        if going_on || !rounds_known {
            return;
        }
        // Of several that no tie-break separates, the better seed.
        let winner = self.standings(scores)[0].entrant;
        self.winner = Some(winner);
        if let Some(games) = self.rules.house {
            self.add(vec![Meeting {
                round,
                number: 1,
                label: "House match".to_string(),
                entrants: [winner, self.rules.entrants],
                first: (self.rules.random_number(&[round, 1]) % 2) as usize,
                length: MeetingLength::All(games),
            }]);
        }
        self.remove_finished(scores);
        self.finished = self.pending.is_empty();
    }
}
