//! The evaluator trait: static evaluation with an incremental state.

use reversi_rules::{Bitboard, Board, Square};

use crate::score::Score;

/// The limit of trained evaluations: 64 discs are left to positions that are really won.
pub(super) const LIMIT: i32 = 63 * Score::DISC;

/// Static evaluation of positions on the 8×8 board.
///
/// The search keeps a `State` for each node, so that an evaluation can be updated incrementally
/// with each move.
pub trait Evaluator: Send + Sync {
    /// The incremental state; [`state`](Evaluator::state) computes one from scratch.
    type State: Copy + Send + Sync;

    /// The state of a position.
    fn state(&self, board: Board) -> Self::State;

    /// The state after a move on `square` that flips `flips`.
    fn play(&self, state: &Self::State, square: Square, flips: Bitboard) -> Self::State;

    /// The state after a pass.
    fn pass(&self, state: &Self::State) -> Self::State;

    /// The evaluation for the side to move, in [units](crate::Score::units), within ±64 discs.
    /// `state` is that of `board`.
    fn evaluate(&self, state: &Self::State, board: Board) -> i32;

    /// The evaluation after a move on `square` that flips `flips` and leads to `next`, for the side to
    /// move there: the same as [`play`](Evaluator::play) and [`evaluate`](Evaluator::evaluate), for
    /// when the state is not needed after that.
    #[inline]
    fn evaluate_move(
        &self,
        state: &Self::State,
        square: Square,
        flips: Bitboard,
        next: Board,
    ) -> i32 {
        self.evaluate(&self.play(state, square, flips), next)
    }
}
