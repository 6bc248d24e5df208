//! Arbiter: rulings about a tournament, each checked against the games that were played.

use std::io;

use super::course::Course;
use super::ledger::UnexpectedGame;
use super::meeting::Meeting;
use super::ruling::{self, Action, Ruling, RulingError};
use super::score::Slot;
use super::tournament::Tournament;

impl Tournament {
    /// Rules that a game counts for nothing and is not played again.
    ///
    /// # Errors
    /// When the ruling is refused; nothing has changed then. So for all rulings.
    pub fn annul(&mut self, slot: Slot, reason: &str) -> Result<(), RulingError> {
        if self.ledger.is_annulled(slot) {
            return Err(RulingError::Annulled(slot));
        }
        self.rule(Action::Annul(slot), reason)
    }

    /// Rules that a game is played again.
    ///
    /// # Errors
    /// See [`annul`](Tournament::annul).
    pub fn replay(&mut self, slot: Slot, reason: &str) -> Result<(), RulingError> {
        let entrants = self.known(slot)?.entrants;
        let withdrawn = self.ledger.withdrawn();
        if let Some(gone) = entrants.iter().find(|one| withdrawn.contains_key(one)) {
            let name = self.config.participants[*gone].name.clone();
            return Err(RulingError::Withdrawn(slot, name));
        }
        if !self.ledger.has(slot) && self.ledger.attempts(slot) > 0 {
            return Err(RulingError::Waiting(slot));
        }
        if !self.ledger.has(slot) {
            return Err(RulingError::NotPlayed(slot));
        }
        self.rule(Action::Replay(slot), reason)
    }

    /// Rules that an entrant loses a game, whether it was played or not.
    ///
    /// # Errors
    /// See [`annul`](Tournament::annul).
    pub fn forfeit(&mut self, slot: Slot, loser: usize, reason: &str) -> Result<(), RulingError> {
        if !self.known(slot)?.entrants.contains(&loser) {
            let name = self.config.participants[loser].name.clone();
            return Err(RulingError::NotIn(slot, name));
        }
        if self.ledger.loser(slot) == Some(loser) {
            let name = self.config.participants[loser].name.clone();
            return Err(RulingError::Forfeited(slot, name));
        }
        self.rule(Action::Forfeit { slot, loser }, reason)
    }

    /// Rules that an entrant loses all games that it has not played, and is not paired any more where
    /// there is a choice.
    ///
    /// # Errors
    /// See [`annul`](Tournament::annul).
    pub fn withdraw(&mut self, entrant: usize, reason: &str) -> Result<(), RulingError> {
        if entrant >= self.config.rules.entrants {
            return Err(RulingError::House);
        }
        if self.ledger.withdrawn().contains_key(&entrant) {
            let name = self.config.participants[entrant].name.clone();
            return Err(RulingError::Gone(name));
        }
        // Before the first game, the first round is paired again.
        let round = if self.scores().is_empty() {
            1
        } else {
            self.fixtures().last_known_round() + 1
        };
        self.rule(Action::Withdraw { entrant, round }, reason)
    }

    /// The meeting of a game that the cup has, or may have if the tie is not decided before.
    fn known(&self, slot: Slot) -> Result<&Meeting, RulingError> {
        let meeting = self.fixtures().meeting(slot);
        let meeting = meeting.filter(|meeting| slot.game <= meeting.last_game());
        meeting.ok_or(RulingError::NoGame(slot))
    }

    /// Writes a ruling to the journal, if the games that were played fit it.
    fn rule(&mut self, action: Action, reason: &str) -> Result<(), RulingError> {
        let reason = ruling::reason(reason)?;
        let seats = match action.slot() {
            None => None,
            Some(slot) => Some(self.known(slot)?.seats(slot.game)),
        };
        let ruling = Ruling {
            action,
            seats,
            reason,
            superseded: false,
        };
        let mut ledger = self.ledger.clone();
        ledger.rule(ruling.clone());
        let course = Course::of(self.config.rules, self.config.size, &ledger)
            .map_err(|UnexpectedGame(slot)| RulingError::Later(slot))?;
        // A verdict about a game that is not needed would be without effect.
        let has_effect = |slot| !ledger.has(slot) || course.scores.contains_key(&slot);
        if let Some(slot) = action.slot().filter(|slot| !has_effect(*slot)) {
            return Err(RulingError::NoGame(slot));
        }
        let Some((_, journal)) = &mut self.table else {
            return Err(RulingError::Io(io::ErrorKind::ReadOnlyFilesystem.into()));
        };
        journal
            .rule(&ruling, &self.config)
            .map_err(RulingError::Io)?;
        let is_lost = |slot: &&Slot| !ledger.has(**slot) && !self.scores().contains_key(slot);
        let lost: Vec<Slot> = course.scores.keys().filter(is_lost).copied().collect();
        self.forfeits.extend(lost);
        (self.ledger, self.course) = (ledger, course);
        Ok(())
    }
}
