//! What a worker does with jobs that have ended: answered, failed, handed back or given up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::batch::Failure;
use serde_json::Value;

use crate::hands::Report;
use crate::held::Held;
use crate::names::{PROTOCOL, subject};
use crate::settle::{Settled, hand_back, let_go, settle};
use crate::site::{REST, Site};
use crate::wire::{self, Grave, Outcome, Reply};
use crate::worker::News;

/// A job that has failed so often is given up.
const FAILURES: i64 = 3;

impl Site {
    /// What a thread tells.
    pub(crate) fn reported(&mut self, report: Report, tell: &mut dyn FnMut(News)) {
        match report {
            Report::Began(ticket) => {
                if let Some(held) = self.holdings.get_mut(ticket) {
                    held.begun = Some(Instant::now());
                }
            }
            Report::Said(ticket, text) => {
                if let Some(held) = self.holdings.get_mut(ticket) {
                    held.note.clone_from(&text);
                    if self.is_away {
                        return;
                    }
                    let subject = subject::progress(&held.batch, &held.id);
                    let client = self.connection.client.clone();
                    tokio::spawn(async move {
                        // Progress that nobody hears does no harm.
                        let _ = client.publish(subject, text.into()).await;
                    });
                }
            }
            Report::Ended(ticket, result, time) => {
                if let Some(held) = self.holdings.remove(ticket) {
                    self.finished(held, result, time, tell);
                }
            }
        }
    }

    /// A job has ended.
    fn finished(
        &mut self,
        held: Held,
        result: Result<Value, Failure>,
        time: Duration,
        tell: &mut dyn FnMut(News),
    ) {
        let acker = Arc::clone(&held.acker);
        match result {
            Ok(answer) => {
                self.mean = Some(self.mean.map_or(time, |mean| (7 * mean + time) / 8));
                self.presence.done += 1;
                self.lately.push_back(Instant::now());
                let seconds = time.as_secs_f64();
                let reply = self.reply(&held.kind, seconds, Outcome::Answer(answer));
                tell(News::Answered {
                    batch: held.batch.to_string(),
                    kind: held.kind,
                    seconds,
                });
                let answer = (subject::answer(&held.batch, &held.id), reply);
                let settle = settle(self.connection.clone(), acker, vec![answer]);
                self.settling.push(Box::pin(settle));
            }
            Err(Failure::Stopped) if held.unwanted => {
                self.settling.push(Box::pin(let_go(acker)));
            }
            Err(Failure::Stopped) => {
                self.settling.push(Box::pin(hand_back(acker, None)));
            }
            Err(Failure::Failed(reason)) if held.tries >= FAILURES => {
                self.give_up(held, &reason, tell);
            }
            Err(Failure::Failed(reason)) => {
                self.presence.failed += 1;
                tell(News::Failed {
                    batch: held.batch.to_string(),
                    reason,
                    given_up: false,
                });
                self.settling.push(Box::pin(hand_back(acker, Some(REST))));
            }
        }
    }

    /// Gives a job up: it is laid aside with the reason, and its batch goes on without it.
    pub(crate) fn give_up(&mut self, held: Held, reason: &str, tell: &mut dyn FnMut(News)) {
        self.presence.failed += 1;
        let reason = wire::short(reason);
        tell(News::Failed {
            batch: held.batch.to_string(),
            reason: reason.clone(),
            given_up: true,
        });
        let grave = Grave {
            reason: reason.clone(),
            worker: self.presence.worker.clone(),
            tries: held.tries,
            task: (held.message.len() < wire::MESSAGE_LIMIT / 2)
                .then(|| serde_json::from_slice(&held.message).ok())
                .flatten(),
        };
        let kind = wire::short(&held.kind);
        let reply = self.reply(&kind, 0.0, Outcome::Failure(reason));
        let messages = vec![
            (
                subject::dead(held.batch.as_str(), &held.id),
                wire::write(&grave),
            ),
            (subject::answer(&held.batch, &held.id), reply),
        ];
        let settle = settle(self.connection.clone(), held.acker, messages);
        self.settling.push(Box::pin(async {
            match settle.await {
                Settled::Answered => Settled::GivenUp,
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

    pub(crate) fn settled(&mut self, settled: Settled, tell: &mut dyn FnMut(News)) {
        match settled {
            Settled::Answered => self.ended.done += 1,
            Settled::GivenUp => self.ended.failed += 1,
            Settled::HandedBack => self.ended.handed_back += 1,
            Settled::Lost(why) => tell(News::Unkept(why)),
        }
    }
}
