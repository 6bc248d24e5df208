//! Verdicts: the client runs a disputed job itself, and quarantines the workers that were wrong.

use std::time::Instant;

use super::checking::Verdict;
use super::dispatch::{Dispatch, Doubt, Open};
use super::notices::Notices;
use super::replies::read;
use super::wire::Task;
use crate::job::{Failure, RemoteJob};

impl<J: RemoteJob + 'static> Dispatch<'_, J> {
    /// Hands a check to the referee. Until it has decided, neither worker counts as proven.
    pub(super) fn dispute(&mut self, name: &str, tell: &mut dyn FnMut(&str)) {
        let Some(check) = self.checking.checks.get_mut(name) else {
            return;
        };
        if check.is_judged {
            return;
        }
        check.is_judged = true;
        let (worker, batch) = (&check.worker, &self.plan.name);
        self.checking.trust.prove(worker, false);
        match &check.other {
            Some((other, _)) => {
                self.checking.trust.prove(other, false);
                tell(&format!(
                    "workers {worker} and {other} answer a job of batch {batch} differently; this \
                     command runs it itself"
                ));
            }
            None => tell(&format!(
                "no other worker checks an answer of {worker} in batch {batch}; this command runs \
                 the job itself"
            )),
        }
        self.checking.disputes.push_back(name.to_string());
        self.decide_next();
    }

    /// Has the referee decide the next dispute, unless it is at work.
    pub(super) fn decide_next(&mut self) {
        while self.checking.deciding.is_none() {
            let Some(name) = self.checking.disputes.pop_front() else {
                return;
            };
            let check = self.checking.checks.get(&name);
            let open = check.and_then(|check| self.open.get(&check.id));
            let Some(job) = open.and_then(|open| job_in::<J>(&open.message)) else {
                self.checking.checks.remove(&name);
                continue;
            };
            let verdicts = self.checking.verdicts.clone();
            let decide = move |answer| {
                let check = name;
                // The receiver is gone when the client has ended.
                let _ = verdicts.send(Verdict { check, answer });
            };
            self.checking.deciding = Some(self.checking.referee.decide(job, decide));
        }
    }

    /// The referee has decided.
    pub(super) async fn decided(&mut self, verdict: Verdict<J>, notices: &mut Notices<'_>) {
        let tell = &mut |text: &str| notices.tell(text);
        self.checking.deciding = None;
        self.news = Instant::now();
        let name = verdict.check;
        let Some(check) = self.checking.checks.get(&name) else {
            return self.decide_next();
        };
        let (id, worker, other) = (check.id.clone(), check.worker.clone(), check.other.clone());
        let Some((open, held)) = self
            .open
            .get(&id)
            .and_then(|open| Some((open, open.held.as_ref()?)))
        else {
            self.checking.checks.remove(&name);
            return self.decide_next();
        };
        match verdict.answer {
            Ok(own) => {
                let agrees = |name: &str, payload: &[u8]| match read(&open.job, name, payload) {
                    Ok(Ok(answer)) => open.job.agrees(&own, &answer),
                    _ => false,
                };
                let is_right = agrees(&worker, &held.payload);
                let liar = other.filter(|(name, payload)| !agrees(name, payload));
                let wrong = "another answer than this command's own to the same job";
                if let Some((liar, _)) = liar {
                    self.quarantine(&liar, wrong, tell).await;
                }
                if is_right {
                    self.pass(&name, tell).await;
                } else {
                    self.checking.checks.remove(&name);
                    self.quarantine(&worker, wrong, tell).await;
                }
            }
            Err(failure) => {
                // Nobody can tell who is right: the job is done once more.
                self.checking.checks.remove(&name);
                let reason = match failure {
                    Failure::Failed(reason) => reason,
                    Failure::Stopped => "it was stopped".to_string(),
                };
                tell(&format!(
                    "this command could not run a disputed job itself: {reason}; it is asked for again"
                ));
                let place = held.place.clone();
                self.remove(&place).await;
                if let Some(open) = self.open.get_mut(&id) {
                    open.held = None;
                }
                self.send_later(id);
                self.strike(&worker, "an answer that nobody confirms", tell)
                    .await;
                self.reconsider(tell).await;
            }
        }
        self.decide_next();
    }

    /// Quarantines a worker: its answers are refused from now on, and those that nobody has confirmed
    /// are asked for again.
    pub(super) async fn quarantine(
        &mut self,
        worker: &str,
        reason: &str,
        tell: &mut dyn FnMut(&str),
    ) {
        if !self.checking.trust.quarantine(worker) {
            return;
        }
        self.checking.quarantined.push(worker.to_string());
        let mut count = 0;
        let is_its = |open: &Open<J>| {
            let held = open.held.as_ref();
            held.is_some_and(|held| held.place.worker == worker)
        };
        let held: Vec<String> = self
            .open
            .iter()
            .filter(|(_, open)| is_its(open))
            .map(|(id, _)| id.clone())
            .collect();
        for id in held {
            let Some(held) = self.open.get_mut(&id).and_then(|open| open.held.take()) else {
                continue;
            };
            self.remove(&held.place).await;
            self.checking.checks.retain(|_, check| check.id != id);
            self.again.insert(id);
            count += 1;
        }
        for places in self.known.values_mut() {
            places.retain(|place| place.worker != worker);
        }
        for given in self.delivered.take(worker) {
            if self.checking.confirmed.contains(&given.id) {
                continue;
            }
            let doubt = Doubt {
                sequence: given.sequence,
                numbers: given.numbers,
            };
            if let Some(open) = self.open.get_mut(&given.id) {
                let earlier = open.doubt.take();
                let earlier = earlier.map(|doubt| doubt.numbers).unwrap_or_default();
                let numbers = doubt.numbers.into_iter().chain(earlier).collect();
                open.doubt = Some(Doubt { numbers, ..doubt });
            } else if let Some(job) = job_in(&given.message) {
                let mut open = Open::new(Vec::new(), job, given.message);
                open.doubt = Some(doubt);
                self.open.insert(given.id.clone(), open);
            }
            self.again.insert(given.id);
            count += 1;
        }
        // The worker may still have to acknowledge jobs: until then they cannot be sent again.
        self.delay_sending();
        tell(&format!(
            "worker {worker} is quarantined in batch {}: {reason}. Its answers are refused; {count} \
             of them are asked for again",
            self.plan.name
        ));
    }
}

/// The job in a message.
fn job_in<J: RemoteJob>(message: &[u8]) -> Option<J> {
    let task = Task::read(message).ok()?;
    serde_json::from_value(task.job).ok()
}
