//! Search nodes: a position with its evaluation state, its moves, and the task of searching it.

use reversi_rules::{Bitboard, Board, Square};

use crate::eval::Evaluator;
use crate::geometry::Geometry;
use crate::probcut::Selectivity;
use crate::score::Score;

/// A bound beyond every score.
pub(crate) const WIDEST: i32 = 65 * Score::DISC;

/// A position with the incremental state of the evaluator.
#[derive(Clone, Copy)]
pub(crate) struct Node<S> {
    pub(crate) board: Board,
    pub(crate) state: S,
    pub(crate) empties: u32,
}

impl<S: Copy> Node<S> {
    pub(crate) fn new<G: Geometry, E: Evaluator<State = S>>(
        evaluator: &E,
        board: Board,
    ) -> Node<S> {
        Node {
            board,
            state: evaluator.state(board),
            empties: (board.empty().0 & G::SQUARES).count_ones(),
        }
    }

    #[inline]
    pub(crate) fn play<E>(&self, evaluator: &E, square: Square, flips: Bitboard) -> Node<S>
    where
        E: Evaluator<State = S>,
    {
        Node {
            board: self.board.after(square, flips),
            state: evaluator.play(&self.state, square, flips),
            empties: self.empties - 1,
        }
    }

    #[inline]
    pub(crate) fn pass<E: Evaluator<State = S>>(&self, evaluator: &E) -> Node<S> {
        Node {
            board: self.board.pass(),
            state: evaluator.pass(&self.state),
            empties: self.empties,
        }
    }

    #[inline]
    pub(crate) fn moves<G: Geometry>(&self) -> u64 {
        self.board.legal_moves().0 & G::SQUARES
    }
}

/// A move to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
    /// The move ordering score: moves with higher scores are searched first.
    pub(crate) ordering_score: i32,
}

/// What kind of node a search expects; it decides when the moves are shared between threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeType {
    /// On the principal variation: the first move is best.
    Pv,
    /// Cut-node: a beta cutoff, nearly always by the first move.
    Cut,
    /// All-node: no move is above alpha, so all of them have to be searched.
    All,
}

impl NodeType {
    /// The type of a child node that is searched with a null window.
    #[inline]
    pub(crate) fn child(self, first: bool) -> NodeType {
        match self {
            // Once the first move has failed, this is an all-node more likely than not.
            NodeType::Cut if first => NodeType::All,
            _ => NodeType::Cut,
        }
    }
}

/// A search to be made: a node, the depth, the selectivity and the upper end of the window.
#[derive(Clone, Copy)]
pub(crate) struct Task<S> {
    pub(crate) node: Node<S>,
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
    pub(crate) beta: i32,
    pub(crate) node_type: NodeType,
}

/// The best score so far and its move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) score: i32,
    pub(crate) square: Option<Square>,
}

impl Best {
    /// The best of no moves.
    pub(crate) const NONE: Best = Best {
        score: -WIDEST,
        square: None,
    };

    /// Takes over `other` if its score is higher.
    #[inline]
    pub(crate) fn improve(&mut self, other: Best) {
        if other.score > self.score {
            *self = other;
        }
    }
}
