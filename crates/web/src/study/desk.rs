//! What one live connection studies.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;
use tokio::task::{self, AbortHandle};

use super::message::Wish;
use super::turns::Turns;
use super::{analysis, review};
use crate::House;
use crate::mail::Mail;
use crate::message::Answer;
use crate::pool::Asker;
use crate::problem::Problem;

/// What one live connection studies: at most one position and one game at a time. When it is
/// dropped, the connection has ended and so has all work for it.
pub struct Desk {
    house: Arc<House>,
    /// In whose name engines are asked: every desk has turns of its own, also when several people
    /// come from one address.
    asker: Asker,
    mail: Mail,
    analysis: Option<Paper>,
    review: Option<Paper>,
}

/// Something that is being worked on. The work ends when it is dropped.
struct Paper {
    id: u64,
    enough: Arc<Notify>,
    work: AbortHandle,
}

impl Drop for Paper {
    fn drop(&mut self) {
        self.work.abort();
    }
}

impl Desk {
    /// The types of messages that are for a desk; all others are about games.
    pub const TYPES: [&str; 3] = ["analyse", "stop", "review"];

    /// A desk for a connection, with nothing on it. Answers go out by mail.
    pub fn new(house: Arc<House>, asker: Asker, mail: Mail) -> Desk {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        Desk {
            house,
            asker: Asker(format!("{} desk {number}", asker.0)),
            mail,
            analysis: None,
            review: None,
        }
    }

    /// Hears a wish, and returns soon: what takes long is done by a task and a pool, which send their
    /// own mail.
    pub fn hear(&mut self, wish: Wish) {
        match wish {
            Wish::Stop(id) => {
                let papers = self.analysis.iter().chain(&self.review);
                for paper in papers.filter(|paper| paper.id == id) {
                    paper.enough.notify_one();
                }
            }
            Wish::Analyse(question) => {
                // The old one first: its turn is free then.
                self.analysis = None;
                let (id, mail) = (question.id, self.mail.clone());
                let paper = self.begin(id, |turns| analysis::answer(question, turns, mail));
                self.analysis = Some(paper);
            }
            Wish::Review { id, game, level } => {
                self.review = None;
                let mail = self.mail.clone();
                let paper = self.begin(id, |turns| review::review(id, *game, level, turns, mail));
                self.review = Some(paper);
            }
        }
    }

    /// Begins work in a task of its own, which tells what goes wrong.
    fn begin<F>(&self, id: u64, work: impl FnOnce(Turns) -> F) -> Paper
    where
        F: Future<Output = Result<(), Problem>> + Send + 'static,
    {
        let enough = Arc::new(Notify::new());
        let turns = Turns::new(
            Arc::clone(&self.house),
            self.asker.clone(),
            Arc::clone(&enough),
        );
        let (work, mail) = (work(turns), self.mail.clone());
        let work = task::spawn(async move {
            if let Err(problem) = work.await {
                // If nobody is there any more, nobody need be told.
                let _ = mail.send(&Answer::failed(id, problem)).await;
            }
        });
        Paper {
            id,
            enough,
            work: work.abort_handle(),
        }
    }
}
