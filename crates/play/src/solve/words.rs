//! Answers as short text.

use engine::{Analysis, Kind, Line, Score};
use rules::Point;

/// The progress of a search as one line of text.
#[must_use]
pub fn so_far(analysis: &Analysis) -> String {
    let best = match analysis.lines.first() {
        Some(line) => format!("{} {}", move_name(line), score(line)),
        None => String::new(),
    };
    let Analysis { depth, nodes, .. } = analysis;
    format!("{best}  depth {depth}  {nodes} nodes")
}

/// A score with its kind: `+6`, `win`, `-2..+4`, `~+1.50`.
#[must_use]
pub fn score(line: &Line) -> String {
    let score = line.score;
    match line.kind {
        Kind::Exact => score.to_string(),
        Kind::WinLossDraw => result(score.rounded()).to_string(),
        Kind::Bounds(lower, upper) => match (lower > -Score::MAX, upper < Score::MAX) {
            (true, true) => format!("{lower}..{upper}"),
            (true, false) => format!("≥{lower}"),
            (false, true) => format!("≤{upper}"),
            (false, false) => "?".to_string(),
        },
        Kind::Probable(percent) => format!("{score}@{percent}%"),
        Kind::Estimate(_) | Kind::Book(_) => format!("~{score}"),
        Kind::Heuristic(_) => "?".to_string(),
    }
}

/// The sign of a score as a word.
#[must_use]
pub fn result(score: i32) -> &'static str {
    match score.signum() {
        1 => "win",
        -1 => "loss",
        _ => "draw",
    }
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
