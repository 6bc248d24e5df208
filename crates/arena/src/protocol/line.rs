//! Principal variations as text: moves without separators, as engines write them.

use rules::Point;
use rules::formats::is_pass;

/// Parses `F5d6C3` or `F5-D6-C3`, including passes, up to the first word that is not a move. `None`
/// when not even the first is a move.
pub(crate) fn read_line(word: &str) -> Option<Vec<Option<Point>>> {
    let mut moves = Vec::new();
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        if let Some(pair) = rest.get(..2).filter(|pair| is_pass(pair)) {
            moves.push(None);
            rest = &rest[pair.len()..];
            continue;
        }
        if letter == '-' {
            rest = &rest[1..];
            continue;
        }
        let digits = rest.get(1..).unwrap_or_default();
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        let end = 1 + end.unwrap_or(digits.len());
        let Some(point) = rest.get(..end).and_then(|name| name.parse().ok()) else {
            break;
        };
        moves.push(Some(point));
        rest = &rest[end..];
    }
    (!moves.is_empty()).then_some(moves)
}

/// The moves in capitals; a pass is `PA`.
pub(crate) fn write_line(moves: &[Option<Point>]) -> String {
    moves.iter().map(|point| write_place(*point)).collect()
}

/// A square in capitals; a pass is `PA`.
pub(crate) fn write_place(point: Option<Point>) -> String {
    match point {
        Some(point) => point.to_string().to_ascii_uppercase(),
        None => "PA".to_string(),
    }
}
