//! Replies: answers are read and verified before the batch sees them.
//!
//! A reply that cannot be read, or whose answer does not [verify](crate::Job::verify), is refused:
//! it is removed from the server and the job is sent again. After three refusals the job is given up,
//! as a job that fails is.

use std::time::Instant;

use super::dispatch::{Dispatch, Open};
use super::names::PROTOCOL;
use super::notices::Notices;
use super::subject;
use super::wire::{self, DeadLetterMessage, Outcome, Reply};
use crate::job::RemoteJob;

/// A job is given up when this many answers to it were refused.
const MOST_REFUSALS: u32 = 3;

/// A reply that cannot be the answer to its job.
struct Refusal {
    /// The worker that sent it, as far as it could be read.
    worker: String,
    reason: String,
}

impl<J: RemoteJob> Dispatch<'_, J> {
    /// A message from the stream of answers.
    pub(super) async fn arrived(
        &mut self,
        sequence: u64,
        id: String,
        payload: Vec<u8>,
        notices: &mut Notices<'_>,
    ) {
        self.news = Instant::now();
        if self.open.contains_key(&id) {
            let tell = &mut |text: &str| notices.tell(text);
            self.read(sequence, id, &payload, tell).await;
        } else {
            self.known.insert(id, sequence);
        }
    }

    /// The stored answer to a job, from an earlier run. A stored failure does not count: it is
    /// removed, and the job is tried again.
    pub(super) async fn remembered(&mut self, id: &str) -> Option<(u64, Vec<u8>)> {
        let sequence = self.known.remove(id)?;
        let answers = &self.streams.answers;
        let message = answers.get_raw_message(sequence).await.ok()?;
        if message.subject.as_str() != subject::answer(&self.name, id) {
            return None;
        }
        let failed = Reply::read(&message.payload)
            .is_ok_and(|reply| matches!(reply.result, Outcome::Failure(_)));
        if failed {
            let _ = answers.delete_message(sequence).await;
            let dead_letter = subject::dead(self.name.as_str(), id);
            let _ = self.streams.dead.purge().filter(dead_letter).await;
            return None;
        }
        Some((sequence, message.payload.to_vec()))
    }

    /// Reads a reply and hands its answer to the batch, unless it is refused.
    pub(super) async fn read(
        &mut self,
        sequence: u64,
        id: String,
        payload: &[u8],
        tell: &mut dyn FnMut(&str),
    ) {
        let Some(open) = self.open.get_mut(&id) else {
            return;
        };
        let answer = match read(&open.job, payload) {
            Ok(answer) => answer,
            Err(refusal) => {
                open.refused += 1;
                let gives_up = open.refused >= MOST_REFUSALS;
                let Refusal { worker, reason } = &refusal;
                let by = match worker.as_str() {
                    "" => String::new(),
                    worker => format!(", from {worker},"),
                };
                let name = &self.name;
                tell(&format!(
                    "an answer of batch {name}{by} is of no use: {reason}"
                ));
                // If it stays there, the next try ends here again, until there were enough.
                let _ = self.streams.answers.delete_message(sequence).await;
                if !gives_up {
                    self.send_later(id);
                    return;
                }
                self.give_up(&id, &refusal).await;
                Err(refusal.reason)
            }
        };
        if let Some(open) = self.open.remove(&id) {
            self.known.insert(id, sequence);
            self.answer(&open.numbers, answer);
            self.drop_cancelled().await;
        }
    }

    /// Gives a job up after refused answers: a dead letter and a stored failure, as a worker writes
    /// them for a job that fails. The next run of the same command tries the job again.
    async fn give_up(&self, id: &str, refusal: &Refusal) {
        let Some(Open {
            message, refused, ..
        }) = self.open.get(id)
        else {
            return;
        };
        let dead_letter = DeadLetterMessage {
            reason: refusal.reason.clone(),
            worker: refusal.worker.clone(),
            tries: i64::from(*refused),
            task: wire::content(message),
        };
        let reply = Reply {
            protocol: PROTOCOL,
            kind: J::KIND.to_string(),
            worker: refusal.worker.clone(),
            seconds: 0.0,
            result: Outcome::Failure(refusal.reason.clone()),
        };
        let messages = [
            (
                subject::dead(self.name.as_str(), id),
                wire::write(&dead_letter),
            ),
            (subject::answer(&self.name, id), wire::write(&reply)),
        ];
        for (subject, message) in messages {
            // If it is not stored, only the list of dead letters lacks it.
            let sent = self.connection.jetstream.publish(subject, message.into());
            if let Ok(stored) = sent.await {
                let _ = stored.await;
            }
        }
    }

    /// Gives an answer to the batch.
    pub(super) fn answer(&mut self, numbers: &[usize], answer: Result<J::Answer, String>) {
        // Equal jobs have equal answers: the first gets it, the others a copy by way of JSON.
        let copies: Vec<_> = numbers[1..].iter().map(|_| copy::<J>(&answer)).collect();
        for (number, answer) in numbers.iter().zip(std::iter::once(answer).chain(copies)) {
            match answer {
                Ok(_) => self.done += 1,
                Err(_) => self.failed += 1,
            }
            self.is_over |= self.batch.answered(*number, answer).is_break();
        }
    }
}

/// The verified answer in a message, or the failure that it reports.
fn read<J: RemoteJob>(job: &J, payload: &[u8]) -> Result<Result<J::Answer, String>, Refusal> {
    let refuse = |worker: &str, reason: String| Refusal {
        worker: wire::short(worker),
        reason: wire::short(&reason),
    };
    let reply = Reply::read(payload).map_err(|error| refuse("", error.to_string()))?;
    let Reply {
        kind,
        worker,
        result,
        ..
    } = reply;
    if kind != J::KIND {
        return Err(refuse(
            &worker,
            format!("it is of {kind}, not of {}", J::KIND),
        ));
    }
    let answer = match result {
        Outcome::Failure(reason) => return Ok(Err(wire::short(&reason))),
        Outcome::Answer(answer) => answer,
    };
    let answer: J::Answer = serde_json::from_value(answer)
        .map_err(|error| refuse(&worker, format!("it cannot be read: {error}")))?;
    match job.verify(&answer) {
        Ok(()) => Ok(Ok(answer)),
        Err(reason) => Err(refuse(&worker, reason)),
    }
}

fn copy<J: RemoteJob>(answer: &Result<J::Answer, String>) -> Result<J::Answer, String> {
    match answer {
        Err(reason) => Err(reason.clone()),
        Ok(answer) => serde_json::to_value(answer)
            .and_then(serde_json::from_value)
            .map_err(|error| error.to_string()),
    }
}
