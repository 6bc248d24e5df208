//! A training sample: a position and its score.

use rules::Board;

/// A position and the score to learn for it, for the side to move, in discs.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// The score.
    pub score: f32,
}
