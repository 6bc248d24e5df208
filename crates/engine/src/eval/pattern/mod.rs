//! Pattern features: parts of the board whose configurations index trained weights.

mod classes;
mod shapes;
mod state;

use reversi_rules::Board;

pub(super) use classes::CLASSES;
pub use state::PatternState;
pub(super) use state::{Lanes, SPACE};

/// The number of weights of a position: one for each instance, and the constant term.
pub const TERMS: usize = INSTANCES + 1;

/// The number of instances.
pub(super) const INSTANCES: usize = shapes::INSTANCES.len();

/// The number of different weights in a phase.
#[must_use]
pub fn weight_count() -> usize {
    CLASSES.count
}

/// The number of classes of all shapes: the weights of a phase without its constant terms.
#[must_use]
pub fn class_count() -> usize {
    CLASSES.constant as usize
}

/// The class of each configuration, shape after shape, in the order of the tables of all shapes.
#[must_use]
pub fn classes() -> &'static [u32] {
    &CLASSES.of
}

/// For each instance, the indices of its squares, lowest digit first, and where the table of its
/// shape begins in [`classes`].
#[must_use]
pub fn instances() -> Vec<(Vec<usize>, usize)> {
    let instance = |(instance, &offset): (&shapes::Instance, &usize)| {
        let (squares, count) = instance.squares();
        (squares[..count].to_vec(), offset)
    };
    shapes::INSTANCES
        .iter()
        .zip(&state::OFFSETS)
        .map(instance)
        .collect()
}

/// A checksum of the shapes, stored in weights files.
#[must_use]
pub fn shapes_checksum() -> u32 {
    CLASSES.checksum
}

/// The weights of a position, numbered from 0 to [`weight_count`], for training.
#[must_use]
pub fn terms(board: Board) -> [u32; TERMS] {
    let places = PatternState::new(board).own().places();
    std::array::from_fn(|term| match places.get(term) {
        Some(&place) => CLASSES.of[place as usize],
        None => CLASSES.constant + board.empties().min(60),
    })
}
