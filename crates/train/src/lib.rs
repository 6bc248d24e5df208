//! How the weights are made: the program plays games against itself, and weights are fitted to
//! their results. `docs/training.md` tells the whole recipe; `reversi-train` is the program.

pub mod blocks;
pub mod check;
pub mod duel;
pub mod export;
pub mod fit;
pub mod handmade;
pub mod judge;
pub mod label;
pub mod least_squares;
pub mod odds;
pub mod plot;
pub mod probcut;
pub mod records;
pub mod samples;
pub mod selfplay;
pub mod solved;

use std::path::Path;

use anyhow::{Context, Result};
use engine::{Evaluator, Network, PatternState, Patterns};
use rules::{Bitboard, Board, Square};

/// A trained judgement: a sum of weights or a network.
#[derive(Clone)]
pub enum Trained {
    /// A sum of weights.
    Sum(Patterns),
    /// A network.
    Network(Network),
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
}

/// The judgement of a file; without one, that of the program.
///
/// # Errors
/// When the file cannot be read or holds neither weights nor a network.
pub fn read_weights(path: Option<&Path>) -> Result<Trained> {
    let Some(path) = path else {
        return Ok(Trained::Network(Network::embedded()));
    };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let trained = if bytes.starts_with(b"REVERSIN") {
        Network::from_bytes(&bytes).map(Trained::Network)
    } else {
        Patterns::from_bytes(&bytes).map(Trained::Sum)
    };
    trained.with_context(|| format!("cannot use {}", path.display()))
}
