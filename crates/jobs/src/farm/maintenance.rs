//! Maintenance of a batch at the server: cancelled jobs are removed, lost ones are sent again.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

use futures_util::StreamExt;
use tokio::time;

use super::dispatch::{Dispatch, SILENCE};
use super::notices::Notices;
use super::streams::Streams;
use super::subject;
use super::wire;
use crate::job::RemoteJob;

impl<J: RemoteJob> Dispatch<'_, J> {
    /// Removes the jobs that the batch does not need any more.
    pub(super) async fn drop_cancelled(&mut self) {
        let cancelled: HashSet<usize> = self.batch.cancelled().into_iter().collect();
        if cancelled.is_empty() {
            return;
        }
        let mut ids = Vec::new();
        self.open.retain(|id, open| {
            open.numbers.retain(|number| !cancelled.contains(number));
            if open.numbers.is_empty() {
                ids.push(id.clone());
            }
            !open.numbers.is_empty()
        });
        self.cancel(ids).await;
    }

    /// Removes all jobs that are not answered.
    pub(super) async fn cancel_rest(&mut self) {
        if self.open.drain().count() == 0 {
            return;
        }
        let all = subject::jobs_of(&self.name);
        let _ = self.streams.jobs.purge().filter(all).await;
        let subject = subject::cancel(&self.name);
        let client = &self.connection.client;
        let _ = time::timeout(SILENCE, client.publish(subject, "".into())).await;
    }

    async fn cancel(&mut self, ids: Vec<String>) {
        if ids.is_empty() {
            return;
        }
        // A cancellation that is lost costs only the time to run the job.
        for id in &ids {
            let subject = subject::job(&self.weights, &self.name, id);
            if self.streams.jobs.purge().filter(subject).await.is_err() {
                return;
            }
        }
        let message = wire::write(&ids);
        let subject = subject::cancel(&self.name);
        let client = &self.connection.client;
        let _ = time::timeout(SILENCE, client.publish(subject, message.into())).await;
    }

    /// Sends jobs again that the server has lost.
    pub(super) async fn recover(&mut self, notices: &mut Notices<'_>) {
        self.news = Instant::now();
        if self.open.is_empty() || !self.connection.is_there.load(Ordering::SeqCst) {
            return;
        }
        let filter = subject::jobs_of(&self.name);
        let Ok(mut found) = self.streams.jobs.info_with_subjects(filter).await else {
            // The streams may have been removed; they are made again.
            if let Ok(streams) = Streams::open(&self.connection).await {
                let _ = streams.queue(&self.weights).await;
                self.streams = streams;
            }
            return;
        };
        let mut stored = HashSet::new();
        while let Some(subject) = found.next().await {
            let Ok((subject, _)) = subject else { return };
            if let Some((_, id)) = subject::batch_and_job(&subject) {
                stored.insert(id.to_string());
            }
        }
        let missing = self.open.keys().filter(|id| !stored.contains(*id));
        for id in missing.cloned().collect::<Vec<_>>() {
            // Its answer may be stored although its message was lost.
            let subject = subject::answer(&self.name, &id);
            let answers = &self.streams.answers;
            match answers.get_last_raw_message_by_subject(&subject).await {
                Ok(found) => {
                    let tell = &mut |text: &str| notices.tell(text);
                    self.read(found.sequence, id, &found.payload, tell).await;
                }
                Err(_) => {
                    self.again.insert(id);
                }
            }
        }
    }
}
