//! Verification of an answer to a solve job: lines are replayed, scores compared with the rules.
//!
//! An answer that passes belongs to the job: it has the lines and the kinds of scores that were asked
//! for, every move is legal, and a line that reaches the end of the game has the score of that end.

use engine::{Analysis, Kind, Line, Score};
use rules::Diagram;

use super::{Answer, Leaf, SolveJob};
use crate::replay::final_score;

/// Checks whether an answer can be the answer to a job.
pub(super) fn verify(job: &SolveJob, answer: &Answer) -> Result<(), String> {
    let diagram = job.check()?;
    let analysis = answer.analysis(&diagram);
    let analysis = analysis.map_err(|error| error.to_string())?;
    let asked = match job.leaf {
        Some(leaf) => is_part(leaf, &analysis),
        None => is_whole(job, &diagram, &analysis),
    };
    asked.map_err(wrong)?;
    for line in &analysis.lines {
        check_line(&diagram, line).map_err(wrong)?;
    }
    let first = |line: &Line| line.moves.first().copied();
    let is_repeated = |(index, line): (usize, &Line)| {
        let before = analysis.lines[..index].iter();
        before.map(first).any(|other| other == first(line))
    };
    if analysis.lines.iter().enumerate().any(is_repeated) {
        return Err(wrong("two lines begin with one move"));
    }
    Ok(())
}

fn wrong(why: &str) -> String {
    format!("the answer makes no sense: {why}")
}

/// Whether an answer is complete for a whole position.
fn is_whole(job: &SolveJob, diagram: &Diagram, analysis: &Analysis) -> Result<(), &'static str> {
    let lines = if job.all_moves {
        most_lines(diagram)
    } else {
        1
    };
    if analysis.lines.len() != lines {
        return Err("it has too few lines or too many");
    }
    let is_proved = |line: &Line| match line.kind {
        Kind::Exact => true,
        Kind::WinLossDraw => job.wld,
        _ => false,
    };
    if !analysis.lines.iter().all(is_proved) {
        return Err("the position is not solved");
    }
    Ok(())
}

/// Whether an answer decides the window of a leaf, or estimates its moves. A leaf with few nodes may
/// end before every move is estimated.
fn is_part(leaf: Leaf, analysis: &Analysis) -> Result<(), &'static str> {
    let (low, high) = leaf.window;
    let is_decided = match analysis.best().kind {
        Kind::Bounds(lower, upper) => {
            lower >= Score::from_discs(high) || upper <= Score::from_discs(low)
        }
        Kind::Exact | Kind::Probable(_) | Kind::Estimate(_) => true,
        Kind::WinLossDraw | Kind::Book(_) | Kind::Heuristic(_) => false,
    };
    match is_decided {
        true => Ok(()),
        false => Err("it neither decides the window nor estimates the moves"),
    }
}

/// One line for each legal move; one where there is no choice.
fn most_lines(diagram: &Diagram) -> usize {
    diagram.legal_moves().len().max(1) as usize
}

/// Whether the score of a line is consistent, also with the end of the game that the line reaches.
fn check_line(diagram: &Diagram, line: &Line) -> Result<(), &'static str> {
    let most = Score::from_discs(diagram.size().area() as i32);
    if line.score > most || line.score < -most {
        return Err("a score is beyond the discs of its board");
    }
    // Boards have an even number of squares, and the winner gets the empty ones.
    if line.kind == Kind::Exact && line.score.units() % (2 * Score::DISC) != 0 {
        return Err("an exact score is not an even number of discs");
    }
    let points = line.moves.iter().copied();
    let Some(end) = final_score(diagram, points).map(Score::from_discs) else {
        return Ok(());
    };
    let sign = |score: Score| score.units().signum();
    let agrees = match line.kind {
        Kind::Exact => line.score == end,
        Kind::WinLossDraw => sign(line.score) == sign(end),
        // Lines of these kinds show a way to play, not the proof of the score.
        _ => true,
    };
    match agrees {
        true => Ok(()),
        false => Err("a line ends with another score"),
    }
}
