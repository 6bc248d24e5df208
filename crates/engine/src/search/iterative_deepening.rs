//! Iterative deepening: deeper and less selective passes over the root moves, for one or more lines
//! (MultiPV).

use std::time::{Duration, Instant};

use reversi_rules::{Point, Square};

use super::node::{Best, Node};
use super::ordering::Moves;
use super::passes::Pass;
use super::root_moves::RootMoves;
use super::ybwc::Worker;
use crate::analysis::{Analysis, Kind, Line};
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::limits::Goal;
use crate::probcut::Selectivity;
use crate::score::Score;

/// The analysis of one position, run by the first thread of a search.
pub(crate) struct IterativeDeepening<'w, 'a, E: Evaluator, G: Geometry> {
    pub(crate) worker: &'w mut Worker<'a, E, G>,
    pub(crate) root: Node<E::State>,
    pub(crate) moves: &'w RootMoves,
    /// How many moves get a line; mirror images count.
    pub(crate) lines: usize,
    pub(crate) goal: Goal,
    /// The window of an exact search, if the caller gave one.
    pub(crate) window: Option<(i32, i32)>,
    pub(crate) start: Instant,
    pub(crate) on_progress: &'w mut dyn FnMut(&Analysis),
    /// What is known so far, with lines of searched moves only.
    pub(crate) analysis: Analysis,
}

impl<E: Evaluator, G: Geometry> IterativeDeepening<'_, '_, E, G> {
    /// Runs the passes until one is cancelled, or until `enough` is true before a pass. It gets the
    /// number of passes without a new best move since the last one with.
    pub(crate) fn run(&mut self, passes: &[Pass], enough: impl Fn(u32) -> bool) {
        let mut settled = 0;
        for &pass in passes {
            let before = self.analysis.lines.first().and_then(Line::square);
            self.make_room(pass);
            // A pass of a few nodes would not notice that the time is over.
            self.worker.report();
            if self.worker.is_cancelled() || enough(settled) || !self.pass(pass) {
                break;
            }
            let best = self.analysis.lines.first().and_then(Line::square);
            settled = if best == before { settled + 1 } else { 0 };
        }
    }

    /// Lets the table grow before a pass, unless that could take longer than the time left.
    fn make_room(&self, pass: Pass) {
        let shared = self.worker.shared;
        let entries = match shared.budget.time_left() {
            None => expected_entries(pass, self.root.empties),
            // A proof that may not be finished is no reason.
            Some(left) if left >= ROOM_MIN_TIME => 0,
            Some(_) => return,
        };
        if pass.depth >= ROOM_MIN_DEPTH {
            shared.table.make_room(entries, shared.threads);
        }
    }

    /// The result, with lines of full length.
    pub(crate) fn finish(mut self) -> Analysis {
        let mut lines = std::mem::take(&mut self.analysis.lines);
        if lines.is_empty() {
            lines.push(self.any_line());
        }
        for line in &mut lines {
            self.extend(line);
        }
        self.analysis.lines = self.moves.expanded(&lines, self.lines);
        self.tally();
        self.analysis
    }

    /// A line with the first searched move of the move ordering, for when no pass was finished.
    fn any_line(&mut self) -> Line {
        let legal = self.root.moves::<G>();
        let mut moves = self.worker.ordered(&self.root, legal, 1, None);
        moves.retain(|candidate| self.moves.is_searched(candidate.square));
        Line {
            score: Score::DRAW,
            kind: Kind::Estimate(0),
            moves: vec![moves.first().map(|candidate| candidate.square.into())],
        }
    }

    /// The position after the first move of a line.
    fn after(&self, line: &Line) -> Option<Node<E::State>> {
        let square = line.square()?;
        let flips = self.root.board.flips_unchecked(square);
        Some(self.root.play(self.worker.shared.evaluator, square, flips))
    }

    /// Adds the principal variation after the first move.
    fn extend(&mut self, line: &mut Line) {
        let Some(next) = self.after(line) else { return };
        match line.kind {
            Kind::Exact => {
                let score = -line.score.units();
                self.worker.perfect_line(&next, score, &mut line.moves);
            }
            Kind::Estimate(depth) => {
                let left = depth.saturating_sub(1);
                let selectivity = Selectivity::LOWEST;
                self.worker
                    .expected_line(&next, left, selectivity, &mut line.moves);
            }
            // A search of a given window finds the first move only.
            Kind::Bounds(..) if self.window.is_some() => {}
            _ => {
                let selectivity = Selectivity::LOWEST;
                self.worker
                    .expected_line(&next, next.empties, selectivity, &mut line.moves);
            }
        }
    }

