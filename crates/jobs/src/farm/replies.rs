//! Replies: answers are read and verified before anything is done with them.
//!
//! A reply that cannot be read, or whose answer does not [verify](crate::Job::verify), is refused: it
//! is removed from the server and the job is sent again. A worker with three refused answers is
//! quarantined. A job that three workers have answered with nonsense is given up: the fault is then
//! in the job.

use std::time::Instant;

use super::answers::Place;
use super::dispatch::{Dispatch, Failed, Held};
use super::notices::Notices;
use super::removal::remove_all;
use super::subject;
use super::wire::{self, DeadLetterMessage, Outcome, Reply};
use crate::job::RemoteJob;

/// A job is given up when the answers of this many workers were refused.
const MOST_REFUSALS: usize = 3;

/// A failure is believed when this many workers have reported one. When there is only one worker, it is
/// believed alone.
const ENOUGH_FAILURES: usize = 2;

/// Whom the dead letters of a client name.
const CLIENT: &str = "client";

/// Why a reply is not the answer to its job.
pub(super) enum Refusal {
    /// It is no reply of ours. Whoever published it may not be the worker that its subject names.
    Unreadable(String),
    /// The worker has sent it, and it cannot be right.
    Wrong(String),
}

impl<J: RemoteJob + 'static> Dispatch<'_, J> {
    /// A message from the stream of answers.
    pub(super) async fn arrived(
        &mut self,
        place: Place,
        id: String,
        payload: Vec<u8>,
        notices: &mut Notices<'_>,
    ) {
        self.news = Instant::now();
        self.answered = self.news;
        let tell = &mut |text: &str| notices.tell(text);
        if self.checking.checks.contains_key(&id) {
            self.check_answered(place, &id, &payload, tell).await;
        } else if self.open.contains_key(&id) {
            self.read(place, id, &payload, tell).await;
        } else {
            self.known.entry(id).or_default().push(place);
        }
    }

    /// The stored answer to a job, from an earlier run. A stored failure does not count: it is
    /// removed, and the job is tried again.
    pub(super) async fn remembered(&mut self, id: &str) -> Option<Held> {
        let places = self.known.remove(id)?;
        for place in places {
            let answers = &self.streams.answers;
            let Ok(message) = answers.get_raw_message(place.sequence).await else {
                continue;
            };
            if message.subject.as_str() != subject::answer(&self.plan.name, id, &place.worker) {
                continue;
            }
            let failed = Reply::read(&message.payload)
                .is_ok_and(|reply| matches!(reply.result, Outcome::Failure(_)));
            if failed || self.checking.trust.is_quarantined(&place.worker) {
                let _ = answers.delete_message(place.sequence).await;
                let letters = subject::dead_letters(&self.plan.name, id);
                let _ = remove_all(&self.streams.dead, letters).await;
                continue;
            }
            let payload = message.payload.to_vec();
            return Some(Held { place, payload });
        }
        None
    }

    /// Reads a reply to an open job, and accepts its answer unless it is refused.
    pub(super) async fn read(
        &mut self,
        place: Place,
        id: String,
        payload: &[u8],
        tell: &mut dyn FnMut(&str),
    ) {
        let Some(open) = self.open.get_mut(&id) else {
            return;
        };
        if self.checking.trust.is_quarantined(&place.worker) {
            self.remove(&place).await;
            self.send_later(id);
            return;
        }
        if open.held.is_some() {
            // Another worker was quicker.
            self.known.entry(id).or_default().push(place);
            return;
        }
        match read(&open.job, &place.worker, payload) {
            Ok(Ok(_)) => {
                let payload = payload.to_vec();
                open.held = Some(Held { place, payload });
                self.accept(&id, tell).await;
            }
            Ok(Err(reason)) => {
                open.failed_by.insert(place.worker.clone());
                if open.failed_by.len() >= ENOUGH_FAILURES {
                    self.fail(&id, reason).await;
                } else {
                    let since = Instant::now();
                    open.failed = Some(Failed {
                        place,
                        reason,
                        since,
                    });
                }
            }
            Err(refusal) => self.refuse(&place, id, refusal, tell).await,
        }
    }

    /// Decides on failures that one worker has reported, once the workers were counted after it: if
    /// there is another, it is asked too.
    pub(super) async fn weigh_failures(&mut self, counted: Option<Instant>) {
        let is_due = |failed: &Failed| counted.is_some_and(|at| at > failed.since);
        let due = self.open.iter();
        let due = due.filter(|(_, open)| open.failed.as_ref().is_some_and(is_due));
        let ids: Vec<String> = due.map(|(id, _)| id.clone()).collect();
        for id in ids {
            let Some(failed) = self.open.get_mut(&id).and_then(|open| open.failed.take()) else {
                continue;
            };
            match self.checking.trust.others(&failed.place.worker).len() {
                Some(0) => self.fail(&id, failed.reason).await,
                _ => {
                    self.remove(&failed.place).await;
                    self.send_later(id);
                }
            }
        }
    }

