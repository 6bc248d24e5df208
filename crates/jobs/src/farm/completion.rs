//! Completion of jobs by a worker: answered, failed, handed back or given up.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::in_flight::Delivery;
use super::names::PROTOCOL;
use super::session::{REDELIVERY_DELAY, Session};
use super::settlement::{Settlement, drop_job, hand_back};
use super::subject;
use super::wire::{self, DeadLetterMessage, Outcome, Reply};
use super::worker::Event;
use crate::job::Failure;
use crate::threads::Report;

/// A job that has failed this often is given up.
const MOST_FAILURES: i64 = 3;

impl Session {
    /// Takes a report of a thread.
    pub(super) fn reported(&mut self, report: Report<Value>, tell: &mut dyn FnMut(Event)) {
        match report {
            Report::Started(ticket) => {
                if let Some(job) = self.in_flight.get_mut(ticket) {
                    job.begun = Some(Instant::now());
                }
            }
            Report::Progress(ticket, text) => {
                if let Some(job) = self.in_flight.get_mut(ticket) {
                    job.note.clone_from(&text);
                    if self.is_away {
                        return;
                    }
                    let subject = subject::progress(&job.batch, &job.id, &self.presence.worker);
                    let client = self.connection.client.clone();
                    tokio::spawn(async move {
                        // Lost progress does no harm.
                        let _ = client.publish(subject, text.into()).await;
                    });
                }
            }
            Report::Ended(ticket, result) => {
                if let Some(job) = self.in_flight.remove(ticket) {
                    self.finished(job, result, tell);
                }
            }
        }
    }

    /// A job has ended.
    fn finished(
        &mut self,
        job: Delivery,
        result: Result<Value, Failure>,
        tell: &mut dyn FnMut(Event),
    ) {
        let acker = job.acker.clone();
        match result {
            Ok(answer) => {
                let time = job.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
                self.mean = Some(self.mean.map_or(time, |mean| (7 * mean + time) / 8));
                self.presence.done += 1;
                self.recent.push_back(Instant::now());
                let seconds = time.as_secs_f64();
                let reply = self.reply(&job.kind, seconds, Outcome::Answer(answer));
                tell(Event::Answered {
                    batch: job.batch.to_string(),
                    kind: job.kind,
                    seconds,
                });
                self.totals.done += 1;
                let subject = subject::answer(&job.batch, &job.id, &self.presence.worker);
                let settle = self.desk.clone().settle(acker, vec![(subject, reply)]);
                self.settling.push(Box::pin(settle));
            }
            Err(Failure::Stopped) if job.cancelled => {
                self.settling.push(Box::pin(drop_job(acker)));
            }
            Err(Failure::Stopped) => {
                self.settling.push(Box::pin(hand_back(acker, None)));
            }
            Err(Failure::Failed(reason)) if job.tries >= MOST_FAILURES || acker.is_none() => {
                self.give_up(job, &reason, tell);
            }
            Err(Failure::Failed(reason)) => {
                self.presence.failed += 1;
                tell(Event::Failed {
                    batch: job.batch.to_string(),
                    reason,
                    given_up: false,
                });
                self.settling
                    .push(Box::pin(hand_back(acker, Some(REDELIVERY_DELAY))));
            }
        }
    }

    /// Gives a job up: it becomes a dead letter with the reason. Its client asks another worker, if
    /// there is one, before the batch goes on without it.
    pub(super) fn give_up(&mut self, job: Delivery, reason: &str, tell: &mut dyn FnMut(Event)) {
        self.presence.failed += 1;
        let reason = wire::short(reason);
        tell(Event::Failed {
            batch: job.batch.to_string(),
            reason: reason.clone(),
            given_up: true,
        });
        let dead_letter = DeadLetterMessage {
            reason: reason.clone(),
            worker: self.presence.worker.clone(),
            tries: job.tries,
            task: wire::content(&job.message),
        };
        let kind = wire::short(&job.kind);
        let reply = self.reply(&kind, 0.0, Outcome::Failure(reason));
        let messages = vec![
            (
                subject::dead(&job.batch, &job.id, &self.presence.worker),
                wire::write(&dead_letter),
            ),
            (
                subject::answer(&job.batch, &job.id, &self.presence.worker),
                reply,
            ),
        ];
        let settle = self.desk.clone().settle(job.acker, messages);
        self.settling.push(Box::pin(async {
            match settle.await {
                Settlement::Kept => Settlement::GivenUp,
                other => other,
            }
        }));
    }

    fn reply(&self, kind: &str, seconds: f64, result: Outcome) -> Vec<u8> {
        wire::write(&Reply {
            protocol: PROTOCOL,
            kind: kind.to_string(),
            worker: self.presence.worker.clone(),
            seconds,
            result,
        })
    }

    /// Counts a settled job.
    pub(super) fn settled(&mut self, settled: Settlement, tell: &mut dyn FnMut(Event)) {
        match settled {
            Settlement::Kept => {
                self.totals.kept += 1;
                self.presence.kept += 1;
                tell(Event::Kept);
            }
            Settlement::GivenUp => self.totals.failed += 1,
            Settlement::HandedBack => self.totals.handed_back += 1,
        }
    }
}
