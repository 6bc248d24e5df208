//! The analysis of a position, with progress reports.

use std::sync::Arc;

use engine::{Analysis, Kind, Limits, Line, Score};
use rules::{Point, PointSet};
use serde::Serialize;
use tokio::sync::watch;

use super::message::Question;
use super::progress::{Report, run_and_report};
use super::time_slice::{Slice, SliceEnd, TimeSlices};
use crate::outbox::Outbox;
use crate::problem::Problem;
use play::book_moves;
use play::json::Certainty;
use play::json::Discs;

/// Analyses until the position is solved, the time is up, or the client stops it. Sends reports.
///
/// # Errors
/// When too much is waiting already, or the engine fails.
pub async fn answer(question: Question, slices: TimeSlices, outbox: Outbox) -> Result<(), Problem> {
    let (progress, news) = watch::channel(Progress::new(&question));
    let mut outcome = Ok(());
    let work = async { outcome = analyse(&question, slices, Arc::new(progress)).await };
    // An error means that the connection has ended.
    let _ = run_and_report(&outbox, news, work).await;
    outcome
}

async fn analyse(
    question: &Question,
    mut slices: TimeSlices,
    progress: Arc<watch::Sender<Progress>>,
) -> Result<(), Problem> {
    if question.game.to_move().is_none() {
        progress.send_modify(|progress| progress.is_done = true);
        return Ok(());
    }
    let lines = question.lines;
    let diagram = *question.game.diagram();
    let limits = Limits::depth(diagram.board().empties());
    loop {
        let before = progress.borrow().known.clone();
        let left = question.time.saturating_sub(before.time);
        let (hearer, limits, earlier) = (Arc::clone(&progress), limits.clone(), before.clone());
        let wait = || progress.send_modify(|progress| progress.is_waiting = true);
        let slice = slices.next(left, wait, move |tools, stop| {
            let mut hear = |analysis: &Analysis| {
                hearer.send_modify(|progress| progress.hear(analysis.clone(), &earlier));
            };
            let engine = tools.analyst();
            engine.analyse(&diagram, &limits, lines, stop, &mut hear)
        });
        let Slice { found, why } = slice.await?;
        progress.send_modify(|progress| {
            if let Some(analysis) = found {
                progress.hear(analysis, &before);
            }
            progress.is_done = why != SliceEnd::Preempted || is_solved(&progress.known);
        });
        let progress = progress.borrow();
        if progress.is_done {
            return Ok(());
        }
        slices.adapt(certainty(&progress.known.lines) > certainty(&before.lines));
    }
}

/// The result of all time slices so far.
#[derive(Clone, Debug, Serialize)]
#[serde(into = "Message")]
struct Progress {
    id: u64,
    /// The moves that the opening book plays.
    book: PointSet,
    known: Analysis,
    is_waiting: bool,
    is_done: bool,
}

impl Progress {
    fn new(question: &Question) -> Progress {
        Progress {
            id: question.id,
            book: book_moves::of(question.game.diagram()),
            known: Analysis::default(),
            is_waiting: false,
            is_done: false,
        }
    }

    /// Adds the analysis of a slice. Better results are kept: a new slice
    /// begins with shallow depths again.
    fn hear(&mut self, analysis: Analysis, earlier: &Analysis) {
        self.is_waiting = false;
        let known = &mut self.known;
        known.nodes = earlier.nodes + analysis.nodes;
        known.time = earlier.time + analysis.time;
        if certainty(&analysis.lines) >= certainty(&known.lines) {
            known.lines = analysis.lines;
            known.depth = known.depth.max(analysis.depth);
        }
    }
}

impl Report for Progress {
    fn is_last(&self) -> bool {
        self.is_done
    }
}

/// The rank of the least certain line, then of the most certain; `None` without a searched line.
fn certainty(lines: &[Line]) -> Option<(Rank, Rank)> {
    let ranks = || lines.iter().map(|line| rank(line.kind));
    let least = ranks()
        .min()
        .filter(|least| *least > rank(Kind::Estimate(0)));
    least.zip(ranks().max())
}

/// The certainty of a score: its kind, and the degree within this kind.
type Rank = (u8, u32);

fn rank(kind: Kind) -> Rank {
    match kind {
        Kind::Estimate(depth) | Kind::Book(depth) | Kind::Heuristic(depth) => (0, depth),
        Kind::Probable(percent) => (1, percent.into()),
        Kind::WinLossDraw => (2, 0),
        Kind::Bounds(low, high) => {
            let open = high.units().abs_diff(low.units());
            (3, (2 * Score::MAX.units() as u32).saturating_sub(open))
        }
        Kind::Exact => (4, 0),
    }
}

fn is_solved(analysis: &Analysis) -> bool {
    let mut lines = analysis.lines.iter();
    !analysis.lines.is_empty() && lines.all(|line| line.kind.is_exact())
}

/// The analysis so far.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Analysis"))]
#[serde(tag = "type", rename = "analysis")]
pub struct Message {
    id: u64,
    depth: u32,
    nodes: u64,
    /// The search time, without waiting.
    seconds: f64,
    lines: Vec<Way>,
    done: bool,
    /// Whether it waits for a thread.
    waiting: bool,
}

/// A move and its principal variation.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "AnalysisLine"))]
struct Way {
    square: Option<String>,
    /// Discs for the side to move.
    score: Discs,
    #[cfg_attr(
        test,
        schemars(extend("enum" = ["exact", "wld", "bounds", "probable", "estimate"]))
    )]
    kind: &'static str,
    /// The selectivity of a `probable` score, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<u8>,
    /// The search depth of an `estimate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// Whether the opening book plays the move.
    book: bool,
    /// The principal variation; null is a pass.
    moves: Vec<Option<String>>,
}

impl From<Progress> for Message {
    fn from(progress: Progress) -> Message {
        let known = &progress.known;
        let is_known = certainty(&known.lines).is_some();
        let lines = known.lines.iter().filter(|_| is_known);
        Message {
            id: progress.id,
            depth: known.depth,
            nodes: known.nodes,
            seconds: known.time.as_secs_f64(),
            lines: lines.map(|line| Way::of(line, &progress.book)).collect(),
            done: progress.is_done,
            waiting: progress.is_waiting && !progress.is_done,
        }
    }
}

impl Way {
    fn of(line: &Line, book: &PointSet) -> Way {
        let name = |point: Option<Point>| point.map(|point| point.to_string());
        let Certainty {
            kind,
            depth,
            percent,
            ..
        } = line.kind.into();
        Way {
            square: name(line.point()),
            score: line.score.into(),
            kind,
            percent,
            depth,
            book: line.point().is_some_and(|point| book.contains(point)),
            moves: line.moves.iter().copied().map(name).collect(),
        }
    }
}
