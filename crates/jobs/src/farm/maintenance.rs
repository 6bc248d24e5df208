//! Maintenance of a batch at the server: cancelled jobs are removed, lost ones are sent again.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::time::Instant;

use async_nats::jetstream::context::RequestErrorKind;
use futures_util::StreamExt;
use tokio::time;

use super::answers::Place;
use super::dispatch::{Dispatch, SILENCE};
use super::notices::Notices;
use super::removal::remove_all;
use super::streams::Streams;
use super::subject;
use super::wire;
use crate::job::RemoteJob;

impl<J: RemoteJob + 'static> Dispatch<'_, J> {
    /// Removes the jobs that the batch does not need any more.
    pub(super) async fn drop_cancelled(&mut self) {
        let cancelled: HashSet<usize> = self.batch.cancelled().into_iter().collect();
        if cancelled.is_empty() {
            return;
        }
        let mut ids = Vec::new();
        self.open.retain(|id, open| {
            open.numbers.retain(|number| !cancelled.contains(number));
            let is_needed = !open.numbers.is_empty() || open.doubt.is_some();
            if !is_needed {
                ids.push(id.clone());
            }
            is_needed
        });
        self.cancel(ids).await;
    }

    /// Removes all jobs that are not answered, except those that tell whether a worker is wrong.
    pub(super) async fn cancel_rest(&mut self) {
        let checks = self.checking.checks.values();
        let checked: HashSet<&str> = checks.map(|check| check.id.as_str()).collect();
        let mut ids = Vec::new();
        self.open.retain(|id, open| {
            let is_needed = open.doubt.is_some() || checked.contains(id.as_str());
            if !is_needed {
                ids.push(id.clone());
            }
            is_needed
        });
        if ids.is_empty() {
            return;
        }
        if !self.open.is_empty() {
            return self.cancel(ids).await;
        }
        let all = subject::jobs_of(&self.plan.name);
        let _ = remove_all(&self.streams.jobs, all).await;
        let subject = subject::cancel(&self.plan.name);
        let client = &self.connection.client;
        let _ = time::timeout(SILENCE, client.publish(subject, "".into())).await;
    }

    async fn cancel(&mut self, ids: Vec<String>) {
        if ids.is_empty() {
            return;
        }
        // A cancellation that is lost costs only the time to run the job.
        for id in &ids {
            let subject = subject::job(&self.plan.queue, &self.plan.name, id);
            if remove_all(&self.streams.jobs, subject).await.is_err() {
                return;
            }
        }
        let message = wire::write(&ids);
        let subject = subject::cancel(&self.plan.name);
        let client = &self.connection.client;
        let _ = time::timeout(SILENCE, client.publish(subject, message.into())).await;
    }

    /// Sends jobs again that the server has lost.
    pub(super) async fn recover(&mut self, notices: &mut Notices<'_>) {
        self.news = Instant::now();
        if self.open.is_empty() || !self.connection.is_there.load(Ordering::SeqCst) {
            return;
        }
        let filter = subject::jobs_of(&self.plan.name);
        let mut found = match self.streams.jobs.info_with_subjects(filter).await {
            Ok(found) => found,
            Err(error) if error.kind() == RequestErrorKind::TimedOut => return,
            Err(_) => {
                // The streams may have been removed; they are made again.
                if let Ok(streams) = Streams::open(&self.connection).await {
                    let _ = streams.make_queue(&self.plan.queue).await;
                    self.streams = streams;
                }
                return;
            }
        };
        let mut stored = HashSet::new();
        while let Some(subject) = found.next().await {
            let Ok((subject, _)) = subject else { return };
            if let Some((_, id)) = subject::batch_and_job(&subject) {
                stored.insert(id.to_string());
            }
        }
        let waiting = self.open.iter().filter(|(_, open)| open.held.is_none());
        let missing = waiting.filter(|(id, _)| !stored.contains(*id));
        let missing: Vec<String> = missing.map(|(id, _)| id.clone()).collect();
        if missing.is_empty() {
            return;
        }
        // The answer to a job may be stored although its message was lost.
        let answered = self.stored_answers().await;
        for id in missing {
            match answered.get(&id) {
                Some(worker) => self.read_stored(id, worker, notices).await,
                None => {
                    self.again.insert(id);
                }
            }
        }
    }

    /// The jobs whose answers the server has stored, with a worker that has answered.
    async fn stored_answers(&self) -> HashMap<String, String> {
        let filter = subject::answers_of(&self.plan.name);
        let mut stored = HashMap::new();
        if let Ok(mut found) = self.streams.answers.info_with_subjects(filter).await {
            while let Some(Ok((subject, _))) = found.next().await {
                if let Some((_, id, worker)) = subject::batch_job_and_worker(&subject) {
                    stored.insert(id.to_string(), worker.to_string());
                }
            }
        }
        stored
    }

    /// Reads the stored answer of a worker.
    async fn read_stored(&mut self, id: String, worker: &str, notices: &mut Notices<'_>) {
        let subject = subject::answer(&self.plan.name, &id, worker);
        let answers = &self.streams.answers;
        if let Ok(message) = answers.get_last_raw_message_by_subject(&subject).await {
            let place = Place {
                sequence: message.sequence,
                worker: worker.to_string(),
            };
            let tell = &mut |text: &str| notices.tell(text);
            self.read(place, id, &message.payload, tell).await;
        }
    }
}
