//! The study session of a live connection: its analysis and its review.

use std::sync::Arc;

use tokio::sync::Notify;
use tokio::task::{self, JoinHandle};

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
    /// Its turn in the queue of the engines.
    asker: Asker,
    outbox: Outbox,
    analysis: Option<Task>,
    review: Option<Task>,
}

/// An analysis or review at work. Dropping it ends the work.
struct Task {
    id: u64,
    enough: Arc<Notify>,
    work: JoinHandle<()>,
}

impl Task {
    /// Ends the work, and waits until nothing of it is left.
    async fn end(mut self) {
        self.work.abort();
        // An error means that it was ended.
        let _ = (&mut self.work).await;
    }
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
        StudySession {
            engines,
            asker,
            outbox,
            analysis: None,
            review: None,
        }
    }

    /// Starts or stops work; tasks send their results to the outbox. Work that is replaced has ended when
    /// this returns, so the work of a connection never piles up.
    pub async fn handle(&mut self, wish: Wish) {
        match wish {
            Wish::Stop(id) => self.stop(|task| task.id == id),
            Wish::Analyse(question) => {
                if let Some(task) = self.analysis.take() {
                    task.end().await;
                }
                let (id, outbox) = (question.id, self.outbox.clone());
                let task = self.begin(id, |slices| analysis::answer(question, slices, outbox));
                self.analysis = Some(task);
            }
            Wish::Review { id, game, level } => {
                if let Some(task) = self.review.take() {
                    task.end().await;
                }
                let outbox = self.outbox.clone();
                let task = self.begin(id, |slices| {
                    review::review(id, *game, level, slices, outbox)
                });
                self.review = Some(task);
            }
        }
    }

    /// Stops all work; what is known by then is sent.
    pub fn stop_all(&self) {
        self.stop(|_| true);
    }

    fn stop(&self, is_meant: impl Fn(&Task) -> bool) {
        let tasks = self.analysis.iter().chain(&self.review);
        for task in tasks.filter(|task| is_meant(task)) {
            task.enough.notify_one();
        }
    }

    /// Begins work in a task of its own, which reports failures.
    fn begin<F>(&self, id: u64, work: impl FnOnce(TimeSlices) -> F) -> Task
    where
        F: Future<Output = Result<(), Problem>> + Send + 'static,
    {
        let enough = Arc::new(Notify::new());
        let slices = TimeSlices::new(Arc::clone(&self.engines), self.asker, Arc::clone(&enough));
        let (work, outbox) = (work(slices), self.outbox.clone());
        let work = task::spawn(async move {
            if let Err(problem) = work.await {
                // A connection that has ended needs no answer.
                let _ = outbox.send(&Answer::failed(id, problem)).await;
            }
        });
        Task { id, enough, work }
    }
}
