//! A judgement by patterns: parts of the board whose discs are looked up in trained tables.

mod classes;
mod patterns;
mod shapes;
mod state;

use rules::Board;

use classes::CLASSES;
pub use patterns::Patterns;
pub use state::PatternState;

/// How many weights a position is judged by: one for each instance, and the constant term.
pub const TERMS: usize = shapes::INSTANCES.len() + 1;

/// How many different weights there are in a phase.
#[must_use]
pub fn weight_count() -> usize {
    CLASSES.count
}

/// A number that changes when the shapes do; a weights file carries it.
#[must_use]
pub fn shapes_checksum() -> u32 {
    CLASSES.checksum
}

/// The weights that a position is judged by, numbered from 0 to [`weight_count`], for training.
#[must_use]
pub fn terms(board: Board) -> [u32; TERMS] {
    let places = PatternState::new(board).places();
    std::array::from_fn(|term| match places.get(term) {
        Some(&place) => CLASSES.of[place as usize],
        None => CLASSES.constant + board.empties().min(60),
    })
}
