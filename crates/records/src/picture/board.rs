//! Draws a board with discs and marks on any canvas.

use rules::{ByColor, Color, Point, PointSet};

use super::canvas::Canvas;
use super::glyph;
use super::layout::{Area, Layout, Spot};
use super::theme::Colors;

/// The content of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct SquareLook {
    /// The disc.
    pub(super) disc: Option<Face>,
    pub(super) mark: Option<Mark>,
    /// The number on the disc.
    pub(super) number: Option<u32>,
}

/// A disc as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Face {
    pub(super) color: Color,
    /// Visible width in percent: 100 when it lies flat.
    pub(super) open: u8,
}

/// A mark on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    /// The disc placed last.
    Last,
    /// A legal move.
    Legal,
}

impl Face {
    /// A disc that lies flat.
    pub(super) fn flat(color: Color) -> Face {
        Face { color, open: 100 }
    }
}

/// Draws the static parts: the frame with coordinates and the empty board.
pub(super) fn ground(layout: &Layout, colors: &Colors, canvas: &mut dyn Canvas) {
    canvas.rectangle(layout.whole(), colors.frame);
    let board = layout.board();
    let (side, line) = (layout.size.side() as u32, layout.line);
    let edged = Area {
        width: board.width + line,
        height: board.height + line,
        ..board
    };
    let around = Area {
        left: edged.left - line,
        top: edged.top - line,
        width: edged.width + 2 * line,
        height: edged.height + 2 * line,
    };
    canvas.rectangle(around, colors.line);
    let around = Area {
        left: edged.left - line,
        top: edged.top - line,
        width: edged.width + 2 * line,
        height: edged.height + 2 * line,
    };
    canvas.rectangle(around, colors.line);
    canvas.rectangle(edged, colors.felt);
    for number in 0..=side {
        let along = number * layout.cell;
        let upright = Area {
            left: board.left + along,
            width: line,
            ..edged
        };
        let level = Area {
            top: board.top + along,
            height: line,
            ..edged
        };
        canvas.rectangle(upright, colors.line);
        canvas.rectangle(level, colors.line);
    }
    stars(layout, colors, canvas);
    if layout.coordinates {
        coordinates(layout, colors, canvas);
    }
}

/// The four dots of a board, two squares from each edge.
fn stars(layout: &Layout, colors: &Colors, canvas: &mut dyn Canvas) {
    let side = layout.size.side() as u32;
    if side < 8 || layout.cell < 16 {
        return;
    }
    let middle = layout.line as f32 / 2.0;
    let radius = layout.star();
    for (column, row) in [(2, 2), (side - 2, 2), (2, side - 2), (side - 2, side - 2)] {
        let spot = Spot {
            x: (layout.frame + column * layout.cell) as f32 + middle,
            y: (layout.frame + row * layout.cell) as f32 + middle,
        };
        canvas.circle(spot, radius, colors.line);
    }
}

fn coordinates(layout: &Layout, colors: &Colors, canvas: &mut dyn Canvas) {
    let height = (0.30 * layout.cell as f32).clamp(4.0, 26.0);
    let outside = layout.frame as f32 / 2.0;
    for point in PointSet::full(layout.size) {
        let Spot { x, y } = layout.middle(point);
        if point.row() == 0 {
            let letter = point.letter().to_string();
            // Lower-case letters have descenders.
            let middle = Spot {
                x,
                y: outside - 0.1 * height,
            };
            canvas.text(&letter, middle, height, colors.label);
        }
        if point.column() == 0 {
            let number = (point.row() + 1).to_string();
            canvas.text(&number, Spot { x: outside, y }, height, colors.label);
        }
    }
}

/// Draws a disc with its number, or a mark, around the middle of a square.
pub(super) fn square(
    look: SquareLook,
    middle: Spot,
    layout: &Layout,
    colors: &Colors,
    canvas: &mut dyn Canvas,
) {
    let radius = layout.radius();
    if let Some(face) = look.disc {
        canvas.disc(face.color, middle, radius, f32::from(face.open) / 100.0);
        if let Some(number) = look.number {
            let text = number.to_string();
            let height = match text.len() {
                1 | 2 => 0.84 * radius,
                _ => 0.66 * radius,
            };
            canvas.text(&text, middle, height, colors.disc(face.color).number);
        }
    }
    match look.mark {
        Some(Mark::Last) if look.number.is_some() => {
            canvas.ring(middle, 0.86 * radius, 0.14 * radius, colors.last);
        }
        Some(Mark::Last) => last_mark(middle, layout, colors, canvas),
        Some(Mark::Legal) => canvas.circle(middle, 0.24 * radius, colors.legal),
        None => {}
    }
}

/// Draws the mark of the disc placed last.
pub(super) fn last_mark(middle: Spot, layout: &Layout, colors: &Colors, canvas: &mut dyn Canvas) {
    canvas.circle(middle, 0.26 * layout.radius(), colors.last);
}

/// Draws the caption: the discs of each side, and a text between them.
pub(super) fn caption(
    counts: ByColor<u32>,
    text: &str,
    layout: &Layout,
    colors: &Colors,
    canvas: &mut dyn Canvas,
) {
    let area = layout.caption();
    let Spot { x, y } = area.middle();
    let height = 0.38 * area.height as f32;
    let radius = 0.62 * height;
    canvas.text(text, Spot { x, y }, height, colors.label);
    let edge = layout.frame as f32 + radius;
    let sides = [
        (Color::Black, edge, 1.0),
        (Color::White, layout.width as f32 - edge, -1.0),
    ];
    for (color, x, inward) in sides {
        // On a background of board colour, since a dark frame hides dark discs.
        canvas.circle(Spot { x, y }, 1.25 * radius, colors.felt);
        canvas.disc(color, Spot { x, y }, radius, 1.0);
        let text = counts[color].to_string();
        let x = x + inward * (1.9 * radius + glyph::width(&text, height) / 2.0);
        canvas.text(&text, Spot { x, y }, height, colors.label);
    }
}

/// The content of every square of a position.
pub(super) fn looks(
    diagram: &rules::Diagram,
    legal: PointSet,
    last: Option<Point>,
    number: impl Fn(Point) -> Option<u32>,
) -> Vec<(Point, SquareLook)> {
    let look = |point| {
        let disc = diagram.disc(point).map(Face::flat);
        let mark = match disc {
            Some(_) if last == Some(point) => Some(Mark::Last),
            None if legal.contains(point) => Some(Mark::Legal),
            _ => None,
        };
        let number = disc.and_then(|_| number(point));
        (point, SquareLook { disc, mark, number })
    };
    PointSet::full(diagram.size())
        .into_iter()
        .map(look)
        .collect()
}
