//! Point sets: sets of squares of a board of any size, one word per row.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor};

use crate::bitboard::Bitboard;
use crate::point::Point;
use crate::size::Size;

pub(crate) const ROWS: usize = Size::MAX.side();

/// A set of squares of a board of any size: the wide counterpart of [`Bitboard`](crate::Bitboard).
/// Row `r` is a word whose bit `c` stands for column `c`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet {
    rows: [u32; ROWS],
}

impl PointSet {
    /// No square.
    pub const EMPTY: PointSet = PointSet { rows: [0; ROWS] };

    /// Every square of a board.
    #[must_use]
    pub fn full(size: Size) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.rows[..size.side()].fill((1 << size.side()) - 1);
        set
    }

    pub(crate) const fn from_rows(rows: [u32; ROWS]) -> PointSet {
        PointSet { rows }
    }

    pub(crate) const fn rows(&self) -> &[u32; ROWS] {
        &self.rows
    }

    /// The part of the set on the 8×8 board.
    pub(crate) fn narrow(&self) -> Bitboard {
        let rows = self.rows[..8].iter().rev();
        Bitboard(rows.fold(0, |bits, row| bits << 8 | u64::from(row & 0xff)))
    }

    /// How many squares are in the set.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether no square is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().fold(0, |all, row| all | row) == 0
    }

    /// Whether `point` is in the set.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.rows[point.row()] >> point.column() & 1 != 0
    }

    /// Puts `point` into the set.
    pub fn insert(&mut self, point: Point) {
        self.rows[point.row()] |= 1 << point.column();
    }

    /// Takes `point` out of the set.
    pub fn remove(&mut self, point: Point) {
        self.rows[point.row()] &= !(1 << point.column());
    }

    fn zip(self, other: PointSet, combine: impl Fn(u32, u32) -> u32) -> PointSet {
        let mut rows = self.rows;
        for (row, with) in rows.iter_mut().zip(other.rows) {
            *row = combine(*row, with);
        }
        PointSet { rows }
    }
}

impl From<Bitboard> for PointSet {
    fn from(squares: Bitboard) -> PointSet {
        let mut rows = [0; ROWS];
        for (row, bits) in rows.iter_mut().zip(squares.0.to_le_bytes()) {
            *row = bits.into();
        }
        PointSet { rows }
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitand(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitor(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for PointSet {
    type Output = PointSet;
    #[inline]
    fn bitxor(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a ^ b)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

/// The squares of a [`PointSet`], row by row.
#[derive(Clone, Debug)]
pub struct Points {
    set: PointSet,
    row: usize,
}

impl Iterator for Points {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        while self.row < ROWS {
            let bits = &mut self.set.rows[self.row];
            if *bits != 0 {
                let column = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Point::new(column, self.row);
            }
            self.row += 1;
        }
        None
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        Points { set: self, row: 0 }
    }
}

impl fmt::Display for PointSet {
    /// The squares' names, row by row, with blanks between: `d3 c4 f5 e6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, point) in self.into_iter().enumerate() {
            let separator = if number == 0 { "" } else { " " };
            write!(f, "{separator}{point}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
