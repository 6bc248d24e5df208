//! A position as a small SVG board.

use rules::{Color, Diagram, PointSet};

use records::svg::put;

/// Size of the board, large enough for its labels.
pub(super) fn side(diagram: &Diagram) -> f64 {
    (15.0 * diagram.size().side() as f64).max(176.0)
}

/// Adds the board at `left`, `top`.
pub(super) fn draw(diagram: &Diagram, left: f64, top: f64, svg: &mut String) {
    let cell = side(diagram) / diagram.size().side() as f64;
    let legal = diagram.legal_moves();
    for point in PointSet::full(diagram.size()) {
        let x = left + point.column() as f64 * cell;
        let y = top + point.row() as f64 * cell;
        let (middle_x, middle_y) = (x + cell / 2.0, y + cell / 2.0);
        if point.row() == 0 {
            label(middle_x, top - 6.0, point.letter(), svg);
        }
        if point.column() == 0 {
            label(left - 10.0, middle_y + 4.0, point.row() + 1, svg);
        }
        put(
            svg,
            format_args!(
                "<rect class=\"square\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{cell:.2}\" height=\"{cell:.2}\"/>"
            ),
        );
        let (class, radius) = match diagram.disc(point) {
            Some(Color::Black) => ("dark", 0.38),
            Some(Color::White) => ("light", 0.38),
            None if legal.contains(point) => ("legal", 0.14),
            None => continue,
        };
        put(
            svg,
            format_args!(
                "<circle class=\"{class}\" cx=\"{middle_x:.1}\" cy=\"{middle_y:.1}\" r=\"{:.1}\"/>",
                cell * radius
            ),
        );
    }
    svg.push('\n');
}

fn label(x: f64, y: f64, text: impl std::fmt::Display, svg: &mut String) {
    put(
        svg,
        format_args!(
            "<text class=\"small\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>"
        ),
    );
}
