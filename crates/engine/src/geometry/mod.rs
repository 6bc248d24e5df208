//! Board geometry: the squares of the 8×8 bitboard that a game is played on.
//!
//! A smaller board is a set of squares in the middle of the 8×8 one. No square outside of it ever
//! holds a disc, so no run of discs is bracketed across its border, and the fast 8×8 kernels work
//! unchanged as long as moves stay inside. All properties of a geometry are constants, so on 8×8
//! they cost nothing.

mod kind;

pub(crate) use kind::GeometryKind;
use reversi_rules::{Bitboard, Board, Symmetry};

/// A rectangle of squares with walls around it.
pub(crate) trait Geometry: Copy + Default + Send + Sync + 'static {
    /// The squares.
    const SQUARES: u64;
    /// How many squares there are.
    const AREA: i32 = Self::SQUARES.count_ones() as i32;
    /// Squares with a wall to the left or to the right.
    const WALL_SIDES: u64 = walls(Self::SQUARES, &[(-1, 0), (1, 0)]);
    /// Squares with a wall above or below.
    const WALL_ENDS: u64 = walls(Self::SQUARES, &[(0, -1), (0, 1)]);
    /// Squares with a wall at one end of their falling diagonal (as a1–h8).
    const WALL_FALLING: u64 = walls(Self::SQUARES, &[(-1, -1), (1, 1)]);
    /// Squares with a wall at one end of their rising diagonal (as a8–h1).
    const WALL_RISING: u64 = walls(Self::SQUARES, &[(-1, 1), (1, -1)]);
    /// Squares at a corner.
    const CORNERS: u64 = Self::WALL_SIDES & Self::WALL_ENDS;
}

const fn walls(squares: u64, steps: &[(i32, i32)]) -> u64 {
    let mut found = 0;
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            let column = square % 8 + steps[step].0;
            let row = square / 8 + steps[step].1;
            let inside = column >= 0
                && column < 8
                && row >= 0
                && row < 8
                && squares >> (8 * row + column) & 1 != 0;
            if !inside && squares >> square & 1 != 0 {
                found |= 1 << square;
            }
            step += 1;
        }
        square += 1;
    }
    found
}

/// The symmetries that map these squares to themselves.
pub(crate) fn symmetries_of(squares: Bitboard) -> impl Iterator<Item = Symmetry> {
    let keeps = move |symmetry: &Symmetry| symmetry.squares(squares) == squares;
    Symmetry::ALL.into_iter().filter(keeps)
}

/// The orientation that a position on these squares shares with its mirror images, and how it is turned
/// to reach it.
pub(crate) fn canonical_on(squares: Bitboard, board: Board) -> (Board, Symmetry) {
    let turned = symmetries_of(squares).map(|symmetry| (symmetry.board(board), symmetry));
    let first = turned.min_by_key(|(board, _)| (board.own().0, board.opponent().0));
    first.unwrap_or((board, Symmetry::IDENTITY))
}

/// The whole board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Eight;

impl Geometry for Eight {
    const SQUARES: u64 = !0;
}

/// Declares a smaller board as the middle of the 8×8 one.
macro_rules! small_geometry {
    ($name:ident, $squares:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct $name;

        impl Geometry for $name {
            const SQUARES: u64 = $squares;
        }
    };
}

small_geometry!(Four, 0x0000_3c3c_3c3c_0000, "4×4, from c3 to f6.");
#[cfg(test)]
small_geometry!(
    FourBySix,
    0x0000_7e7e_7e7e_0000,
    "Six columns and four rows, from b3 to g6."
);
#[cfg(test)]
small_geometry!(
    FourByEight,
    0x0000_ffff_ffff_0000,
    "Eight columns and four rows, from a3 to h6."
);
small_geometry!(Six, 0x007e_7e7e_7e7e_7e00, "6×6, from b2 to g7.");

/// The four quadrants of the 8×8 board, for parity: near the end, the side that plays in a quadrant
/// with an odd number of empty squares usually makes the last move there.
pub(crate) const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The quadrant that a square lies in.
pub(crate) const QUADRANT_OF: [u64; 64] = {
    let mut quadrant_of = [0; 64];
    let mut square = 0;
    while square < 64 {
        quadrant_of[square] = QUADRANTS[square / 32 * 2 + square % 8 / 4];
        square += 1;
    }
    quadrant_of
};

/// The squares of all quadrants with an odd number of `empty` squares.
pub(crate) fn odd_quadrants(empty: u64) -> u64 {
    QUADRANTS
        .iter()
        .filter(|quadrant| (empty & **quadrant).count_ones() % 2 == 1)
        .fold(0, |odd, quadrant| odd | quadrant)
}

/// The squares around each square.
pub(crate) const NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let sides = bit | (bit << 1 & !0x0101_0101_0101_0101) | (bit >> 1 & !0x8080_8080_8080_8080);
        neighbours[square] = (sides | sides << 8 | sides >> 8) ^ bit;
        square += 1;
    }
    neighbours
};
