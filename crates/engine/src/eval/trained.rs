//! Trained weights from a file of either kind: network or pattern weights.

use reversi_rules::{Bitboard, Board, Square};

use super::evaluator::Evaluator;
use super::network::Network;
use super::pattern::PatternState;
use super::patterns::Patterns;
use super::weights_file::WeightsError;

/// Trained weights: pattern weights or a network.
#[derive(Clone)]
pub enum Trained {
    /// Pattern weights.
    Sum(Patterns),
    /// A network.
    Network(Network),
}

impl Trained {
    /// The weights in the bytes of a file of either kind.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trained, WeightsError> {
        if bytes.starts_with(super::network::MAGIC) {
            Network::from_bytes(bytes).map(Trained::Network)
        } else {
            Patterns::from_bytes(bytes).map(Trained::Sum)
        }
    }
}

impl Evaluator for Trained {
    type State = PatternState;

    fn state(&self, board: Board) -> PatternState {
        match self {
            Trained::Sum(patterns) => patterns.state(board),
            Trained::Network(network) => network.state(board),
        }
    }

    fn play(&self, state: &PatternState, square: Square, flips: Bitboard) -> PatternState {
        match self {
            Trained::Sum(patterns) => patterns.play(state, square, flips),
            Trained::Network(network) => network.play(state, square, flips),
        }
    }

    fn pass(&self, state: &PatternState) -> PatternState {
        match self {
            Trained::Sum(patterns) => patterns.pass(state),
            Trained::Network(network) => network.pass(state),
        }
    }

    fn evaluate(&self, state: &PatternState, board: Board) -> i32 {
        match self {
            Trained::Sum(patterns) => patterns.evaluate(state, board),
            Trained::Network(network) => network.evaluate(state, board),
        }
    }

    fn evaluate_move(
        &self,
        state: &PatternState,
        square: Square,
        flips: Bitboard,
        next: Board,
    ) -> i32 {
        match self {
            Trained::Sum(patterns) => patterns.evaluate_move(state, square, flips, next),
            Trained::Network(network) => network.evaluate_move(state, square, flips, next),
        }
    }
}
