//! A position on its way through the search.

use rules::{Bitboard, Board, Square};

use super::field::Field;
use crate::eval::Evaluator;

/// A position with what the evaluator keeps of it.
#[derive(Clone, Copy)]
pub(crate) struct Node<S> {
    pub(crate) board: Board,
    pub(crate) state: S,
    pub(crate) empties: u32,
}

impl<S: Copy> Node<S> {
    pub(crate) fn new<F: Field, E: Evaluator<State = S>>(evaluator: &E, board: Board) -> Node<S> {
        Node {
            board,
            state: evaluator.state(board),
            empties: (board.empty().0 & F::SQUARES).count_ones(),
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
    pub(crate) fn moves<F: Field>(&self) -> u64 {
        self.board.legal_moves().0 & F::SQUARES
    }
}

/// A move to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
    /// The greater, the sooner it is tried.
    pub(crate) promise: i32,
}
