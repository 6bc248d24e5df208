//! What an answer changes in the tree.

use engine::{Kind, Score};
use rules::Board;

use super::questions::Question;
use super::tree::Place;
use super::{Split, SplitError, Stage};
use crate::solve::Answer;

impl Split {
    /// Takes in the answer to a question.
    pub(super) fn learn(&mut self, question: Question, answer: &Answer) -> Result<(), SplitError> {
        let place = question.place;
        let board = self.tree.node(place).board;
        let analysis = match answer.analysis(&self.tree.diagram(board)) {
            Ok(analysis) => analysis,
            Err(why) => return self.learn_nothing(place, &why.to_string()),
        };
        self.nodes = self.nodes.saturating_add(analysis.nodes);
        let best = analysis.best();
        let proof = match best.kind {
            Kind::Exact => Some((best.score, best.score)),
            Kind::Bounds(lower, upper) => Some((lower, upper)),
            _ => None,
        };
        if let Some((lower, upper)) = proof {
            // No more is proved than that: whole discs inside.
            let lower = -(-lower.units()).div_euclid(Score::DISC);
            let upper = upper.units().div_euclid(Score::DISC);
            self.tree.prove(place, lower, upper)?;
            self.keep_line(place, best);
        }
        if matches!(self.stage, Stage::Following(_)) || question.is_settled(&self.tree) {
            return Ok(());
        }
        if proof.is_some() {
            return self.learn_nothing(place, "the answer is not what was asked");
        }
        if !self.tree.node(place).children.is_empty() {
            return Ok(());
        }
        let estimate = |next: Board| {
            let line = analysis.lines.iter().find(|line| {
                let square = line.point().and_then(|point| self.inset.square(point));
                square.and_then(|square| board.play(square)) == Some(next)
            })?;
            Some(line.score.units())
        };
        Ok(self.tree.expand(place, estimate)?)
    }

    /// Nobody could answer a question about a position: perhaps they can about those after it.
    pub(super) fn learn_nothing(&mut self, place: Place, why: &str) -> Result<(), SplitError> {
        if matches!(self.stage, Stage::Following(_)) {
            return Ok(());
        }
        if place == self.root || self.tree.is_below_failure(place) {
            return Err(SplitError::Unanswered(why.to_string()));
        }
        self.tree.give_up(place);
        if self.tree.node(place).children.is_empty() {
            self.tree.expand(place, |_| None)?;
        }
        Ok(())
    }
}
