//! Pattern evaluation: a sum of trained weights.

use std::sync::Arc;

use reversi_rules::{Bitboard, Board, Square};

use super::evaluator::{Evaluator, LIMIT};
use super::pattern::{CLASSES, Lanes, PatternState, SPACE};
use super::weights::Weights;
use super::weights_file::WeightsError;

/// Evaluates a position by the discs in its rows, diagonals, edges and corners.
///
/// Each [instance](crate::pattern) of a shape adds the trained weight of its configuration, which
/// depends on the number of empty squares. In a search, where the weights are in the cache because
/// similar positions use them, a move and its evaluation take 24 ns together; the evaluation of a
/// position unlike those before takes 70 ns.
#[derive(Clone)]
pub struct Patterns {
    tables: Arc<Tables>,
}

struct Tables {
    /// The weights of each phase, [`SPACE`] for each.
    weights: Vec<i16>,
    /// The constant term and the phase for each number of empty squares.
    by_empties: [(i32, usize); 64],
}

impl Tables {
    #[inline]
    fn evaluate(&self, lanes: &Lanes, board: Board) -> i32 {
        let (constant, phase) = self.by_empties[board.empties() as usize & 63];
        let (phases, _) = self.weights.as_chunks::<SPACE>();
        let mut sum = 0;
        lanes.visit(&phases[phase], |weight| sum += i32::from(*weight));
        (constant + sum).clamp(-LIMIT, LIMIT)
    }
}

impl Patterns {
    /// The evaluator with the weights of a file.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic.
    pub fn from_bytes(bytes: &[u8]) -> Result<Patterns, WeightsError> {
        Ok(Patterns::new(&Weights::read(bytes)?))
    }

    /// The evaluator with these weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Patterns {
        let mut tables = vec![0; weights.phases().len() * SPACE];
        for (table, phase) in tables.chunks_exact_mut(SPACE).zip(weights.phases()) {
            for (weight, &class) in table.iter_mut().zip(&CLASSES.of) {
                *weight = phase[class as usize];
            }
        }
        let by_empties = std::array::from_fn(|empties| {
            let phase = weights.phase(empties as u32);
            let constant = CLASSES.constant as usize + empties.min(60);
            (weights.phases()[phase][constant].into(), phase)
        });
        Patterns {
            tables: Arc::new(Tables {
                weights: tables,
                by_empties,
            }),
        }
    }
}

impl Evaluator for Patterns {
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
        self.tables.evaluate(state.own(), board)
    }

    #[inline]
    fn evaluate_move(
        &self,
        state: &PatternState,
        square: Square,
        flips: Bitboard,
        next: Board,
    ) -> i32 {
        self.tables.evaluate(&state.own_after(square, flips), next)
    }
}
