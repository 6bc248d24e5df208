//! Whether two answers to a solve job can both be right.

use engine::{Analysis, Kind, Line, Score};

use super::{Answer, SolveJob};

/// Exact scores are equal, winners too, and proved bounds have a score in common. Moves may differ where
/// several are equally good, and estimates say nothing about each other.
pub(super) fn agrees(job: &SolveJob, one: &Answer, other: &Answer) -> bool {
    let Ok(diagram) = job.check() else {
        return false;
    };
    let (Ok(one), Ok(other)) = (one.analysis(&diagram), other.analysis(&diagram)) else {
        return false;
    };
    if !job.all_moves {
        return is_possible(one.best(), other.best());
    }
    let same_move = |line: &Line, analysis: &Analysis| {
        let mut lines = analysis.lines.iter();
        let found = lines.find(|other| other.moves.first() == line.moves.first());
        found.is_some_and(|other| is_possible(line, other))
    };
    one.lines.iter().all(|line| same_move(line, &other))
}

/// Whether one position can have the scores of both lines.
fn is_possible(one: &Line, other: &Line) -> bool {
    let ((low, high), (other_low, other_high)) = (bounds(one), bounds(other));
    low <= other_high && other_low <= high
}

/// The scores that a line leaves possible.
fn bounds(line: &Line) -> (Score, Score) {
    let (least, most) = (-Score::MAX, Score::MAX);
    let zero = Score::from_discs(0);
    let (win, loss) = (Score::from_units(1), Score::from_units(-1));
    match line.kind {
        Kind::Exact => (line.score, line.score),
        Kind::Bounds(lower, upper) => (lower, upper),
        Kind::WinLossDraw if line.score > zero => (win, most),
        Kind::WinLossDraw if line.score < zero => (least, loss),
        Kind::WinLossDraw => (zero, zero),
        _ => (least, most),
    }
}
