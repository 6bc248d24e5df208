//! Game trees of Reversi positions, for explained searches.

use reversi_rules::{Point, Position, SquareSet};

use super::{Chooser, GameTree};
use crate::eval::Evaluation;

/// The game tree below a position, as an opponent with `evaluation` sees it.
pub struct PositionTree<'a, P: Position> {
    evaluation: &'a Evaluation<P>,
}

/// A position in a [`PositionTree`], and how it was reached.
#[derive(Clone, Copy, Debug)]
pub struct PositionNode<P> {
    /// The position, from the side to move there.
    pub position: P,
    /// The remaining depth.
    pub depth: u32,
    /// The player to choose.
    pub chooser: Chooser,
}

impl<'a, P: Position> PositionTree<'a, P> {
    /// The tree as seen with an evaluation.
    #[must_use]
    pub fn new(evaluation: &'a Evaluation<P>) -> PositionTree<'a, P> {
        PositionTree { evaluation }
    }

    /// The root of a tree of `depth`.
    pub fn root(position: P, depth: u32) -> PositionNode<P> {
        PositionNode {
            position,
            depth,
            chooser: Chooser::Max,
        }
    }
}

impl<P: Position> GameTree for PositionTree<'_, P> {
    type Node = PositionNode<P>;

    fn children(&self, node: &PositionNode<P>) -> Vec<(String, PositionNode<P>)> {
        if node.depth == 0 {
            return Vec::new();
        }
        let next = |position, depth| PositionNode {
            position,
            depth,
            chooser: node.chooser.other(),
        };
        let moves = node.position.legal_moves();
        if !moves.is_empty() {
            let after = |square: P::Square| {
                let name = Into::<Point>::into(square).to_string();
                let position = node.position.play_unchecked(square);
                (name, next(position, node.depth - 1))
            };
            return moves.into_iter().map(after).collect();
        }
        let passed = node.position.pass();
        if passed.legal_moves().is_empty() {
            Vec::new()
        } else {
            vec![("pass".to_string(), next(passed, node.depth))]
        }
    }

    fn value(&self, leaf: &PositionNode<P>) -> i32 {
        let over = leaf.depth > 0;
        let value = if over {
            self.evaluation.final_value(&leaf.position)
        } else {
            self.evaluation.value(&leaf.position)
        };
        match leaf.chooser {
            Chooser::Max => value,
            Chooser::Min => -value,
        }
    }
}
