//! Counts of a position that explanations speak of: moves, safe moves, frontier discs, stable discs, regions.
//!
//! A position is given by the discs of two sides and the squares of the board, so that small boards in the
//! middle of the 8×8 one are counted with the same functions.

use rules::{Bitboard, Board, Inset, Size, Square};

/// The squares of a board and its corners.
#[derive(Clone, Copy)]
pub(super) struct Field {
    inset: Inset,
    squares: Bitboard,
    corners: Bitboard,
}

/// Steps to a neighbour, one for each axis; the opposite step is the same backwards.
const AXES: [u32; 4] = [1, 8, 9, 7];
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Field {
    /// The field of a board size; `None` above 8×8.
    pub(super) fn of(size: Size) -> Option<Field> {
        let inset = Inset::of(size)?;
        let squares = inset.squares();
        // A corner has no neighbour on one side of each of the four axes.
        let field = Field {
            inset,
            squares,
            corners: squares,
        };
        let ends = AXES.map(|axis| field.ends(axis));
        let corners = ends.into_iter().fold(squares, |all, ends| all & ends);
        Some(Field { corners, ..field })
    }

    /// The inset of this size in the 8×8 board.
    pub(super) fn inset(self) -> Inset {
        self.inset
    }

    /// The four corners.
    pub(super) fn corners(self) -> Bitboard {
        self.corners
    }

    /// The four edges, corners included.
    pub(super) fn edges(self) -> [Bitboard; 4] {
        let only = |inner: Bitboard| self.squares & !inner;
        [
            only(up(self.squares, 1)),
            only(down(self.squares, 1)),
            only(up(self.squares, 8)),
            only(down(self.squares, 8)),
        ]
    }

    /// The empty squares.
    pub(super) fn empty(self, board: Board) -> Bitboard {
        self.squares & !(board.own() | board.opponent())
    }

    /// The legal moves of the side to move.
    pub(super) fn moves(self, board: Board) -> Bitboard {
        board.legal_moves() & self.squares
    }

    /// The legal moves after which the opponent cannot take a corner with his next move.
    pub(super) fn safe_moves(self, board: Board) -> Bitboard {
        let is_safe = |square: &Square| {
            let next = board.play_unchecked(*square);
            (self.moves(next) & self.corners).is_empty()
        };
        self.moves(board).into_iter().filter(is_safe).collect()
    }

    /// The discs of the side to move that have an empty square beside them.
    pub(super) fn frontier(self, board: Board) -> Bitboard {
        board.own() & self.beside(self.empty(board))
    }

    /// The squares of the board beside one of a set, in any of the eight directions.
    pub(super) fn beside(self, set: Bitboard) -> Bitboard {
        let steps = AXES.map(|axis| up(set, axis) | down(set, axis));
        steps
            .into_iter()
            .fold(Bitboard::EMPTY, |all, step| all | step)
            & self.squares
    }

    /// The stable discs of the side to move that are plain to see.
    ///
    /// A disc is safe along a line that is full, or where its neighbour on one side is the wall or a stable
    /// disc of its own colour. A disc that is safe along all four lines cannot be turned any more.
    pub(super) fn stable(self, board: Board) -> Bitboard {
        let empty = self.empty(board);
        let safe_along = AXES.map(|axis| self.full(empty, axis) | self.ends(axis));
        let mut stable = Bitboard::EMPTY;
        loop {
            let mut grown = board.own();
            for (axis, safe) in AXES.into_iter().zip(safe_along) {
                grown = grown & (safe | up(stable, axis) | down(stable, axis));
            }
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }

    /// The regions of empty squares: those that touch each other, also diagonally.
    pub(super) fn regions(self, board: Board) -> Vec<Bitboard> {
        let mut left = self.empty(board);
        let mut regions = Vec::new();
        while let Some(first) = left.into_iter().next() {
            let mut region = Bitboard::from(first);
            loop {
                let grown = region | (self.beside(region) & left);
                if grown == region {
                    break;
                }
                region = grown;
            }
            left = left & !region;
            regions.push(region);
        }
        regions
    }

    /// The squares at an end of their line along an axis.
    fn ends(self, axis: u32) -> Bitboard {
        self.squares & !(up(self.squares, axis) & down(self.squares, axis))
    }

    /// The squares on lines along an axis without an empty square.
    fn full(self, empty: Bitboard, axis: u32) -> Bitboard {
        let mut open = empty;
        for _ in 1..Size::EIGHT.side() {
            open = open | ((up(open, axis) | down(open, axis)) & self.squares);
        }
        self.squares & !open
    }
}

/// The set moved one step along an axis, towards higher bits.
fn up(set: Bitboard, axis: u32) -> Bitboard {
    Bitboard(match axis {
        1 | 9 => set.0 << axis & NOT_A,
        7 => set.0 << axis & NOT_H,
        _ => set.0 << axis,
    })
}

/// The set moved one step along an axis, towards lower bits.
fn down(set: Bitboard, axis: u32) -> Bitboard {
    Bitboard(match axis {
        1 | 9 => set.0 >> axis & NOT_H,
        7 => set.0 >> axis & NOT_A,
        _ => set.0 >> axis,
    })
}
