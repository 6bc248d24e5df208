//! From a first idea to the final answer: deeper and surer passes over the moves of a position.

use std::time::Instant;

use rules::Square;

use super::field::Field;
use super::node::{Move, Node};
use super::split::Task;
use super::stages::Stage;
use super::tree::{WIDEST, Worker};
use crate::analysis::{Analysis, Kind, Line};
use crate::eval::Evaluator;
use crate::limits::Goal;
use crate::probcut::Selectivity;
use crate::score::Score;

/// The analysis of one position by the first thread of a search.
pub(crate) struct Deepening<'w, 'a, E: Evaluator, F: Field> {
    pub(crate) worker: &'w mut Worker<'a, E, F>,
    pub(crate) root: Node<E::State>,
    pub(crate) lines: usize,
    pub(crate) goal: Goal,
    /// All that matters of the score at the end of the game.
    pub(crate) window: Option<(i32, i32)>,
    pub(crate) start: Instant,
    pub(crate) on_progress: &'w mut dyn FnMut(&Analysis),
    pub(crate) analysis: Analysis,
}

impl<E: Evaluator, F: Field> Deepening<'_, '_, E, F> {
    /// Runs the passes until one is called off. `enough` is asked before each whether to go on.
    pub(crate) fn run(&mut self, stages: &[Stage], mut enough: impl FnMut(Stage) -> bool) {
        for &stage in stages {
            if enough(stage) || !self.pass(stage) {
                break;
            }
        }
    }

    /// The result, its lines as long as they can be.
    pub(crate) fn finish(mut self) -> Analysis {
        let mut lines = std::mem::take(&mut self.analysis.lines);
        if lines.is_empty() {
            lines.push(self.any_line());
        }
        for line in &mut lines {
            self.extend(line);
        }
        self.analysis.lines = lines;
        self.tally();
        self.analysis
    }

    /// Something to play when there was no time for anything.
    fn any_line(&mut self) -> Line {
        let legal = self.root.moves::<F>();
        let moves = self.worker.ordered(&self.root, legal, 1, None);
        Line {
            score: Score::DRAW,
            kind: Kind::Estimate(0),
            moves: vec![moves.first().map(|candidate| candidate.square)],
        }
    }

    /// The position after the first move of a line.
    fn after(&self, line: &Line) -> Option<Node<E::State>> {
        let square = line.square()?;
        let flips = self.root.board.flips_unchecked(square);
        Some(self.root.play(self.worker.shared.evaluator, square, flips))
    }

