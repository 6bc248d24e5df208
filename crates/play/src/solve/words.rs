//! Answers as short text.

use engine::{Analysis, Line};
use rules::Point;

use crate::score_text::marked;

/// The progress of a search as one line of text.
#[must_use]
pub fn so_far(analysis: &Analysis) -> String {
    let best = match analysis.lines.first() {
        Some(line) => format!("{} {}", move_name(line), marked(line)),
        None => String::new(),
    };
    let Analysis { depth, nodes, .. } = analysis;
    format!("{best}  depth {depth}  {nodes} nodes")
}

/// The first move; `--` when it is a pass, or there is none.
#[must_use]
pub fn move_name(line: &Line) -> String {
    name(line.point())
}

/// The name of a move, `--` for a pass.
#[must_use]
pub fn name(point: Option<Point>) -> String {
    point.map_or_else(|| "--".to_string(), |point| point.to_string())
}
