//! Aspiration windows: the search of one line at the root.

use reversi_rules::{Point, Square};

use super::iterative_deepening::IterativeDeepening;
use super::node::{Best, Move, NodeType, Task, WIDEST};
use super::passes::Pass;
use crate::analysis::{Kind, Line};
use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::limits::Goal;
use crate::probcut::Selectivity;
use crate::score::Score;

impl<E: Evaluator, G: Geometry> IterativeDeepening<'_, '_, E, G> {
    /// Aspiration search of the best line that begins with one of `moves`, none of which is better
    /// than `ceiling`. The window opens around the score of the pass before and widens on the side
    /// that failed. When the search is cancelled, the error is the best move that it found by then.
    pub(super) fn aspiration_search(
        &mut self,
        pass: Pass,
        moves: &[Move],
        before: Option<Score>,
        ceiling: Option<i32>,
    ) -> Result<Line, Best> {
        let to_the_end = pass.depth == self.root.empties;
        if let Some(window) = self.window.filter(|_| to_the_end) {
            return self.search_window(pass, moves, window).ok_or(Best::NONE);
        }
        let is_proof = to_the_end && pass.selectivity == Selectivity::EXACT;
        let (mut low, mut high) = (-Score::MAX.units(), ceiling.unwrap_or(Score::MAX.units()));
        if self.goal == Goal::WinLossDraw && to_the_end {
            (low, high) = (-1, high.clamp(-1, 1));
        }
        let step = if to_the_end { 1 } else { 3 };
        let mut width = [step * Score::DISC; 2];
        let mut guess = before.map(|score| score.units().clamp(low, high));
        let mut moves = moves.to_vec();
        // The move that failed high last: better than what the pass before found.
        let mut better = Best::NONE;
        loop {
            let (alpha, beta) = match guess {
                Some(guess) => (guess - width[0], guess + width[1]),
                None => (-WIDEST, WIDEST),
            };
            // The window includes the extreme scores themselves: its ends lie one beyond them.
            let (alpha, beta) = (alpha.max(low - 1), beta.min(high + 1));
            let task = Task {
                node: self.root,
                depth: pass.depth,
                selectivity: pass.selectivity,
                beta,
                node_type: NodeType::Pv,
            };
            let best = self.worker.search_moves(&task, &moves, alpha, Best::NONE);
            if self.worker.is_cancelled() {
                let known = best.score > alpha && best.square.is_some();
                let found = if known { best } else { better };
                if known && is_proof {
                    self.tightened(found.score.clamp(low, high), high, found.square);
                }
                return Err(found);
            }
            let score = best.score;
            if score <= alpha && alpha >= low {
                high = score.max(low);
                guess = Some(high);
                width[0] *= 4;
                width[1] = 1;
            } else if score >= beta && beta <= high {
                low = score.min(high);
                better = best;
                guess = Some(low);
                width[1] *= 4;
                width[0] = 1;
                // The move that failed high is searched first from now on.
                if let Some(place) = moves.iter().position(|m| Some(m.square) == best.square) {
                    moves[..=place].rotate_right(1);
                }
            } else {
                // Selective searches may disagree; the lines stay sorted all the same.
                let score = ceiling.map_or(score, |ceiling| score.min(ceiling));
                return Ok(self.finished(pass, best.square, score));
            }
            if is_proof {
                self.tightened(low, high, best.square);
            }
        }
    }

    /// Search of a window given by the caller: the best line if its score lies within, else a line with
    /// a bound beyond it.
    fn search_window(
        &mut self,
        pass: Pass,
        moves: &[Move],
        (alpha, beta): (i32, i32),
    ) -> Option<Line> {
        let task = Task {
            node: self.root,
            depth: pass.depth,
            selectivity: pass.selectivity,
            beta,
            node_type: NodeType::Pv,
        };
        let best = self.worker.search_moves(&task, moves, alpha, Best::NONE);
        if self.worker.is_cancelled() {
            return None;
        }
        let mut line = self.finished(pass, best.square, best.score);
        if line.kind == Kind::Exact {
            if best.score <= alpha {
                line.kind = Kind::Bounds(-Score::MAX, line.score);
            } else if best.score >= beta {
                line.kind = Kind::Bounds(line.score, Score::MAX);
            }
        }
        Some(line)
    }

    /// The line of a finished search, with what its score means.
    fn finished(&self, pass: Pass, square: Option<Square>, score: i32) -> Line {
        let to_the_end = pass.depth == self.root.empties;
        let kind = match (to_the_end, pass.selectivity, self.goal) {
            (false, ..) => Kind::Estimate(pass.depth),
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
            moves: vec![square.map(Point::from)],
        }
    }
}
