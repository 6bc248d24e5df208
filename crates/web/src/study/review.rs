//! The review of a game, with progress reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::{Engine, Level};
use play::Watch;
use play::review::json::{self, Object};
use play::review::{Effort, Reviewed, Reviewer};
use rules::{Game, Record};
use serde::{Serialize, Serializer};
use tokio::sync::watch;

use super::engines::ReviewId;
use super::progress::{Report, run_and_report};
use super::time_slice::{Slice, SliceEnd, TimeSlices};
use crate::outbox::Outbox;
use crate::problem::Problem;

/// Reviews a game until every move is judged or the client stops it. Sends reports.
///
/// # Errors
/// When the board is too large, too much is waiting already, or the engine fails.
pub async fn review(
    id: u64,
    game: Game,
    level: Level,
    slices: TimeSlices,
    outbox: Outbox,
) -> Result<(), Problem> {
    let effort = Effort::level(level, game.size());
    let reviewer = Reviewer::new(game.clone(), effort);
    let reviewer = reviewer.map_err(|error| Problem::bad("board_too_large", error))?;
    let reviewed = Reviewed {
        record: Record::from(game),
        review: reviewer.review().clone(),
    };
    let (progress, news) = watch::channel(Progress {
        id,
        reviewed: Arc::new(reviewed),
        is_done: false,
    });
    let mut outcome = Ok(());
    let work = async { outcome = judge(reviewer, slices, Arc::new(progress)).await };
    // An error means that the connection has ended.
    let _ = run_and_report(&outbox, news, work).await;
    outcome
}

async fn judge(
    mut reviewer: Reviewer,
    mut slices: TimeSlices,
    progress: Arc<watch::Sender<Progress>>,
) -> Result<(), Problem> {
    let review_id = ReviewId::new();
    loop {
        let before = reviewer.left();
        let hearer = Arc::clone(&progress);
        let slice = slices.next(
            Duration::MAX,
            || {},
            move |tools, stop| {
                while step(&mut reviewer, tools.reviewer(review_id), stop) {
                    hearer.send_modify(|progress| progress.hear(&reviewer));
                }
                reviewer
            },
        );
        let Slice { found, why } = slice.await?;
        let left = found.as_ref().map_or(before, Reviewer::left);
        slices.adapt(left < before);
        match found {
            Some(found) if why == SliceEnd::Preempted && left > 0 => reviewer = found,
            _ => {
                progress.send_modify(|progress| progress.is_done = true);
                return Ok(());
            }
        }
    }
}

/// Judges the next position. False when there is none, or it was stopped.
fn step(reviewer: &mut Reviewer, engine: &mut Engine, stop: &AtomicBool) -> bool {
    let mut watch = Watch {
        stop,
        on_progress: &mut |_| {},
    };
    !stop.load(Ordering::Relaxed) && reviewer.step(engine, &mut watch)
}

/// The review so far.
#[derive(Clone)]
struct Progress {
    id: u64,
    reviewed: Arc<Reviewed>,
    is_done: bool,
}

impl Progress {
    fn hear(&mut self, reviewer: &Reviewer) {
        self.reviewed = Arc::new(Reviewed {
            record: self.reviewed.record.clone(),
            review: reviewer.review().clone(),
        });
    }
}

impl Report for Progress {
    fn is_last(&self) -> bool {
        self.is_done
    }
}

/// The review so far, as `reversi review --json` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "ReviewProgress"))]
#[serde(tag = "type", rename = "review")]
pub struct Message<'a> {
    id: u64,
    review: Object<'a>,
    done: bool,
}

impl Serialize for Progress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let message = Message {
            id: self.id,
            review: json::object(&self.reviewed),
            done: self.is_done,
        };
        message.serialize(serializer)
    }
}
