//! Bitboards: sets of squares of the 8×8 board, one bit each.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::square::Square;

/// A set of squares of the 8×8 board. Bit `i` stands for the square with index `i`, so `a1` is
/// the lowest bit.
///
/// ```
/// use reversi_rules::{Bitboard, Square};
/// let edge_and_corner = Bitboard::CORNERS | Square::D1.into();
/// assert_eq!(edge_and_corner.len(), 5);
/// assert_eq!(edge_and_corner.into_iter().next(), Some(Square::A1));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// The 28 squares along the four sides, corners included.
    pub const BORDER: Bitboard = Bitboard(0xff81_8181_8181_81ff);

    /// How many squares are in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set seen in a mirror that swaps the columns: a ↔ h.
    #[must_use]
    pub const fn mirrored(self) -> Bitboard {
        Bitboard(self.0.swap_bytes().reverse_bits())
    }

    /// The set turned upside down: row 1 ↔ row 8.
    #[must_use]
    pub const fn upside_down(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set reflected in the diagonal a1–h8: b1 ↔ a2.
    #[must_use]
    pub const fn transposed(self) -> Bitboard {
        // Swap the off-diagonal halves of 2×2, then 4×4, then 8×8 blocks.
        let mut bits = self.0;
        let swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
        bits ^= swap ^ swap << 7;
        let swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
        bits ^= swap ^ swap << 14;
        let swap = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
        bits ^= swap ^ swap << 28;
        Bitboard(bits)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares of a [`Bitboard`], row by row.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::of_lowest_bit(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
