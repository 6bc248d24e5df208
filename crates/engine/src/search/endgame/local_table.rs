//! What one thread remembers of small subtrees.
//!
//! Most positions below a dozen empties come back soon or never, so each thread keeps a small
//! table that stays in its own cache and leaves the shared one to positions that took longer.

use rules::{Board, Square};

/// Bounds on the result of a position, and the move that did best.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    board: Board,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Square>,
}

const _: () = assert!(size_of::<Entry>() <= 24, "entries should share cache lines");

/// A table without collisions: an entry holds its whole position.
pub(super) struct LocalTable {
    entries: Box<[Entry]>,
}

impl LocalTable {
    /// 2^14 entries, 384 KB, within the second-level cache. On FFO #40–44, 2^12, 2^13 and 2^15 took
    /// 3 % more, 2 % more and 2 % fewer positions; with 2^15 more of the time went into waiting for
    /// it. Measured on a busy machine; larger ones were not tried.
    const BITS: u32 = 14;

    pub(super) fn new() -> LocalTable {
        let nothing = Entry {
            board: Board::START,
            lower: -64,
            upper: 64,
            best: None,
        };
        LocalTable {
            entries: vec![nothing; 1 << LocalTable::BITS].into(),
        }
    }

    #[inline]
    pub(super) fn slot(board: Board) -> usize {
        let mixed = board.own().0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board
                .opponent()
                .0
                .rotate_left(32)
                .wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> (64 - LocalTable::BITS)) as usize
    }

    #[inline]
    pub(super) fn get(&self, slot: usize, board: Board) -> Option<&Entry> {
        let entry = &self.entries[slot];
        (entry.board == board).then_some(entry)
    }

    /// Notes that the search of the null window above `alpha` returned `score`.
    #[inline]
    pub(super) fn put(
        &mut self,
        slot: usize,
        board: Board,
        alpha: i32,
        score: i32,
        best: Option<Square>,
    ) {
        let entry = &mut self.entries[slot];
        if entry.board != board {
            *entry = Entry {
                board,
                lower: -64,
                upper: 64,
                best,
            };
        }
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
            entry.best = best;
        } else {
            entry.upper = entry.upper.min(score as i8);
            entry.best = best.or(entry.best);
        }
    }
}
