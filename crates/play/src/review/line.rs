//! Lines as text.

use rules::Point;

/// The moves of a line, `--` for a pass.
#[must_use]
pub fn names(line: &[Option<Point>]) -> Vec<String> {
    let name = |point: &Option<Point>| point.map_or("--".to_string(), |point| point.to_string());
    line.iter().map(name).collect()
}
