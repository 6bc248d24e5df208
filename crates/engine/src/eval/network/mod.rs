//! Network evaluation: a small neural network over the pattern features.

mod file;
mod kernels;
mod layers;
mod rows;

use std::sync::{Arc, OnceLock};

use reversi_rules::{Bitboard, Board, Square};

use super::evaluator::Evaluator;
use super::pattern::{Lanes, PatternState};
use super::weights_file::{DIMENSIONS, HIDDEN, WeightsError};
pub(super) use file::MAGIC;
pub use file::NetworkWeights;
use layers::Layers;
use rows::Rows;

/// Evaluates a position with a small neural network over its patterns.
///
/// Each [instance](super::pattern) of a shape adds the trained row of its configuration to the sums. A
/// layer of hidden neurons takes the sums, so the network can learn that two features are worth more,
/// or less, together than apart. In a search a move and its evaluation take 24 ns together, where
/// [`Patterns`](crate::Patterns) take 15; the evaluation of a position unlike those before takes 26 ns.
///
/// ```
/// use reversi_engine::{Evaluator, Network};
/// use reversi_rules::{Board, Square};
/// let network = Network::embedded();
/// let start = network.state(Board::START);
/// let flips = Board::START.flips(Square::F5);
/// let next = network.play(&start, Square::F5, flips);
/// let board = Board::START.play(Square::F5).unwrap();
/// assert_eq!(next, network.state(board));
/// ```
#[derive(Clone)]
pub struct Network {
    parts: Arc<Parts>,
}

struct Parts {
    rows: Rows,
    layers: Layers,
}

impl Parts {
    #[inline]
    fn evaluate(&self, lanes: &Lanes, board: Board) -> i32 {
        let ends = self.layers.ends(board.empties());
        self.layers.judge(&self.rows.sum(lanes, &ends.bias), ends)
    }
}

impl Network {
    /// The network of this package. It is decompressed once.
    ///
    /// # Panics
    /// Never, as the tests show that it can be read.
    #[must_use]
    pub fn embedded() -> Network {
        static EMBEDDED: OnceLock<Network> = OnceLock::new();
        let read = || Network::from_bytes(Network::embedded_bytes());
        EMBEDDED
            .get_or_init(|| read().expect("the network of the program"))
            .clone()
    }

    /// The file of the network of this package, which identifies it.
    #[must_use]
    pub fn embedded_bytes() -> &'static [u8] {
        include_bytes!("../../../data/weights/reversi.network")
    }

    /// The network of a file.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, WeightsError> {
        Ok(Network::new(&NetworkWeights::read(bytes)?))
    }

    /// The network with these weights.
    #[must_use]
    pub fn new(weights: &NetworkWeights) -> Network {
        Network {
            parts: Arc::new(Parts {
                rows: Rows::new(weights.rows()),
                layers: Layers::new(weights),
            }),
        }
    }
}

impl Evaluator for Network {
    type State = PatternState;

    fn state(&self, board: Board) -> PatternState {
        PatternState::new(board)
    }

    #[inline]
    fn play(&self, state: &PatternState, square: Square, flips: Bitboard) -> PatternState {
        state.play(square, flips)
    }

    #[inline]
    fn pass(&self, state: &PatternState) -> PatternState {
        state.pass()
    }

    #[inline]
    fn evaluate(&self, state: &PatternState, board: Board) -> i32 {
        self.parts.evaluate(state.own(), board)
    }

    #[inline]
    fn evaluate_move(
        &self,
        state: &PatternState,
        square: Square,
        flips: Bitboard,
        next: Board,
    ) -> i32 {
        self.parts.evaluate(&state.own_after(square, flips), next)
    }
}
