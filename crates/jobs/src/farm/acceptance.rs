//! Acceptance of verified answers: handed to the batch at once, or held until a check is through.
//!
//! The first answer of each worker is checked, and a share of the others that no worker can foretell.
//! An answer that is checked waits for its check. The answers of a worker that has not passed a check
//! yet wait for that one.

use super::delivered::Given;
use super::dispatch::{Dispatch, Doubt, Held};
use super::replies::read;
use crate::job::RemoteJob;

/// What becomes of a verified answer.
enum Step {
    /// The batch gets it.
    Release,
    /// The batch gets it, as nobody is there who could check it.
    ReleaseUnchecked,
    /// It waits.
    Hold,
    /// Another worker does the job too.
    Check,
}

impl<J: RemoteJob + 'static> Dispatch<'_, J> {
    /// Accepts the answer that an open job holds.
    pub(super) async fn accept(&mut self, id: &str, tell: &mut dyn FnMut(&str)) {
        match self.step(id) {
            Step::Release => self.release(id, tell).await,
            Step::ReleaseUnchecked => {
                self.checking.has_unchecked = true;
                self.release(id, tell).await;
            }
            Step::Hold => {}
            Step::Check => self.begin_check(id, tell).await,
        }
    }

    fn step(&self, id: &str) -> Step {
        let Some((open, held)) = self
            .open
            .get(id)
            .and_then(|open| Some((open, open.held.as_ref()?)))
        else {
            return Step::Hold;
        };
        let checking = &self.checking;
        let worker = &held.place.worker;
        if checking.percent == 0 || !open.job.is_repeatable() || checking.confirmed.contains(id) {
            return Step::Release;
        }
        let Some(others) = checking.trust.others(worker).len() else {
            return Step::Hold;
        };
        if checking.checks_of(worker).any(|check| check.id == id) {
            return Step::Hold;
        }
        let is_proven = checking.trust.is_proven(worker);
        let is_first = !is_proven && checking.checks_of(worker).next().is_none();
        match others {
            0 => Step::ReleaseUnchecked,
            _ if is_first || self.is_sampled(id) => Step::Check,
            _ if is_proven => Step::Release,
            _ => Step::Hold,
        }
    }

    /// Whether an answer is one of the share that is checked.
    fn is_sampled(&self, id: &str) -> bool {
        let drawn = u64::from(self.plan.secret.draw("sample", id));
        drawn * 100 < u64::from(self.checking.percent) << 32
    }

    /// Looks again at all answers that wait without a check of their own: workers came or went, or
    /// one has passed a check.
    pub(super) async fn reconsider(&mut self, tell: &mut dyn FnMut(&str)) {
        let held = self.open.iter().filter(|(_, open)| open.held.is_some());
        let ids: Vec<String> = held.map(|(id, _)| id.clone()).collect();
        for id in ids {
            self.accept(&id, tell).await;
        }
    }

    /// Hands a held answer to the batch.
    pub(super) async fn release(&mut self, id: &str, tell: &mut dyn FnMut(&str)) {
        let Some(open) = self.open.remove(id) else {
            return;
        };
        let Some(Held { place, payload }) = open.held else {
            return;
        };
        let Ok(Ok(answer)) = read(&open.job, &place.worker, &payload) else {
            return;
        };
        let mut numbers = open.numbers.clone();
        if let Some(doubt) = open.doubt {
            self.compare(&open.job, &doubt, &answer, tell).await;
            numbers.extend(doubt.numbers);
        }
        let given = Given {
            id: id.to_string(),
            numbers,
            message: open.message,
            sequence: place.sequence,
        };
        self.delivered.add(&place.worker, given);
        self.known.entry(id.to_string()).or_default().push(place);
        self.answer(&open.numbers, Ok(answer));
        self.drop_cancelled().await;
    }

    /// Compares an answer that the batch has got from a quarantined worker with that of another.
    async fn compare(
        &mut self,
        job: &J,
        doubt: &Doubt,
        answer: &J::Answer,
        tell: &mut dyn FnMut(&str),
    ) {
        let answers = &self.streams.answers;
        let before = answers.get_raw_message(doubt.sequence).await.ok();
        let reply = before.and_then(|message| wire_answer::<J>(&message.payload));
        if !reply.is_some_and(|before| job.agrees(&before, answer)) {
            self.delivered.wrong += doubt.numbers.len().max(1);
            tell(&format!(
                "an answer of batch {} that was used already is wrong",
                self.plan.name
            ));
        }
        let _ = answers.delete_message(doubt.sequence).await;
    }
}

/// The answer in a stored reply, whoever it is from.
fn wire_answer<J: RemoteJob>(payload: &[u8]) -> Option<J::Answer> {
    use super::wire::{Outcome, Reply};
    match Reply::read(payload).ok()?.result {
        Outcome::Answer(answer) => serde_json::from_value(answer).ok(),
        Outcome::Failure(_) => None,
    }
}
