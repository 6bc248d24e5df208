//! Where everything in a picture is, in pixels.

use rules::{Point, Size};

/// Squares smaller than this cannot be made out.
const SMALLEST_CELL: u32 = 6;
/// How wide the frame is, in squares: with coordinates in it, and without.
const LABELLED: f32 = 0.64;
const PLAIN: f32 = 0.3;

/// A point of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f32,
    pub(super) y: f32,
}

/// A part of the picture.
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

/// The measures of a picture. Squares begin and end between pixels, so that lines are sharp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) size: Size,
    pub(super) coordinates: bool,
    /// The side of a square.
    pub(super) cell: u32,
    /// How wide lines are.
    pub(super) line: u32,
    /// The frame at the left and at the top.
    pub(super) frame: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    /// How high the line of text under the board is.
    pub(super) caption: u32,
}

impl Layout {
    /// The measures of a picture so many pixels wide.
    pub(super) fn new(size: Size, width: u32, coordinates: bool, caption: bool) -> Layout {
        let side = size.side() as u32;
        let before = if coordinates { LABELLED } else { PLAIN };
        let cell = (width as f32 / (side as f32 + before + PLAIN)).floor() as u32;
        // What does not make a whole pixel for each square is left to the frame.
        let frame = ((width - cell * side) as f32 * before / (before + PLAIN)).round() as u32;
        let after = width - cell * side - frame;
        let caption = if caption {
            // Not too low under large boards, which have small squares.
            (cell * 2 / 3).max(width / 20)
        } else {
            0
        };
        let line = (cell / 32).max(1);
        // The board ends with a line, and another around it.
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

    /// How wide a picture is if nobody says.
    pub(super) fn usual_width(size: Size) -> u32 {
        let side = size.side() as u32;
        match side {
            ..=4 => 320,
            5..=10 => 480,
            _ => (28 * side + 64).max(480),
        }
    }

    /// The narrowest picture in which a board can be made out.
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

    /// What changes on a square: all of it but its lines and the ends of them.
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

    /// How large the dots are where lines cross: no tile reaches them.
    pub(super) fn star(&self) -> f32 {
        ((self.cell + 8) / 16) as f32 + self.line as f32 / 2.0
    }

    /// The middle of a square.
    pub(super) fn middle(&self, point: Point) -> Spot {
        self.tile(point).middle()
    }

    /// How large discs are: with their shadow they stay inside a tile.
    pub(super) fn radius(&self) -> f32 {
        0.47 * self.tile(Point::A1).width as f32
    }

    /// The line of text under the board.
    pub(super) fn caption(&self) -> Area {
        Area {
            left: 0,
            top: self.height - self.caption,
            width: self.width,
            height: self.caption,
        }
    }
}
