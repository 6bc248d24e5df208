//! Answers of workers: their proof bounds and estimates enter the tree.

use engine::{Kind, Score};
use rules::Board;

use super::selection::Search;
use super::tree::NodeId;
use super::{Split, SplitError, Stage};
use crate::solve::Answer;

impl Split {
    /// Adds an answer to the tree: its proof bounds, or else the successors with their estimates.
    pub(super) fn take_answer(
        &mut self,
        search: Search,
        answer: &Answer,
    ) -> Result<(), SplitError> {
        let id = search.node;
        let board = self.tree.node(id).board;
        let analysis = match answer.analysis(&self.tree.diagram(board)) {
            Ok(analysis) => analysis,
            Err(why) => return self.take_failure(id, &why.to_string()),
        };
        self.nodes = self.nodes.saturating_add(analysis.nodes);
        let best = analysis.best();
        let proof = match best.kind {
            Kind::Exact => Some((best.score, best.score)),
            Kind::Bounds(lower, upper) => Some((lower, upper)),
            _ => None,
        };
        if let Some((lower, upper)) = proof {
            // Scores are whole discs: round the bounds inwards.
            let lower = -(-lower.units()).div_euclid(Score::DISC);
            let upper = upper.units().div_euclid(Score::DISC);
            self.tree.prove(id, lower, upper)?;
            self.store_line(id, best);
        }
        if matches!(self.stage, Stage::ExtendingLine(_)) || search.is_decided(&self.tree) {
            return Ok(());
        }
        if proof.is_some() {
            return self.take_failure(id, "the answer is not what was asked");
        }
        if !self.tree.node(id).children.is_empty() {
            return Ok(());
        }
        let estimate = |next: Board| {
            let line = analysis.lines.iter().find(|line| {
                let square = line.point().and_then(|point| self.inset.square(point));
                square.and_then(|square| board.play(square)) == Some(next)
            })?;
            Some(line.score.units())
        };
        Ok(self.tree.expand(id, estimate)?)
    }

    /// Expands a position whose search failed: its successors may be easier.
    ///
    /// # Errors
    /// When it is the root, or when the search of a parent failed, too.
    pub(super) fn take_failure(&mut self, id: NodeId, why: &str) -> Result<(), SplitError> {
        if matches!(self.stage, Stage::ExtendingLine(_)) {
            return Ok(());
        }
        if id == self.root || self.tree.has_failed_parent(id) {
            return Err(SplitError::Unanswered(why.to_string()));
        }
        self.tree.mark_failed(id);
        if self.tree.node(id).children.is_empty() {
            self.tree.expand(id, |_| None)?;
        }
        Ok(())
    }
}
