//! The geometry of a board as a value: which type implements it.

use reversi_rules::{Bitboard, Size};

use super::{Eight, Four, Geometry, Six};
#[cfg(test)]
use super::{FourByEight, FourBySix};

/// The geometries of the search. The solver is tested on 4×6 and 4×8 as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GeometryKind {
    /// 4×4: c3 to f6.
    Four,
    /// Six columns, four rows: b3 to g6.
    #[cfg(test)]
    FourBySix,
    /// Eight columns, four rows: a3 to h6.
    #[cfg(test)]
    FourByEight,
    /// 6×6: b2 to g7.
    Six,
    /// 8×8.
    Eight,
}

impl GeometryKind {
    /// The geometry of square boards of a size, up to 8×8.
    pub(crate) fn of(size: Size) -> Option<GeometryKind> {
        match size.side() {
            4 => Some(GeometryKind::Four),
            6 => Some(GeometryKind::Six),
            8 => Some(GeometryKind::Eight),
            _ => None,
        }
    }

    /// Its squares on the 8×8 board.
    pub(crate) fn squares(self) -> Bitboard {
        Bitboard(match self {
            GeometryKind::Four => Four::SQUARES,
            #[cfg(test)]
            GeometryKind::FourBySix => FourBySix::SQUARES,
            #[cfg(test)]
            GeometryKind::FourByEight => FourByEight::SQUARES,
            GeometryKind::Six => Six::SQUARES,
            GeometryKind::Eight => Eight::SQUARES,
        })
    }
}
