//! Fixtures: the pairings of a cup, as far as they are known.

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Format, Standing};
use super::format::swiss::History;
use super::format::{gauntlet, groups, knockout, swiss};
use super::meeting::{Meeting, MeetingLength};
use super::pairing_rules::PairingRules;
use super::score::{Scores, Slot};
use super::standings;

/// The pairings of a cup, as far as they are known. They depend only on the pairing rules, the
/// withdrawals and the scores.
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
///     qualifier: None,
///     house: None,
///     seed: 1,
/// };
/// let mut scores = Scores::new();
/// let mut fixtures = Fixtures::new(rules);
/// fixtures.advance(&scores);
/// // The best seed waits in the final for the winner of the other two.
/// let semi = fixtures.meetings().next().unwrap();
/// assert_eq!(semi.entrants, [1, 2]);
/// let score = Score { seats: semi.seats(1), discs: 10, fault: None, annulled: false };
/// scores.insert(semi.slot(1), score);
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
    /// The rounds of a Swiss system that have been paired.
    paired: usize,
    /// The entrants of the knock-out, best seed first, once they are known.
    seeds: Option<Vec<usize>>,
    withdrawn: Withdrawals,
    winner: Option<usize>,
    finished: bool,
}

/// The entrants that have withdrawn, each with the first round in which it is not paired any more.
pub type Withdrawals = BTreeMap<usize, usize>;

impl Fixtures {
    /// The pairings before the first game.
    #[must_use]
    pub fn new(rules: PairingRules) -> Fixtures {
        Fixtures::without(Withdrawals::new(), rules)
    }

    /// The pairings before the first game, with withdrawals that are known already. An entrant that
    /// has withdrawn is not paired in a Swiss system and does not advance from a qualifier. Its other
    /// meetings stay; the caller decides what their games count.
    #[must_use]
    pub fn without(withdrawn: Withdrawals, rules: PairingRules) -> Fixtures {
        let is_knockout = rules.format == Format::Knockout;
        let seeds =
            (is_knockout && rules.qualifier.is_none()).then(|| (0..rules.entrants).collect());
        let mut fixtures = Fixtures {
            rules,
            meetings: BTreeMap::new(),
            pending: BTreeSet::new(),
            byes: Vec::new(),
            paired: 0,
            seeds,
            withdrawn,
            winner: None,
            finished: false,
        };
        let round_robin = match (rules.format, rules.qualifier) {
            (Format::RoundRobin, _) => Some((1, rules.games)),
            (_, Some(qualifier)) if qualifier.format == Format::RoundRobin => {
                Some((qualifier.groups, qualifier.games))
            }
            _ => None,
        };
        if let Some((count, games)) = round_robin {
            let (meetings, byes) = groups::meetings(&rules, count, games);
            fixtures.add(meetings);
            fixtures.byes = byes;
        }
        if rules.format == Format::Gauntlet {
            fixtures.add(gauntlet::meetings(&rules));
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

    /// The number of known meetings.
    #[must_use]
    pub fn meetings_known(&self) -> usize {
        self.meetings.len()
    }

    /// The last round of which a meeting is known; 0 if there is none.
    #[must_use]
    pub fn last_known_round(&self) -> usize {
        self.meetings.keys().next_back().map_or(0, |place| place.0)
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

    /// The entrants of a knock-out, best seed first, once they are known.
    #[must_use]
    pub fn seeds(&self) -> Option<&[usize]> {
        self.seeds.as_deref()
    }

    /// The entrants that have withdrawn.
    #[must_use]
    pub fn withdrawn(&self) -> &Withdrawals {
        &self.withdrawn
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
        standings::standings(&self.rules, self.seeds(), &self.byes, scores)
    }

    /// The standings of each group of the qualifier, or its only table.
    #[must_use]
    pub fn qualifier_standings(&self, scores: &Scores) -> Vec<Vec<Standing>> {
        standings::qualifier(&self.rules, &self.byes, scores)
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
        self.advance_swiss(scores);
        self.advance_qualifier(scores);
        if let Some(seeds) = &self.seeds {
            let tree = knockout::tree(&self.rules, seeds, scores);
            self.add(knockout::meetings(&tree).cloned().collect());
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

    /// The number of rounds of the Swiss system, if there is one.
    fn swiss_rounds(&self) -> usize {
        match (self.rules.format, self.rules.qualifier) {
            (Format::Swiss, _) => self.rules.rounds,
            (_, Some(qualifier)) if qualifier.format == Format::Swiss => qualifier.rounds,
            _ => 0,
        }
    }

    fn advance_swiss(&mut self, scores: &Scores) {
        for round in self.paired + 1..=self.swiss_rounds() {
            if !self.pending.is_empty() {
                return;
            }
            let histories = self.histories(round, scores);
            let (meetings, bye) = swiss::round(&self.rules, round, &histories);
            self.add(meetings);
            self.byes.extend(bye.map(|entrant| (round, entrant)));
            self.paired = round;
        }
    }

    /// The history of each entrant, from which a round of a Swiss system is paired.
    fn histories(&self, round: usize, scores: &Scores) -> Vec<History> {
        let mut histories = vec![History::default(); self.rules.entrants];
        for (entrant, from) in &self.withdrawn {
            histories[*entrant].withdrawn = *from <= round;
        }
        for (_, entrant) in &self.byes {
            histories[*entrant].bye = true;
            histories[*entrant].halves += 2 * self.rules.games_in(1) as u32;
        }
        for meeting in self.meetings.values() {
            let [one, other] = meeting.entrants;
            histories[one].met.insert(other);
            histories[other].met.insert(one);
        }
        for score in scores.values().filter(|score| !score.annulled) {
            for (entrant, black) in [(score.seats.black, true), (score.seats.white, false)] {
                histories[entrant].halves += score.halves(entrant);
                histories[entrant].balance += if black { 1 } else { -1 };
                histories[entrant].last_black = Some(black);
            }
        }
        histories
    }

    /// Whether all games before a round have been played.
    fn is_over_before(&self, round: usize) -> bool {
        let going_on = self.pending.first().is_some_and(|place| place.0 < round);
        !going_on && self.paired == self.swiss_rounds()
    }

    /// Finds the entrants of the knock-out once the qualifier is over.
    fn advance_qualifier(&mut self, scores: &Scores) {
        let knockout = self.rules.qualifier_rounds() + 1;
        if let Some(qualifier) = self.rules.qualifier
            && self.seeds.is_none()
            && self.is_over_before(knockout)
        {
            let has_withdrawn = |entrant: usize| {
                let from = self.withdrawn.get(&entrant);
                from.is_some_and(|from| *from <= knockout)
            };
            let tables = self.qualifier_standings(scores);
            let seeds = standings::qualified(&tables, qualifier.advance, has_withdrawn);
            self.seeds = Some(seeds);
        }
    }

    /// Finds the winner, and adds its meeting with the house program.
    fn advance_house(&mut self, scores: &Scores) {
        let round = self.rules.house_round();
        let is_knockout = self.rules.format == Format::Knockout;
        let rounds_known = !is_knockout || self.last_known_round() + 1 >= round;
        if !self.is_over_before(round) || !rounds_known {
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
