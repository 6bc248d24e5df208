//! Move picker of the endgame solver: child nodes by descending ordering score.

use reversi_rules::{Board, Square};

use super::MAX_EMPTIES;

/// The largest number of moves of a node.
pub(super) const MOST_MOVES: usize = 16;
const _: () = assert!(MAX_EMPTIES as usize <= MOST_MOVES, "a move for each square");

/// A move and the position it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) board: Board,
    /// The legal moves of the opponent in it.
    pub(super) replies: u64,
    pub(super) square: Square,
}

impl Child {
    pub(super) const NONE: Child = Child {
        board: Board::START,
        replies: 0,
        square: Square::A1,
    };
}

/// The order of the children of a node.
///
/// Most nodes are cut off by their first or second move, so the moves are not sorted: the highest
/// score is selected each time, which over a fixed number of keys takes no branches.
pub(super) struct MovePicker {
    /// The ordering score, and in the low byte the place of the child; 0 for none. Sixteen keys fill
    /// a register.
    keys: [u32; MOST_MOVES],
}

impl MovePicker {
    #[inline]
    pub(super) fn new() -> MovePicker {
        MovePicker {
            keys: [0; MOST_MOVES],
        }
    }

    /// Adds the child at a place. The ordering score is not 0.
    #[inline]
    pub(super) fn add(&mut self, ordering_score: u32, place: usize) {
        let place = place % MOST_MOVES;
        self.keys[place] = ordering_score << 8 | place as u32;
    }
}

impl Iterator for MovePicker {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let most = self.keys.iter().fold(0, |most, key| most.max(*key));
        if most == 0 {
            return None;
        }
        // All keys are written, so that they stay in their register.
        for key in &mut self.keys {
            *key = if *key == most { 0 } else { *key };
        }
        Some(most as usize % MOST_MOVES)
    }
}
