//! Time slices on the study engines: long work gives its thread up when others wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::pin;
use tokio::sync::{Notify, oneshot};
use tokio::time::sleep;

use super::engines::StudyEngines;
use crate::fair_pool::{Asker, FairPool};
use crate::problem::Problem;

/// The length of a slice while others wait.
const SLICE: Duration = Duration::from_millis(500);
/// After a slice that found nothing new the next is twice as long, up to this.
const LONGEST_SLICE: Duration = Duration::from_secs(4);
/// The length of a slice while a newcomer waits for a first result.
const SHORT_SLICE: Duration = Duration::from_millis(120);
/// The interval at which the queue is polled, and the wait after which a client is informed.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// The slices of one analysis or review.
pub struct TimeSlices {
    engines: Arc<FairPool<StudyEngines>>,
    asker: Asker,
    /// Notified when the client sends stop.
    enough: Arc<Notify>,
    length: Duration,
}

/// The result of one slice.
pub struct Slice<R> {
    /// The result of the work; `None` when it was stopped before it began.
    pub found: Option<R>,
    /// Why it ended.
    pub why: SliceEnd,
}

/// Why a slice ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceEnd {
    /// The work was done.
    Done,
    /// Others were waiting.
    Preempted,
    /// Its time was up, or the client sent stop.
    Stopped,
}

/// Raises the stop flag of a slice when it is dropped.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl TimeSlices {
    /// Slices in an asker's name, until `enough` is notified.
    pub fn new(
        engines: Arc<FairPool<StudyEngines>>,
        asker: Asker,
        enough: Arc<Notify>,
    ) -> TimeSlices {
        TimeSlices {
            engines,
            asker,
            enough,
            length: SLICE,
        }
    }

    /// Works for one slice, or longer while nobody waits, but never past the time left. The work must
    /// end soon after its flag is raised. `on_wait` is called when it has to wait for a thread.
    ///
    /// # Errors
    /// When too much is waiting already, or the work failed.
    pub async fn next<R: Send + 'static>(
        &self,
        left: Duration,
        on_wait: impl FnOnce(),
        work: impl FnOnce(&mut StudyEngines, &AtomicBool) -> R + Send + 'static,
    ) -> Result<Slice<R>, Problem> {
        let stop = Arc::new(AtomicBool::new(false));
        let _stop_on_drop = StopOnDrop(Arc::clone(&stop));
        let (begin, mut beginning) = oneshot::channel();
        let raised = Arc::clone(&stop);
        let working = self.engines.run(self.asker, move |tools| {
            // The receiver exists: work without one is removed from the queue.
            let _ = begin.send(Instant::now());
            work(tools, &raised)
        });
        pin!(working);
        let mut why = SliceEnd::Done;
        let mut began: Option<Instant> = None;
        let mut on_wait = Some(on_wait);
        loop {
            tokio::select! {
                biased;
                done = &mut working => {
                    let found = Some(done?);
                    return Ok(Slice { found, why });
                }
                Ok(instant) = &mut beginning, if began.is_none() => began = Some(instant),
                () = self.enough.notified(), if why != SliceEnd::Stopped => {
                    if began.is_none() {
                        let (found, why) = (None, SliceEnd::Stopped);
                        return Ok(Slice { found, why });
                    }
                    why = SliceEnd::Stopped;
                }
                () = sleep(POLL_INTERVAL), if began.is_some() || on_wait.is_some() => {
                    if let Some(began) = began {
                        why = self.check(began.elapsed(), left).unwrap_or(why);
                    } else if let Some(on_wait) = on_wait.take() {
                        on_wait();
                    }
                }
            }
            if why != SliceEnd::Done {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Whether to end a slice that has worked this long.
    fn check(&self, worked: Duration, left: Duration) -> Option<SliceEnd> {
        if worked >= left {
            Some(SliceEnd::Stopped)
        } else if worked >= SHORT_SLICE && self.engines.has_newcomer(&self.asker)
            || worked >= self.length && self.engines.is_outranked(&self.asker, worked)
        {
            Some(SliceEnd::Preempted)
        } else {
            None
        }
    }

    /// Makes slices longer if the last one found nothing new, and short again otherwise.
    pub fn adapt(&mut self, brought_something: bool) {
        self.length = if brought_something {
            SLICE
        } else {
            (self.length * 2).min(LONGEST_SLICE)
        };
    }
}