    /// Adds the moves after the first.
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
            // The first move is all that such a search finds.
            Kind::Bounds(..) if self.window.is_some() => {}
            _ => {
                let selectivity = Selectivity::LOWEST;
                self.worker
                    .expected_line(&next, next.empties, selectivity, &mut line.moves);
            }
        }
    }

    /// One pass; false when it was called off.
    fn pass(&mut self, stage: Stage) -> bool {
        let mut found: Vec<Line> = Vec::new();
        while found.len() < self.lines {
            let chosen: Vec<Option<Square>> = found.iter().map(Line::square).collect();
            let moves = self.remaining(&chosen, stage);
            if moves.is_empty() {
                break;
            }
            let before = self.analysis.lines.get(found.len()).map(|line| line.score);
            let ceiling = found.last().map(|line| line.score.units());
            match self.line(stage, &moves, before, ceiling) {
                Some(line) => found.push(line),
                None => {
                    // What was finished is better than what was known.
                    let kept = self.analysis.lines.iter();
                    let known: Vec<Option<Square>> = found.iter().map(Line::square).collect();
                    let kept = kept.filter(|line| !known.contains(&line.square()));
                    let lines: Vec<Line> = found.iter().chain(kept).cloned().collect();
                    self.analysis.lines = lines.into_iter().take(self.lines).collect();
                    return false;
                }
            }
        }
        self.analysis.lines = found;
        self.analysis.depth = stage.depth;
        self.progress();
        true
    }

    /// The moves that are not the first of a line yet, in the order they should be tried.
    fn remaining(&mut self, chosen: &[Option<Square>], stage: Stage) -> Vec<Move> {
        let legal = self.root.moves::<F>();
        let known = self.analysis.lines.iter().rev().filter_map(Line::square);
        let known: Vec<Square> = known.collect();
        let mut moves = self.worker.ordered(&self.root, legal, stage.depth, None);
        moves.retain(|candidate| !chosen.contains(&Some(candidate.square)));
        if self.lines == 1 {
            self.drop_mirror_images(&mut moves);
        }
        moves.sort_by_key(|candidate| {
            let place = known.iter().position(|square| *square == candidate.square);
            std::cmp::Reverse(place)
        });
        moves
    }

    /// Of moves that lead to the same position but for a symmetry, one is enough.
    fn drop_mirror_images(&self, moves: &mut Vec<Move>) {
        let mut seen = Vec::new();
        moves.retain(|candidate| {
            let next = self.root.board.after(candidate.square, candidate.flips);
            let is_new = !seen.contains(&next);
            seen.extend(next.symmetries());
            is_new
        });
    }

    /// The best line that begins with one of these moves, none of which is better than `ceiling`.
    fn line(
        &mut self,
        stage: Stage,
        moves: &[Move],
        before: Option<Score>,
        ceiling: Option<i32>,
    ) -> Option<Line> {
        let to_the_end = stage.depth == self.root.empties;
        if let Some(window) = self.window.filter(|_| to_the_end) {
            return self.line_within(stage, moves, window);
        }
        let (mut low, mut high) = (-Score::MAX.units(), ceiling.unwrap_or(Score::MAX.units()));
        if self.goal == Goal::WinLossDraw && to_the_end {
            (low, high) = (-1, high.clamp(-1, 1));
        }
        let step = if to_the_end { 1 } else { 3 };
        let mut width = [step * Score::DISC; 2];
        let mut guess = before.map(|score| score.units().clamp(low, high));
        let mut moves = moves.to_vec();
        loop {
            let (alpha, beta) = match guess {
                Some(guess) => (guess - width[0], guess + width[1]),
                None => (-WIDEST, WIDEST),
            };
            // The ends of the window are outside of what is possible, so that a score at the end
            // of that is inside the window.
            let (alpha, beta) = (alpha.max(low - 1), beta.min(high + 1));
            let task = Task {
                node: self.root,
                depth: stage.depth,
                selectivity: stage.selectivity,
                beta,
            };
            let best = self.worker.search_moves(&task, &moves, alpha);
            if self.worker.is_called_off() {
                return None;
            }
            let score = best.score;
            if score <= alpha && alpha >= low {
                high = score.max(low);
                guess = Some(high);
                width[0] *= 4;
                width[1] = 1;
            } else if score >= beta && beta <= high {
                low = score.min(high);
                guess = Some(low);
                width[1] *= 4;
                width[0] = 1;
                // The move that did it is tried first from now on.
                if let Some(place) = moves.iter().position(|m| Some(m.square) == best.square) {
                    moves[..=place].rotate_right(1);
                }
            } else {
                // Selective searches may disagree; the lines stay in order all the same.
                let score = ceiling.map_or(score, |ceiling| score.min(ceiling));
                return Some(self.finished(stage, best.square, score));
            }
            if to_the_end && stage.selectivity == Selectivity::EXACT {
                self.tightened(low, high, best.square);
            }
        }
    }

    /// The best line, as far as its score lies within a window: else one whose score is beyond it.
    fn line_within(
        &mut self,
        stage: Stage,
        moves: &[Move],
        (alpha, beta): (i32, i32),
    ) -> Option<Line> {
        let task = Task {
            node: self.root,
            depth: stage.depth,
            selectivity: stage.selectivity,
            beta,
        };
        let best = self.worker.search_moves(&task, moves, alpha);
        if self.worker.is_called_off() {
            return None;
        }
        let mut line = self.finished(stage, best.square, best.score);
        if line.kind == Kind::Exact {
            if best.score <= alpha {
                line.kind = Kind::Bounds(-Score::MAX, line.score);
            } else if best.score >= beta {
                line.kind = Kind::Bounds(line.score, Score::MAX);
            }
        }
        Some(line)
    }

    fn finished(&self, stage: Stage, square: Option<Square>, score: i32) -> Line {
        let to_the_end = stage.depth == self.root.empties;
        let kind = match (to_the_end, stage.selectivity, self.goal) {
            (false, ..) => Kind::Estimate(stage.depth),
            (true, Selectivity::EXACT, Goal::WinLossDraw) => Kind::WinLossDraw,
            (true, Selectivity::EXACT, _) => Kind::Exact,
            (true, selectivity, _) => Kind::Probable(selectivity.percent()),
        };
        let score = match kind {
            Kind::WinLossDraw => Score::from_discs(score.signum()),
            _ => Score::from_units(score),
        };
        Line {
            score,
            kind,
            moves: vec![square],
        }
    }

    /// Tells what is proven so far about the first line.
    fn tightened(&mut self, low: i32, high: i32, square: Option<Square>) {
        if self.analysis.lines.is_empty() || self.lines > 1 {
            return;
        }
        let line = &mut self.analysis.lines[0];
        line.kind = Kind::Bounds(Score::from_units(low), Score::from_units(high));
        line.score = Score::from_units(line.score.units().clamp(low, high));
        if square.is_some() && low > -Score::MAX.units() {
            line.moves = vec![square];
        }
        self.progress();
    }

    fn tally(&mut self) {
        self.worker.report();
        self.analysis.nodes = self.worker.shared.budget.visited();
        self.analysis.time = self.start.elapsed();
    }

    /// Tells what is known, with lines as long as they are remembered: no search for more.
    fn progress(&mut self) {
        self.tally();
        let mut known = self.analysis.clone();
        for line in &mut known.lines {
            if let Some(next) = self.after(line) {
                self.worker.remembered_line(&next, &mut line.moves);
            }
        }
        (self.on_progress)(&known);
    }
}
