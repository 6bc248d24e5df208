//! Course: the pairings and scores of a cup that follow from its ledger.

use rules::Size;

use super::fixtures::Fixtures;
use super::ledger::{Ledger, UnexpectedGame};
use super::meeting::Meeting;
use super::pairing_rules::PairingRules;
use super::score::{Score, Scores, Slot};

/// The pairings and scores of a cup, as they follow from its games and rulings.
#[derive(Clone, Debug)]
pub struct Course {
    pub fixtures: Fixtures,
    pub scores: Scores,
    size: Size,
}

impl Course {
    /// The course of a cup with this ledger.
    ///
    /// # Errors
    /// When a game or a verdict does not follow from the others.
    pub fn of(rules: PairingRules, size: Size, ledger: &Ledger) -> Result<Course, UnexpectedGame> {
        let mut course = Course {
            fixtures: Fixtures::without(ledger.withdrawn().clone(), rules),
            scores: Scores::new(),
            size,
        };
        course.forfeit(ledger);
        // A game follows from games in earlier rounds and from earlier games of its meeting only: in
        // the order of slots, each is expected when its turn comes.
        for slot in ledger.slots() {
            let meeting = course.fixtures.meeting(slot);
            let open = |meeting: &&Meeting| {
                let open = meeting.tally(&course.scores).open;
                open.contains(&slot.game)
            };
            let score = meeting
                .filter(open)
                .and_then(|meeting| ledger.score(meeting, slot.game, size));
            match score {
                Some(score) => {
                    course.insert(slot, score, ledger);
                }
                // Without it nothing is different.
                None if ledger.is_annulled(slot) => {}
                None => return Err(UnexpectedGame(slot)),
            }
        }
        Ok(course)
    }

    /// Adds the score of a game, and the meetings that follow from it. Returns the games that an
    /// entrant which has withdrawn loses now.
    pub fn insert(&mut self, slot: Slot, score: Score, ledger: &Ledger) -> Vec<Slot> {
        let known = self.fixtures.meetings_known();
        self.scores.insert(slot, score);
        self.fixtures.advance(&self.scores);
        let seats = [score.seats.black, score.seats.white];
        let gone = seats.iter().any(|entrant| self.has_withdrawn(*entrant));
        if gone || self.fixtures.meetings_known() != known {
            return self.forfeit(ledger);
        }
        Vec::new()
    }

    fn has_withdrawn(&self, entrant: usize) -> bool {
        self.fixtures.withdrawn().contains_key(&entrant)
    }

    /// Adds the games that an entrant which has withdrawn does not play, and returns them.
    fn forfeit(&mut self, ledger: &Ledger) -> Vec<Slot> {
        let mut all = Vec::new();
        while !self.fixtures.withdrawn().is_empty() {
            let open = self.fixtures.open(&self.scores);
            let gone = open.filter(|(meeting, game)| {
                let gone = meeting.entrants.iter();
                let mut gone = gone.filter(|entrant| self.has_withdrawn(**entrant));
                gone.next().is_some() && !ledger.has(meeting.slot(*game))
            });
            let lost: Vec<(Slot, Score)> = gone
                .map(|(meeting, game)| {
                    let score = ledger.forfeit(meeting, game, self.size);
                    (meeting.slot(game), score)
                })
                .collect();
            if lost.is_empty() {
                break;
            }
            all.extend(lost.iter().map(|(slot, _)| *slot));
            self.scores.extend(lost);
            self.fixtures.advance(&self.scores);
        }
        all
    }
}
