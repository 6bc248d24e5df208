//! What a client takes back from the server, and what it finds lost there.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::batch::Work;
use futures_util::StreamExt;
use tokio::time;

use crate::names::subject;
use crate::run::{Run, SILENCE};
use crate::streams::Streams;
use crate::wire;

impl<W: Work> Run<'_, W> {
    /// Takes back what the batch does not want any more.
    pub(crate) async fn drop_unwanted(&mut self) {
        let dropped: HashSet<usize> = self.batch.dropped().into_iter().collect();
        if dropped.is_empty() {
            return;
        }
        let mut ids = Vec::new();
        self.open.retain(|id, open| {
            open.numbers.retain(|number| !dropped.contains(number));
            if open.numbers.is_empty() {
                ids.push(id.clone());
            }
            !open.numbers.is_empty()
        });
        self.cancel(ids).await;
    }

    pub(crate) async fn cancel_rest(&mut self) {
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
        // What is not heard is done for nothing, and that is all.
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

    /// Sends again what the server has lost.
    pub(crate) async fn count(&mut self, tell: &mut dyn FnMut(&str)) {
        self.news = Instant::now();
        if self.open.is_empty() || !self.connection.is_there.load(Ordering::SeqCst) {
            return;
        }
        let filter = subject::jobs_of(&self.name);
        let Ok(mut found) = self.streams.jobs.info_with_subjects(filter).await else {
            // Whoever took the streams away may have taken all; they are made again.
            if let Ok(streams) = Streams::open(&self.connection).await {
                let _ = streams.queue(&self.weights).await;
                self.streams = streams;
            }
            return;
        };
        let mut there = HashSet::new();
        while let Some(subject) = found.next().await {
            let Ok((subject, _)) = subject else { return };
            if let Some((_, id)) = subject::batch_and_job(&subject) {
                there.insert(id.to_string());
            }
        }
        let missing = self.open.keys().filter(|id| !there.contains(*id));
        for id in missing.cloned().collect::<Vec<_>>() {
            // It may have been answered without our having heard so.
            let subject = subject::answer(&self.name, &id);
            let answers = &self.streams.answers;
            match answers.get_last_raw_message_by_subject(&subject).await {
                Ok(found) => self.read(found.sequence, id, &found.payload, tell).await,
                Err(_) => {
                    self.again.insert(id);
                }
            }
        }
    }
}
