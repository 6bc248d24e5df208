//! The tree of a split: positions with proof bounds and estimates.

use std::collections::HashMap;

use engine::Score;
use rules::{Bitboard, Board, ByColor, Color, Diagram, Inset, Outcome};

/// The index of a position in the tree.
pub(super) type NodeId = usize;

/// A position, in its [canonical](Board::canonical) orientation. Scores are for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) board: Board,
    pub(super) empties: u32,
    /// Proof bounds of the score, in discs, both inclusive.
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The estimated score, in units of 1/128 disc, kept within the bounds.
    pub(super) estimate: i32,
    /// The successors; empty for a leaf.
    pub(super) children: Vec<NodeId>,
    parents: Vec<NodeId>,
    /// Whether its search failed.
    pub(super) failed: bool,
}

impl Node {
    /// Whether the score is above `alpha` discs; `None` while the proof bounds do not decide it.
    pub(super) fn is_above(&self, alpha: i32) -> Option<bool> {
        if self.lower > alpha {
            Some(true)
        } else if self.upper <= alpha {
            Some(false)
        } else {
            None
        }
    }

    /// Whether the estimate is above `alpha` discs.
    pub(super) fn seems_above(&self, alpha: i32) -> bool {
        self.estimate > threshold(alpha)
    }
}

/// The estimate, in units, that separates scores above `alpha` discs from the others. Final scores are
/// even, because empty squares count for the winner; so the threshold is an odd number of discs.
pub(super) fn threshold(alpha: i32) -> i32 {
    Score::from_discs(alpha | 1).units()
}

/// Proof bounds that exclude each other: a lower bound above the upper one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

/// All positions, each stored once: transpositions and symmetric positions share a node.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    inset: Inset,
    nodes: Vec<Node>,
    ids: HashMap<Board, NodeId>,
}

impl Tree {
    /// A tree with only the root.
    pub(super) fn new(inset: Inset, root: Board) -> (Tree, NodeId) {
        let mut tree = Tree {
            inset,
            nodes: Vec::new(),
            ids: HashMap::new(),
        };
        let root = tree.add(root, 0);
        (tree, root)
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn find(&self, board: Board) -> Option<NodeId> {
        self.ids.get(&board.canonical()).copied()
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The legal moves on the part of the 8×8 board that is in use.
    pub(super) fn moves(&self, board: Board) -> Bitboard {
        board.legal_moves() & self.inset.squares()
    }

    /// The position as a diagram, with Black to move.
    pub(super) fn diagram(&self, board: Board) -> Diagram {
        self.inset.diagram(board, Color::Black)
    }

    /// The id of a position, which is added if new. If the side to move must pass, the position after
    /// the pass is added, too.
    fn add(&mut self, board: Board, estimate: i32) -> NodeId {
        let board = board.canonical();
        if let Some(&id) = self.ids.get(&board) {
            return id;
        }
        let empties = (board.empty() & self.inset.squares()).len();
        let max_score = self.inset.squares().len() as i32;
        let id = self.nodes.len();
        self.ids.insert(board, id);
        self.nodes.push(Node {
            board,
            empties,
            lower: -max_score,
            upper: max_score,
            estimate,
            children: Vec::new(),
            parents: Vec::new(),
            failed: false,
        });
        if self.moves(board).is_empty() {
            let passed = board.pass();
            if self.moves(passed).is_empty() {
                let score = final_score(board, empties);
                self.set_bounds(id, score, score);
            } else {
                let child = self.add(passed, -estimate);
                self.link(id, child);
                self.update_from_children(id);
            }
        }
        id
    }

    fn link(&mut self, parent: NodeId, child: NodeId) {
        if !self.nodes[parent].children.contains(&child) {
            self.nodes[parent].children.push(child);
            self.nodes[child].parents.push(parent);
        }
    }

    /// Adds the successors. `estimates` gives the estimated score of the move to a successor, in units,
    /// for the side that makes the move.
    pub(super) fn expand(
        &mut self,
        id: NodeId,
        estimates: impl Fn(Board) -> Option<i32>,
    ) -> Result<(), Contradiction> {
        let Node {
            board, estimate, ..
        } = self.nodes[id];
        for square in self.moves(board) {
            let next = board.play_unchecked(square);
            let score = estimates(next).unwrap_or(estimate);
            let child = self.add(next, -score);
            self.link(id, child);
        }
        self.propagate(id)
    }

    /// Narrows the proof bounds of a position and updates all its ancestors.
    pub(super) fn prove(
        &mut self,
        id: NodeId,
        lower: i32,
        upper: i32,
    ) -> Result<(), Contradiction> {
        let node = &self.nodes[id];
        let (lower, upper) = (lower.max(node.lower), upper.min(node.upper));
        self.set_bounds(id, lower, upper);
        self.propagate(id)
    }

    /// Records that the search of a position failed.
    pub(super) fn mark_failed(&mut self, id: NodeId) {
        self.nodes[id].failed = true;
    }

    /// Whether the search of a parent failed.
    pub(super) fn has_failed_parent(&self, id: NodeId) -> bool {
        let mut parents = self.nodes[id].parents.iter();
        parents.any(|parent| self.nodes[*parent].failed)
    }

    fn set_bounds(&mut self, id: NodeId, lower: i32, upper: i32) {
        let node = &mut self.nodes[id];
        (node.lower, node.upper) = (lower, upper);
        let units = |discs| Score::from_discs(discs).units();
        node.estimate = node.estimate.max(units(lower)).min(units(upper));
    }

    /// Updates a position from its successors, then its ancestors as far as they change.
    fn propagate(&mut self, id: NodeId) -> Result<(), Contradiction> {
        self.update_from_children(id);
        let mut changed = vec![id];
        while let Some(id) = changed.pop() {
            let node = &self.nodes[id];
            if node.lower > node.upper {
                return Err(Contradiction);
            }
            for parent in node.parents.clone() {
                let before = self.values(parent);
                self.update_from_children(parent);
                if self.values(parent) != before {
                    changed.push(parent);
                }
            }
        }
        Ok(())
    }

    fn values(&self, id: NodeId) -> (i32, i32, i32) {
        let node = &self.nodes[id];
        (node.lower, node.upper, node.estimate)
    }

    /// Negamax: bounds and estimate from the successors.
    fn update_from_children(&mut self, id: NodeId) {
        let node = &self.nodes[id];
        if node.children.is_empty() {
            return;
        }
        let best = |value: fn(&Node) -> i32| {
            let children = node.children.iter().map(|child| &self.nodes[*child]);
            children.map(|child| -value(child)).max().expect("a child")
        };
        let lower = node.lower.max(best(|child| child.upper));
        let upper = node.upper.min(best(|child| child.lower));
        let estimate = best(|child| child.estimate);
        self.nodes[id].estimate = estimate;
        self.set_bounds(id, lower, upper);
    }
}

/// The final score for the side to move.
fn final_score(board: Board, empties: u32) -> i32 {
    let discs = ByColor {
        black: board.own().len(),
        white: board.opponent().len(),
    };
    Outcome { discs, empties }.score(Color::Black)
}
