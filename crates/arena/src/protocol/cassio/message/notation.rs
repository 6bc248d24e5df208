//! Notation of positions and values in Cassio's protocol.

use rules::{Color, Diagram};

/// The largest value of a position, in discs.
pub(crate) const MOST: f64 = 64.0;

/// A board string without the blank before the side to move.
pub(super) fn position(diagram: &Diagram) -> String {
    diagram.to_string().replace(' ', "")
}

/// A value for one colour, as in `B+4.00`, converted to the view of another side.
pub(super) fn read_discs(text: &str, side: Color) -> Option<f64> {
    let text = text.trim();
    let (color, number) = match text.chars().next()? {
        'B' | 'b' | 'X' => (Color::Black, &text[1..]),
        'W' | 'w' | 'O' => (Color::White, &text[1..]),
        _ => (side, text),
    };
    let number: f64 = number.trim().parse().ok()?;
    let number = if color == side { number } else { -number };
    (number.abs() <= 1000.0).then_some(number.clamp(-MOST, MOST))
}

/// To the nearest hundredth, and never -0.00.
pub(super) fn hundredths(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0 + 0.0
}
