//! The layout of a picture, in pixels.

use rules::{Point, Size};

/// Minimum side of a square.
const SMALLEST_CELL: u32 = 6;
/// Width of the frame in squares, with and without coordinates.
const LABELLED: f32 = 0.64;
const PLAIN: f32 = 0.3;

/// A point of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f32,
    pub(super) y: f32,
}

/// A rectangle of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Area {
    pub(super) fn middle(self) -> Spot {
        Spot {
            x: self.left as f32 + self.width as f32 / 2.0,
            y: self.top as f32 + self.height as f32 / 2.0,
        }
    }
}

/// The measures of a picture. Squares begin and end on pixel borders, so that lines are sharp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) size: Size,
    pub(super) coordinates: bool,
    /// Side of a square.
    pub(super) cell: u32,
    /// Width of lines.
    pub(super) line: u32,
    /// Width of the frame at the left and at the top.
    pub(super) frame: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// Height of the caption.
    pub(super) caption: u32,
}

impl Layout {
    /// The measures of a picture of this width in pixels.
    pub(super) fn new(size: Size, width: u32, coordinates: bool, caption: bool) -> Layout {
        let side = size.side() as u32;
        let before = if coordinates { LABELLED } else { PLAIN };
        let cell = (width as f32 / (side as f32 + before + PLAIN)).floor() as u32;
        // The remainder of the division goes to the frame.
        let frame = ((width - cell * side) as f32 * before / (before + PLAIN)).round() as u32;
        let after = width - cell * side - frame;
        let caption = if caption {
            // A minimum height: large boards have small squares.
            (cell * 2 / 3).max(width / 20)
        } else {
            0
        };
        let line = (cell / 32).max(1);
        // One more line at the end of the board, and one around it.
        let below = if caption > 0 {
            caption + 2 * line
        } else {
            after
        };
        Layout {
            size,
            coordinates,
            cell,
            line,
            frame,
            width,
            height: frame + cell * side + below.max(after),
            caption,
        }
    }

    /// The default width.
    pub(super) fn usual_width(size: Size) -> u32 {
        let side = size.side() as u32;
        match side {
            ..=4 => 320,
            5..=10 => 480,
            _ => (28 * side + 64).max(480),
        }
    }

    /// The minimum width for a board size.
    pub(super) fn least_width(size: Size) -> u32 {
        SMALLEST_CELL * (size.side() as u32 + 2)
    }

    /// The whole picture.
    pub(super) fn whole(&self) -> Area {
        Area {
            left: 0,
            top: 0,
            width: self.width,
            height: self.height,
        }
    }

    /// The board.
    pub(super) fn board(&self) -> Area {
        let side = self.cell * self.size.side() as u32;
        Area {
            left: self.frame,
            top: self.frame,
            width: side,
            height: side,
        }
    }

    /// The area of a square without its lines and dots.
    pub(super) fn tile(&self, point: Point) -> Area {
        let inset = self.inset();
        let side = self.cell + self.line - 2 * inset;
        Area {
            left: self.frame + point.column() as u32 * self.cell + inset,
            top: self.frame + point.row() as u32 * self.cell + inset,
            width: side,
            height: side,
        }
    }

    fn inset(&self) -> u32 {
        self.line + (self.cell + 8) / 16
    }

    /// Radius of the dots on line crossings: outside of every tile.
    pub(super) fn star(&self) -> f32 {
        ((self.cell + 8) / 16) as f32 + self.line as f32 / 2.0
    }

    /// The centre of a square.
    pub(super) fn middle(&self, point: Point) -> Spot {
        self.tile(point).middle()
    }

    /// Radius of discs: with their shadow they stay inside a tile.
    pub(super) fn radius(&self) -> f32 {
        0.47 * self.tile(Point::A1).width as f32
    }

    /// The caption.
    pub(super) fn caption(&self) -> Area {
        Area {
            left: 0,
            top: self.height - self.caption,
            width: self.width,
            height: self.caption,
        }
    }
}
