//! Perft: the number of leaves of the game tree, the classic check of a move generator.

use crate::position::{Position, SquareSet};

/// How passes and finished games are counted. Published tables use three conventions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// A pass is a ply; a game that ends early is one leaf.
    #[default]
    A,
    /// A pass is a ply; a game that ends early is no leaf.
    B,
    /// A pass costs no ply; a game that ends early is one leaf.
    C,
}

impl Convention {
    const fn finished_game(self) -> u64 {
        match self {
            Convention::A | Convention::C => 1,
            Convention::B => 0,
        }
    }
}

/// The number of leaves `depth` plies below a position. The last ply is counted, not played.
///
/// ```
/// use reversi_rules::{perft, Board, Convention};
/// assert_eq!(perft(Board::START, 4, Convention::A), 244);
/// ```
pub fn perft<P: Position>(position: P, depth: u32, convention: Convention) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return after_no_move(position.pass(), depth, convention);
    }
    if depth == 1 {
        return u64::from(moves.count());
    }
    let mut leaves = 0;
    for square in moves {
        let next = position.play_unchecked(square);
        if depth > 2 {
            leaves += perft(next, depth - 1, convention);
            continue;
        }
        // Most of the work is here, so the last ply is counted without another call.
        let replies = next.legal_moves();
        leaves += if replies.is_empty() {
            after_no_move(next.pass(), 1, convention)
        } else {
            u64::from(replies.count())
        };
    }
    leaves
}

#[cold]
fn after_no_move<P: Position>(passed: P, depth: u32, convention: Convention) -> u64 {
    if passed.legal_moves().is_empty() {
        convention.finished_game()
    } else if convention == Convention::C {
        perft(passed, depth, convention)
    } else {
        perft(passed, depth - 1, convention)
    }
}
