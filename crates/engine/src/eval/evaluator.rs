//! The evaluator trait: static evaluation with an incremental state.

use rules::{Bitboard, Board, Square};

use crate::analysis::Analysis;
use crate::engine::Request;
use crate::score::Score;

/// No trained judgement is beyond this: 64 discs are left to positions that are really won.
pub(super) const LIMIT: i32 = 63 * Score::DISC;

/// Judges positions without looking ahead.
///
/// The search carries a `State` along with each position, so that a judgement can be kept up to
/// date move by move instead of being made from nothing.
pub trait Evaluator: Send + Sync {
    /// What is kept up to date; [`state`](Evaluator::state) makes one from nothing.
    type State: Copy + Send + Sync;

    /// The state of a position.
    fn state(&self, board: Board) -> Self::State;

    /// The state after a move of `square` that turns `flips`.
    fn play(&self, state: &Self::State, square: Square, flips: Bitboard) -> Self::State;

    /// The state after a pass.
    fn pass(&self, state: &Self::State) -> Self::State;

    /// The judgement for the side to move, in [units](crate::Score::units), within ±64 discs.
    /// `state` is that of `board`.
    fn evaluate(&self, state: &Self::State, board: Board) -> i32;

    /// Searches with this judgement: `request.run(self)`, nothing else. It is written where the
    /// evaluation is, so that the search is compiled there once, and not in every crate that has an
    /// engine.
    fn search(&self, request: Request<'_>) -> Analysis;
}
