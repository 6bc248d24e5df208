//! Turns with the engines: who has had one makes room for those who wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::pin;
use tokio::sync::{Notify, oneshot};
use tokio::time::sleep;

use super::Tools;
use crate::House;
use crate::pool::Asker;
use crate::problem::Problem;

/// How long a turn is while others wait.
const TURN: Duration = Duration::from_millis(500);
/// After a turn that was too short for anything new the next is twice as long, up to this.
const LONGEST_TURN: Duration = Duration::from_secs(4);
/// How often it is looked who waits, and after how long somebody who waits is told so.
const GLANCE: Duration = Duration::from_millis(40);

/// The turns of a long piece of work.
pub struct Turns {
    house: Arc<House>,
    asker: Asker,
    /// Somebody has said that it is enough.
    enough: Arc<Notify>,
    turn: Duration,
}

/// One turn.
pub struct Turn<R> {
    /// What was found out; `None` when it was enough before it began.
    pub found: Option<R>,
    /// Why it ended.
    pub why: Why,
}

/// Why a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The work was done.
    Done,
    /// Others were waiting.
    Others,
    /// Its time was up, or somebody said that it is enough.
    Enough,
}

/// Ends the work of a turn when nobody waits for it any more.
struct Ending(Arc<AtomicBool>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Turns {
    /// Turns in somebody's name, until it is enough.
    pub fn new(house: Arc<House>, asker: Asker, enough: Arc<Notify>) -> Turns {
        Turns {
            house,
            asker,
            enough,
            turn: TURN,
        }
    }

    /// Works for a turn, or for as long as nobody else wants one, but never past the time left. The
    /// work ends soon after the flag it is given is raised. `on_wait` hears when it has to wait.
    ///
    /// # Errors
    /// When too much is waiting already, or the work failed.
    pub async fn next<R: Send + 'static>(
        &self,
        left: Duration,
        on_wait: impl FnOnce(),
        work: impl FnOnce(&mut Tools, &AtomicBool) -> R + Send + 'static,
    ) -> Result<Turn<R>, Problem> {
        let stop = Arc::new(AtomicBool::new(false));
        let _ending = Ending(Arc::clone(&stop));
        let (begin, mut beginning) = oneshot::channel();
        let raised = Arc::clone(&stop);
        let working = self.house.study.run(self.asker.clone(), move |tools| {
            // Who is told has not gone: then this would not be done.
            let _ = begin.send(Instant::now());
            work(tools, &raised)
        });
        pin!(working);
        let mut why = Why::Done;
        let mut began: Option<Instant> = None;
        let mut on_wait = Some(on_wait);
        loop {
            tokio::select! {
                biased;
                done = &mut working => {
                    let found = Some(done?);
                    return Ok(Turn { found, why });
                }
                Ok(instant) = &mut beginning, if began.is_none() => began = Some(instant),
                () = self.enough.notified(), if why != Why::Enough => {
                    if began.is_none() {
                        let (found, why) = (None, Why::Enough);
                        return Ok(Turn { found, why });
                    }
                    why = Why::Enough;
                }
                () = sleep(GLANCE), if began.is_some() || on_wait.is_some() => {
                    if let Some(began) = began {
                        why = self.look(began.elapsed(), left).unwrap_or(why);
                    } else if let Some(on_wait) = on_wait.take() {
                        on_wait();
                    }
                }
            }
            if why != Why::Done {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether to end a turn after so long.
    fn look(&self, worked: Duration, left: Duration) -> Option<Why> {
        if worked >= left {
            Some(Why::Enough)
        } else if worked >= self.turn && self.house.study.waiting() > 0 {
            Some(Why::Others)
        } else {
            None
        }
    }

    /// Makes the turns longer, if the last one brought nothing new; else short again.
    pub fn adapt(&mut self, brought_something: bool) {
        self.turn = if brought_something {
            TURN
        } else {
            (self.turn * 2).min(LONGEST_TURN)
        };
    }
}