    /// One pass; false when it was cancelled.
    fn pass(&mut self, pass: Pass) -> bool {
        let mut found: Vec<Line> = Vec::new();
        while self.moves.count(&found) < self.lines {
            let chosen: Vec<Option<Square>> = found.iter().map(Line::square).collect();
            let moves = self.remaining(&chosen, pass);
            if moves.is_empty() {
                break;
            }
            let before = self.analysis.lines.get(found.len()).map(|line| line.score);
            let ceiling = found.last().map(|line| line.score.units());
            match self.aspiration_search(pass, &moves, before, ceiling) {
                Ok(line) => found.push(line),
                Err(better) => {
                    if found.is_empty() {
                        self.prefer(better);
                    }
                    // Lines finished in this pass come before those of the pass before.
                    let kept = self.analysis.lines.iter();
                    let known: Vec<Option<Square>> = found.iter().map(Line::square).collect();
                    let kept = kept.filter(|line| !known.contains(&line.square()));
                    let mut lines: Vec<Line> = found.iter().chain(kept).cloned().collect();
                    while lines.len() > 1
                        && self.moves.count(&lines[..lines.len() - 1]) >= self.lines
                    {
                        lines.pop();
                    }
                    self.analysis.lines = lines;
                    return false;
                }
            }
        }
        self.analysis.lines = found;
        self.analysis.depth = pass.depth;
        self.progress();
        true
    }

    /// Puts a move first that an unfinished pass found to be better than the best one before.
    fn prefer(&mut self, better: Best) {
        let lines = &mut self.analysis.lines;
        let Some(first) = lines.first() else { return };
        if better.square.is_none() || better.square == first.square() {
            return;
        }
        let line = Line {
            score: Score::from_units(better.score).max(first.score),
            kind: first.kind,
            moves: vec![better.square.map(Point::from)],
        };
        let before = lines.iter().position(|it| it.square() == better.square);
        match before {
            Some(place) => lines[..=place].rotate_right(1),
            None if self.lines > 1 => lines.insert(0, line.clone()),
            None => {}
        }
        lines[0] = line;
    }

    /// The root moves without a line in this pass, in search order: the lines of the pass before first.
    fn remaining(&mut self, chosen: &[Option<Square>], pass: Pass) -> Moves {
        let legal = self.root.moves::<G>();
        let known = self.analysis.lines.iter().rev().filter_map(Line::square);
        let known: Vec<Square> = known.collect();
        let mut moves = self.worker.ordered(&self.root, legal, pass.depth, None);
        moves.retain(|candidate| {
            self.moves.is_searched(candidate.square) && !chosen.contains(&Some(candidate.square))
        });
        moves.sort_by_key(|candidate| {
            let place = known.iter().position(|square| *square == candidate.square);
            std::cmp::Reverse(place)
        });
        moves
    }

    /// Reports the bounds proven so far for the first line.
    pub(super) fn tightened(&mut self, low: i32, high: i32, square: Option<Square>) {
        if self.analysis.lines.is_empty() || self.lines > 1 {
            return;
        }
        let line = &mut self.analysis.lines[0];
        line.kind = Kind::Bounds(Score::from_units(low), Score::from_units(high));
        line.score = Score::from_units(line.score.units().clamp(low, high));
        if square.is_some() && low > -Score::MAX.units() {
            line.moves = vec![square.map(Point::from)];
        }
        self.progress();
    }

    /// Updates the node count and the time.
    fn tally(&mut self) {
        self.worker.report();
        self.analysis.nodes = self.worker.shared.budget.visited();
        self.analysis.time = self.start.elapsed();
    }

    /// Reports the analysis so far, with lines from the transposition table; nothing is searched for it.
    fn progress(&mut self) {
        self.tally();
        let mut known = self.analysis.clone();
        for line in &mut known.lines {
            if let Some(next) = self.after(line) {
                self.worker.table_line(&next, &mut line.moves);
            }
        }
        known.lines = self.moves.expanded(&known.lines, self.lines);
        (self.on_progress)(&known);
    }
}

/// The least depth of a pass before which the table may grow: the first passes are over in less time
/// than looking at the table takes.
const ROOM_MIN_DEPTH: u32 = 8;

/// With less time left the table does not grow: the system may take tens of milliseconds to find the
/// memory.
const ROOM_MIN_TIME: Duration = Duration::from_millis(50);

/// About how many entries a pass leaves in the transposition table: many if it solves the position, and
/// for others it is enough to look at the pass before. Sixteen times fewer than two to the power of the
/// empty squares: FFO #45 (24 empty squares) leaves 0.6 million, #50 (26) 4.4.
fn expected_entries(pass: Pass, empties: u32) -> usize {
    let is_proof = pass.depth == empties && pass.selectivity == Selectivity::EXACT;
    if is_proof {
        1_usize
            .checked_shl(empties.saturating_sub(4))
            .unwrap_or(usize::MAX)
    } else {
        0
    }
}
