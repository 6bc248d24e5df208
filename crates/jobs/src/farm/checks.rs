//! Checks: a share of all jobs is done by two workers, and their answers are compared.
//!
//! A client sends a check to one worker of its choice, under a name that looks like that of any job.
//! If that worker is silent for too long, another is asked. If the answers differ, or nobody is left
//! to ask, the client runs the job itself.

use std::time::{Duration, Instant};

use super::answers::Place;
use super::checking::Check;
use super::dispatch::Dispatch;
use super::notices::Notices;
use super::replies::{Refusal, read};
use super::subject;
use super::trust::Others;
use super::wire::Reply;
use crate::job::RemoteJob;

/// A checker that is silent about a short job for this long is not waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// A checker may take this many times as long as the worker did.
const SLOWNESS: u32 = 4;

/// The longest time that a worker can claim to have needed in an earlier run.
const LONGEST: Duration = Duration::from_secs(60);

/// How often a check is sent again: messages to one worker are not stored.
const RESEND_INTERVAL: Duration = Duration::from_secs(5);

impl<J: RemoteJob + 'static> Dispatch<'_, J> {
    /// Begins to check the answer that an open job holds.
    pub(super) async fn begin_check(&mut self, id: &str, tell: &mut dyn FnMut(&str)) {
        let Some(open) = self.open.get(id) else {
            return;
        };
        let Some(held) = &open.held else { return };
        let claimed = Reply::read(&held.payload).map_or(0.0, |reply| reply.seconds);
        let claimed = Duration::try_from_secs_f64(claimed).unwrap_or_default();
        // It cannot have taken longer than the job was given out, but for answers of an earlier run.
        let taken = claimed.min(open.since.elapsed().max(LONGEST));
        let check = Check {
            id: id.to_string(),
            worker: held.place.worker.clone(),
            asked: Vec::new(),
            other: None,
            is_judged: false,
            since: Instant::now(),
            sent: Instant::now(),
            patience: PATIENCE.max(SLOWNESS * taken),
        };
        self.checking.count += 1;
        let name = self.plan.secret.check_id(id, self.checking.count);
        self.checking.checks.insert(name.clone(), check);
        self.ask_checker(&name, tell).await;
    }

    /// Asks another worker to do a check; when nobody is left, the client does it itself.
    pub(super) async fn ask_checker(&mut self, name: &str, tell: &mut dyn FnMut(&str)) {
        let Some(check) = self.checking.checks.get(name) else {
            return;
        };
        let others = match self.checking.trust.others(&check.worker) {
            Others::Unknown => return,
            Others::Known(others) => others,
        };
        let mut others = others;
        others.retain(|other| !check.asked.iter().any(|asked| asked == other));
        if others.is_empty() {
            self.dispute(name, tell);
            return;
        }
        let about = format!("{name} {}", check.asked.len());
        let drawn = self.plan.secret.draw("checker", &about) as usize;
        let chosen = others[drawn % others.len()].to_string();
        if let Some(check) = self.checking.checks.get_mut(name) {
            check.asked.push(chosen);
            check.since = Instant::now();
        }
        self.send_check(name).await;
    }

    /// Sends a check to the worker that was asked last.
    async fn send_check(&mut self, name: &str) {
        let Some(check) = self.checking.checks.get_mut(name) else {
            return;
        };
        check.sent = Instant::now();
        let (Some(checker), Some(open)) = (check.asked.last(), self.open.get(&check.id)) else {
            return;
        };
        let subject = subject::check(checker, &self.plan.name, name);
        let message = open.message.clone();
        // If it is lost, it is sent again.
        let _ = self
            .connection
            .client
            .publish(subject, message.into())
            .await;
    }

    /// Sends checks again, and asks others where a checker is silent or gone.
    pub(super) async fn tick_checks(&mut self, notices: &mut Notices<'_>) {
        let tell = &mut |text: &str| notices.tell(text);
        let names: Vec<String> = self.checking.checks.keys().cloned().collect();
        for name in names {
            let Some(check) = self.checking.checks.get(&name) else {
                continue;
            };
            if !self.open.contains_key(&check.id) {
                // Its job was cancelled.
                self.checking.checks.remove(&name);
                continue;
            }
            let checker = check.asked.last();
            let is_gone = !checker.is_some_and(|checker| self.checking.trust.is_there(checker));
            if check.is_judged {
                continue;
            } else if is_gone || check.since.elapsed() > check.patience {
                self.ask_checker(&name, tell).await;
            } else if check.sent.elapsed() > RESEND_INTERVAL {
                self.send_check(&name).await;
            }
        }
        self.decide_next();
    }

    /// The answer to a check.
    pub(super) async fn check_answered(
        &mut self,
        place: Place,
        name: &str,
        payload: &[u8],
        tell: &mut dyn FnMut(&str),
    ) {
        self.remove(&place).await;
        let checker = &place.worker;
        let Some(check) = self.checking.checks.get_mut(name) else {
            return;
        };
        let is_asked = check.asked.contains(checker);
        if !is_asked || check.is_judged || self.checking.trust.is_quarantined(checker) {
            return;
        }
        let (worker, id) = (check.worker.clone(), check.id.clone());
        let Some(open) = self.open.get(&id) else {
            self.checking.checks.remove(name);
            return;
        };
        let Some(held) = &open.held else { return };
        let agrees = match read(&open.job, checker, payload) {
            Ok(Ok(other)) => match read(&open.job, &worker, &held.payload) {
                Ok(Ok(answer)) => open.job.agrees(&answer, &other),
                _ => false,
            },
            Ok(Err(_)) | Err(Refusal::Unreadable(_)) => {
                self.ask_checker(name, tell).await;
                return;
            }
            Err(Refusal::Wrong(reason)) => {
                let checker = checker.clone();
                self.strike(&checker, &reason, tell).await;
                self.ask_checker(name, tell).await;
                return;
            }
        };
        if agrees {
            let checker = checker.clone();
            self.checking.trust.prove(&checker, true);
            self.pass(name, tell).await;
        } else {
            check.other = Some((checker.clone(), payload.to_vec()));
            self.dispute(name, tell);
        }
    }

    /// Ends a check that the answer has passed.
    pub(super) async fn pass(&mut self, name: &str, tell: &mut dyn FnMut(&str)) {
        let Some(check) = self.checking.checks.remove(name) else {
            return;
        };
        self.checking.trust.prove(&check.worker, true);
        self.checking.confirmed.insert(check.id.clone());
        self.release(&check.id, tell).await;
        self.reconsider(tell).await;
    }
}
