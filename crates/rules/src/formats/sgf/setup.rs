//! SGF setup: the start position from board size, set-up discs and side to move.

use super::SgfError;
use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::formats::moves;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use crate::wide::Start;

/// The properties of the start position that have been read.
#[derive(Default)]
pub(super) struct Setup {
    pub(super) size: Option<Size>,
    discs: ByColor<PointSet>,
    has_discs: bool,
    pub(super) to_move: Option<Color>,
}

impl Setup {
    /// Reads one value of a setup property: `AB`, `AW`, `AE` or `PL`.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), SgfError> {
        let value = value.trim();
        if name == "PL" {
            self.to_move = match value.chars().next() {
                Some('B' | 'b' | '1') => Some(Color::Black),
                Some('W' | 'w' | '2') => Some(Color::White),
                _ => self.to_move,
            };
            return Ok(());
        }
        self.has_discs = true;
        let wrong = || SgfError::Square(moves::shortened(value));
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let (first, last) = (
            point(first).ok_or_else(wrong)?,
            point(last).ok_or_else(wrong)?,
        );
        for row in first.row()..=last.row() {
            for column in first.column()..=last.column() {
                let point = Point::new(column, row).ok_or_else(wrong)?;
                match name {
                    "AB" => self.discs.black.insert(point),
                    "AW" => self.discs.white.insert(point),
                    _ => {
                        self.discs.black.remove(point);
                        self.discs.white.remove(point);
                    }
                }
            }
        }
        Ok(())
    }

    /// The start position; the standard one without `AB`, `AW` and `AE`.
    pub(super) fn diagram(&self) -> Result<Diagram, SgfError> {
        let size = self.size.unwrap_or(Size::EIGHT);
        let to_move = self.to_move.unwrap_or(Color::Black);
        if !self.has_discs {
            let start = Diagram::start(size, Start::Standard);
            let is_white = to_move == Color::White;
            return Ok(if is_white { start.pass() } else { start });
        }
        let name = |set: PointSet| set.into_iter().next().map(|point| point.to_string());
        if let Some(name) = name(self.discs.black & self.discs.white) {
            return Err(SgfError::Twice(name));
        }
        let diagram = Diagram::from_discs(size, self.discs, to_move);
        let board = PointSet::full(size);
        let outside = |point: &Point| !board.contains(*point);
        let discs = self.discs.black | self.discs.white;
        let outside = || discs.into_iter().filter(outside).collect();
        diagram.ok_or_else(|| SgfError::Square(name(outside()).unwrap_or_default()))
    }
}

/// A square as a name, `f5`, or as two letters, `fe`.
pub(super) fn point(text: &str) -> Option<Point> {
    text.parse().ok().or_else(|| {
        let &[column, row] = text.as_bytes() else {
            return None;
        };
        let index = |letter: u8| {
            let letter = letter.to_ascii_lowercase();
            letter
                .is_ascii_lowercase()
                .then(|| usize::from(letter - b'a'))
        };
        Point::new(index(column)?, index(row)?)
    })
}
