//! Local transposition table: the endgame results of one thread.
//!
//! Most positions below a dozen empty squares come back soon or never, so each thread has a small
//! tables that stay in its own cache. The shared table is left to positions that took longer.

use reversi_rules::{Board, Square};

use crate::prefetch::prefetch;

/// Bounds on the score of a position, and its best move.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    board: Board,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Square>,
}

const _: () = assert!(size_of::<Entry>() <= 24, "entries should share cache lines");

/// A hash table of 2 to the power `BITS` entries that hold the whole position, so two positions are
/// never confused.
pub(super) struct LocalTable<const BITS: u32> {
    entries: Box<[Entry]>,
}

impl<const BITS: u32> LocalTable<BITS> {
    pub(super) fn new() -> LocalTable<BITS> {
        let nothing = Entry {
            board: Board::START,
            lower: -64,
            upper: 64,
            best: None,
        };
        LocalTable {
            entries: vec![nothing; 1 << BITS].into(),
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
        (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> (64 - BITS)) as usize
    }

    /// Loads the entry of a slot ahead of its use.
    #[inline]
    pub(super) fn prefetch(&self, slot: usize) {
        prefetch(&self.entries[slot]);
    }

    #[inline]
    fn get(&self, slot: usize, board: Board) -> Option<&Entry> {
        let entry = &self.entries[slot];
        (entry.board == board).then_some(entry)
    }

    /// The bound that settles a null window search above `alpha`, if the table has one.
    #[inline]
    pub(super) fn cutoff(&self, slot: usize, board: Board, alpha: i32) -> Option<i32> {
        let entry = self.get(slot, board)?;
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower > alpha {
            Some(lower)
        } else {
            (upper <= alpha).then_some(upper)
        }
    }

    /// The move that did best before.
    #[inline]
    pub(super) fn best(&self, slot: usize, board: Board) -> Option<Square> {
        self.get(slot, board)?.best
    }

    /// A lower bound on the score of a move that leads to `next`, if the table has one.
    #[inline]
    pub(super) fn lower_bound_before(&self, next: Board) -> Option<i32> {
        let entry = self.get(LocalTable::<BITS>::slot(next), next)?;
        Some(-i32::from(entry.upper))
    }

    /// Stores the `score` of a null window search above `alpha`.
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