    /// Tells the batch that there will be no answer to a job.
    async fn fail(&mut self, id: &str, reason: String) {
        if let Some(open) = self.open.remove(id) {
            self.answer(&open.numbers, Err(reason));
            self.drop_cancelled().await;
        }
    }

    /// Refuses a reply: it is removed, and the job is sent again or given up.
    async fn refuse(
        &mut self,
        place: &Place,
        id: String,
        refusal: Refusal,
        tell: &mut dyn FnMut(&str),
    ) {
        // If it stays there, the next try ends here again.
        self.remove(place).await;
        let (name, worker) = (&self.plan.name, &place.worker);
        let reason = match refusal {
            Refusal::Unreadable(reason) => {
                tell(&format!(
                    "a message under the name of {worker} in batch {name} is no answer: {reason}; the \
                     job is asked for again"
                ));
                self.send_later(id);
                return;
            }
            Refusal::Wrong(reason) => reason,
        };
        tell(&format!(
            "an answer of batch {name}, from {worker}, is of no use: {reason}; it is asked for again"
        ));
        let Some(open) = self.open.get_mut(&id) else {
            return;
        };
        open.refused_by.insert(worker.clone());
        let gives_up = open.refused_by.len() >= MOST_REFUSALS;
        self.strike(worker, &reason, tell).await;
        if !gives_up {
            self.send_later(id);
        } else if let Some(open) = self.open.remove(&id) {
            let letter = DeadLetterMessage {
                reason: reason.clone(),
                worker: worker.clone(),
                tries: MOST_REFUSALS as i64,
                task: wire::content(&open.message),
            };
            let subject = subject::dead(&self.plan.name, &id, CLIENT);
            let letter = wire::write(&letter);
            // If it is not stored, only the list of dead letters lacks it.
            if let Ok(stored) = self
                .connection
                .jetstream
                .publish(subject, letter.into())
                .await
            {
                let _ = stored.await;
            }
            self.answer(&open.numbers, Err(reason));
            self.drop_cancelled().await;
        }
    }

    /// Counts a refused answer of a worker, which is quarantined when there were too many.
    pub(super) async fn strike(&mut self, worker: &str, reason: &str, tell: &mut dyn FnMut(&str)) {
        if self.checking.trust.strike(worker) {
            self.quarantine(worker, reason, tell).await;
        }
    }

    /// Removes a stored answer.
    pub(super) async fn remove(&self, place: &Place) {
        let _ = self.streams.answers.delete_message(place.sequence).await;
    }

    /// Gives an answer to the batch.
    pub(super) fn answer(&mut self, numbers: &[usize], answer: Result<J::Answer, String>) {
        // Equal jobs have equal answers: the first gets it, the others a copy by way of JSON.
        let others = numbers.iter().skip(1);
        let copies: Vec<_> = others.map(|_| copy::<J>(&answer)).collect();
        for (number, answer) in numbers.iter().zip(std::iter::once(answer).chain(copies)) {
            if self.is_over {
                return;
            }
            match answer {
                Ok(_) => self.done += 1,
                Err(_) => self.failed += 1,
            }
            self.is_over |= self.batch.answered(*number, answer).is_break();
        }
    }
}

/// The verified answer in a message of a worker, or the failure that it reports.
pub(super) fn read<J: RemoteJob>(
    job: &J,
    name: &str,
    payload: &[u8],
) -> Result<Result<J::Answer, String>, Refusal> {
    let wrong = |reason: String| Refusal::Wrong(wire::short(&reason));
    let reply = Reply::read(payload)
        .map_err(|error| Refusal::Unreadable(wire::short(&error.to_string())))?;
    let Reply {
        kind,
        worker,
        result,
        ..
    } = reply;
    if worker != name {
        return Err(wrong(format!("it says that it is from {worker}")));
    }
    if kind != J::KIND {
        return Err(wrong(format!("it is of {kind}, not of {}", J::KIND)));
    }
    let answer = match result {
        Outcome::Failure(reason) => return Ok(Err(wire::short(&reason))),
        Outcome::Answer(answer) => answer,
    };
    let answer: J::Answer = serde_json::from_value(answer)
        .map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    job.verify(&answer).map_err(wrong)?;
    Ok(Ok(answer))
}

fn copy<J: RemoteJob>(answer: &Result<J::Answer, String>) -> Result<J::Answer, String> {
    match answer {
        Err(reason) => Err(reason.clone()),
        Ok(answer) => serde_json::to_value(answer)
            .and_then(serde_json::from_value)
            .map_err(|error| error.to_string()),
    }
}
