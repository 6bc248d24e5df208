//! The study session of a live connection: its analysis and its review.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;
use tokio::task::{self, AbortHandle};

use super::engines::StudyEngines;
use super::message::Wish;
use super::time_slice::TimeSlices;
use super::{analysis, review};
use crate::fair_pool::{Asker, FairPool};
use crate::message::Answer;
use crate::outbox::Outbox;
use crate::problem::Problem;

/// The study session of a live connection: at most one analysis and one review at a time. Dropping it
/// ends their work.
pub struct StudySession {
    engines: Arc<FairPool<StudyEngines>>,
    /// The key in the queue of the engines. Every session has its own, also when several come from
    /// one address.
    asker: Asker,
    outbox: Outbox,
    analysis: Option<Task>,
    review: Option<Task>,
}

/// An analysis or review at work. Dropping it ends the work.
struct Task {
    id: u64,
    enough: Arc<Notify>,
    work: AbortHandle,
}

impl Drop for Task {
    fn drop(&mut self) {
        self.work.abort();
    }
}

impl StudySession {
    /// The types of messages that are for a study session; all others are about games.
    pub const TYPES: [&str; 3] = ["analyse", "stop", "review"];

    /// An idle session. Answers go to the outbox.
    pub fn new(engines: Arc<FairPool<StudyEngines>>, asker: Asker, outbox: Outbox) -> StudySession {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        StudySession {
            engines,
            asker: Asker(format!("{} session {number}", asker.0)),
            outbox,
            analysis: None,
            review: None,
        }
    }

    /// Starts or stops work and returns at once; tasks send their results to the outbox.
    pub fn handle(&mut self, wish: Wish) {
        match wish {
            Wish::Stop(id) => {
                let tasks = self.analysis.iter().chain(&self.review);
                for task in tasks.filter(|task| task.id == id) {
                    task.enough.notify_one();
                }
            }
            Wish::Analyse(question) => {
                // End the old one first, so that its thread is free.
                self.analysis = None;
                let (id, outbox) = (question.id, self.outbox.clone());
                let task = self.begin(id, |slices| analysis::answer(question, slices, outbox));
                self.analysis = Some(task);
            }
            Wish::Review { id, game, level } => {
                self.review = None;
                let outbox = self.outbox.clone();
                let task = self.begin(id, |slices| {
                    review::review(id, *game, level, slices, outbox)
                });
                self.review = Some(task);
            }
        }
    }

    /// Begins work in a task of its own, which reports failures.
    fn begin<F>(&self, id: u64, work: impl FnOnce(TimeSlices) -> F) -> Task
    where
        F: Future<Output = Result<(), Problem>> + Send + 'static,
    {
        let enough = Arc::new(Notify::new());
        let slices = TimeSlices::new(
            Arc::clone(&self.engines),
            self.asker.clone(),
            Arc::clone(&enough),
        );
        let (work, outbox) = (work(slices), self.outbox.clone());
        let work = task::spawn(async move {
            if let Err(problem) = work.await {
                // A connection that has ended needs no answer.
                let _ = outbox.send(&Answer::failed(id, problem)).await;
            }
        });
        Task {
            id,
            enough,
            work: work.abort_handle(),
        }
    }
}
