//! Known positions: answers of the opening book and of the solved table.

use std::time::Instant;

use super::root::SmallRoot;
use crate::analysis::{Analysis, Kind, Line};
use crate::book::Move;
use crate::limits::{Goal, Limits};
use crate::score::Score;
use crate::solved;

/// Book moves as an analysis, with squares of the 8×8 board.
pub(super) fn of_book(moves: &[Move]) -> Analysis {
    let line = |book_move: &Move| Line {
        score: book_move.score,
        kind: Kind::Book(book_move.depth),
        moves: vec![Some(book_move.square.into())],
    };
    Analysis {
        lines: moves.iter().map(line).collect(),
        depth: moves.first().map_or(0, |best| best.depth),
        ..Analysis::default()
    }
}

/// The answer of the solved table to a search for a good move that would go to the end of the game. A
/// proof is always searched, which is how the table can be checked.
pub(super) fn solved_table(root: &SmallRoot, limits: &Limits) -> Option<Analysis> {
    let start = Instant::now();
    let empties = (root.board.empty() & root.geometry.squares()).len();
    let to_the_end = limits.depth.is_some_and(|depth| depth >= empties);
    if limits.goal != Goal::Best || !to_the_end {
        return None;
    }
    let (score, square) = solved::look_up(root.geometry, root.board)?;
    Some(Analysis {
        lines: vec![Line {
            score: Score::from_discs(score),
            kind: Kind::Exact,
            moves: vec![Some(square.into())],
        }],
        depth: empties,
        nodes: 1,
        time: start.elapsed(),
        ..Analysis::default()
    })
}
