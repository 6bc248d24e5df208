//! Contact of a worker with the rest of the farm: presence, cancellations, other queues, the server.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time;

use super::session::{REQUEST_TIMEOUT, Session};
use super::wire;
use super::worker::Event;

/// The rate is measured over this time.
const RATE_WINDOW: Duration = Duration::from_secs(10);

impl Session {
    /// Answers a request for presence.
    pub(super) async fn present(&mut self, request: &async_nats::Message) {
        let Some(reply) = request.reply.clone() else {
            return;
        };
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
        // If this is lost, the next request is answered.
        let _ = self.connection.client.publish(reply, message.into()).await;
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
        let mut queues = self.streams.jobs.consumers();
        while let Ok(Some(Ok(queue))) = time::timeout(REQUEST_TIMEOUT, queues.next()).await {
            let ours = self.queue.cached_info().name == queue.name;
            if ours || queue.num_pending == 0 || !self.refused.insert(queue.name.clone()) {
                continue;
            }
            tell(Event::Refused {
                needs: queue.name.clone(),
                waiting: queue.num_pending,
            });
        }
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
