//! Intake of a worker: a delivered message becomes a job for a thread, or is settled at once.

use std::sync::Arc;

use async_nats::jetstream::Message;
use async_nats::jetstream::message::Acker;

use super::in_flight::Delivery;
use super::kinds::WireJob;
use super::names::Queue;
use super::session::{REDELIVERY_DELAY, Session};
use super::settlement::{drop_job, hand_back};
use super::subject;
use super::wire::{self, Task};
use super::worker::Event;
use crate::threads::Assignment;

/// A job that has been delivered this often without an answer is given up: it may be what kills
/// workers.
const MOST_DELIVERIES: i64 = 30;

impl Session {
    /// Takes a job that the server has delivered.
    pub(super) fn take(&mut self, message: Message, tell: &mut dyn FnMut(Event)) {
        let (tries, waiting) = match message.info() {
            Ok(info) => (info.delivered, info.pending),
            Err(_) => (1, 0),
        };
        self.waiting = waiting;
        let (message, acker) = message.split();
        self.take_message(&message, Some(Arc::new(acker)), tries, tell);
    }

    /// Takes a check: a job that a client has sent to this worker and to no other.
    pub(super) fn take_check(
        &mut self,
        message: &async_nats::Message,
        tell: &mut dyn FnMut(Event),
    ) {
        if !self.is_finishing {
            self.take_message(message, None, 1, tell);
        }
    }

    fn take_message(
        &mut self,
        message: &async_nats::Message,
        acker: Option<Arc<Acker>>,
        tries: i64,
        tell: &mut dyn FnMut(Event),
    ) {
        let Some((batch, id)) = subject::batch_and_job(&message.subject) else {
            // No client could read the answer.
            self.settling.push(Box::pin(drop_job(acker)));
            return;
        };
        match self.in_flight.find(&batch, id) {
            // It was cancelled, and is wanted again: later, since this worker is about to drop it.
            Some(held) if held.cancelled => {
                self.settling
                    .push(Box::pin(hand_back(acker, Some(REDELIVERY_DELAY))));
                return;
            }
            // The server took this worker for dead, which it is not.
            Some(held) => {
                if acker.is_some() {
                    held.acker = acker;
                }
                return;
            }
            None => {}
        }
        let delivery = Delivery {
            batch: batch.clone(),
            id: id.to_string(),
            kind: String::new(),
            acker,
            tries,
            stop: Arc::default(),
            begun: None,
            note: String::new(),
            cancelled: false,
            message: message.payload.to_vec(),
        };
        let Queue { weights, build } = &self.worker.queue;
        let task = match Task::read(&message.payload) {
            Ok(task) if task.weights == weights.as_str() && task.build == build.to_string() => task,
            Ok(task) => {
                let reason = format!(
                    "it is for weights {} and build {}, and came to a worker with {weights} and {build}",
                    wire::short(&task.weights),
                    wire::short(&task.build)
                );
                return self.give_up(delivery, &reason, tell);
            }
            Err(error) => return self.give_up(delivery, &error.to_string(), tell),
        };
        if !self
            .worker
            .kinds
            .iter()
            .any(|kind| kind.name() == task.kind)
        {
            let needs = format!("somebody who can {}", wire::short(&task.kind));
            if self.refused.insert(needs.clone()) {
                let waiting = self.waiting;
                tell(Event::Refused { needs, waiting });
            }
            let delay = Some(5 * REDELIVERY_DELAY);
            self.settling
                .push(Box::pin(hand_back(delivery.acker, delay)));
            return;
        }
        if tries > MOST_DELIVERIES {
            let reason = format!(
                "it was taken up {} times, and nobody came back with an answer",
                tries - 1
            );
            let kind = task.kind;
            return self.give_up(Delivery { kind, ..delivery }, &reason, tell);
        }
        let stop = Arc::clone(&delivery.stop);
        let ticket = self.in_flight.add(Delivery {
            kind: task.kind.clone(),
            ..delivery
        });
        let Task { kind, job, .. } = task;
        // The threads live as long as this session.
        let _ = self.jobs.send(Assignment {
            ticket,
            job: WireJob { kind, job },
            stop,
        });
    }
}
