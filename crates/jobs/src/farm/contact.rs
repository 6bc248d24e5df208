//! Contact of a worker with the rest of the farm: presence, cancellations, other queues, the server.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time;

use super::session::{REQUEST_TIMEOUT, Session};
use super::streams::JOBS;
use super::subject;
use super::wire;
use super::worker::Event;

/// The rate is measured over this time.
const RATE_WINDOW: Duration = Duration::from_secs(10);

impl Session {
    /// Answers a request for presence, under the worker's own name.
    pub(super) async fn present(&mut self) {
        while self
            .recent
            .front()
            .is_some_and(|at| at.elapsed() > RATE_WINDOW)
        {
            self.recent.pop_front();
        }
        self.presence.rate = self.recent.len() as f64 / RATE_WINDOW.as_secs_f64();
        self.presence.doing = self.in_flight.current();
        let message = wire::write(&self.presence);
        let subject = subject::present(&self.presence.worker);
        // If this is lost, the next request is answered.
        let _ = self
            .connection
            .client
            .publish(subject, message.into())
            .await;
    }

    /// Stops jobs that a client has cancelled.
    pub(super) fn cancel(&mut self, message: &async_nats::Message) {
        let batch = message.subject.rsplit('.').next();
        let Some(batch) = batch.and_then(|batch| batch.parse().ok()) else {
            return;
        };
        if message.payload.is_empty() {
            self.in_flight.cancel(&batch, None);
        } else if let Ok(ids) = serde_json::from_slice::<Vec<String>>(&message.payload) {
            self.in_flight.cancel(&batch, Some(&ids));
        }
    }

    /// Reports jobs that wait for other workers.
    pub(super) async fn check_queues(&mut self, tell: &mut dyn FnMut(Event)) {
        let jobs = self.connection.jetstream.get_stream_no_info(JOBS).await;
        let Ok(jobs) = jobs else { return };
        let mut queues = jobs.consumers();
        while let Ok(Some(Ok(queue))) = time::timeout(REQUEST_TIMEOUT, queues.next()).await {
            let ours = self.worker.queue.name() == queue.name;
            if ours || queue.num_pending == 0 || !self.refused.insert(queue.name.clone()) {
                continue;
            }
            tell(Event::Refused {
                needs: queue.name.clone(),
                waiting: queue.num_pending,
            });
        }
    }

    /// Reports when the server stores no answers, and when it does again.
    pub(super) fn check_room(&mut self, tell: &mut dyn FnMut(Event)) {
        let refusal = self.desk.refusal.borrow().clone();
        match (&refusal, self.is_full) {
            (Some(why), false) => tell(Event::NoRoom(why.clone())),
            (None, true) => tell(Event::RoomAgain),
            _ => {}
        }
        self.is_full = refusal.is_some();
    }

    /// Reports when the server goes and comes.
    pub(super) fn check_server(&mut self, tell: &mut dyn FnMut(Event)) {
        let is_away = !self.connection.is_there.load(Ordering::SeqCst);
        if is_away != self.is_away {
            self.is_away = is_away;
            tell(if is_away { Event::Away } else { Event::Back });
        }
    }
}
