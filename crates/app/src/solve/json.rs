//! Answers as JSON, one object per line.

use engine::{Kind, Line, Score};
use play::solve::{move_name, name};
use serde::Serialize;

use crate::solve::answer::Answer;
use play::json::Certainty;
use play::json::Discs;
use play::solve::Comparison;

/// One answer. The fields are documented in docs/solve.md and stay stable.
#[derive(Serialize)]
struct Record<'a> {
    source: &'a str,
    number: usize,
    position: String,
    empties: u32,
    #[serde(flatten)]
    best: Move,
    depth: u32,
    nodes: u64,
    seconds: f64,
    expected: Option<i32>,
    right: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
}

/// A move with its score.
#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    name: String,
    score: Discs,
    exact: bool,
    kind: &'static str,
    lower: Discs,
    upper: Discs,
    pv: Vec<String>,
}

/// The line of a problem, optionally with all moves.
pub fn line(answer: &Answer, all_moves: bool) -> String {
    let Answer {
        analysis,
        comparison,
        ..
    } = answer;
    let diagram = &answer.problem.diagram;
    let record = Record {
        source: answer.source,
        number: answer.number,
        position: diagram.to_string(),
        empties: diagram.board().empties(),
        best: Move::from(analysis.best()),
        depth: analysis.depth,
        nodes: analysis.nodes,
        seconds: analysis.time.as_secs_f64(),
        expected: answer.problem.best_score(),
        right: comparison.as_ref().map(Comparison::is_right),
        moves: all_moves.then(|| analysis.lines.iter().map(Move::from).collect()),
    };
    let text = serde_json::to_string(&record).expect("text and numbers only");
    format!("{text}\n")
}

impl From<&Line> for Move {
    fn from(line: &Line) -> Move {
        let (lower, upper) = match line.kind {
            Kind::Exact => (line.score, line.score),
            Kind::WinLossDraw => match line.score.cmp(&Score::DRAW) {
                std::cmp::Ordering::Greater => (Score::from_discs(1), Score::MAX),
                std::cmp::Ordering::Less => (-Score::MAX, Score::from_discs(-1)),
                std::cmp::Ordering::Equal => (Score::DRAW, Score::DRAW),
            },
            Kind::Bounds(lower, upper) => (lower, upper),
            Kind::Probable(_) | Kind::Estimate(_) | Kind::Book(_) | Kind::Heuristic(_) => {
                (-Score::MAX, Score::MAX)
            }
        };
        let Certainty { exact, kind, .. } = line.kind.into();
        Move {
            name: move_name(line),
            score: line.score.into(),
            exact,
            kind,
            lower: lower.into(),
            upper: upper.into(),
            pv: line.moves.iter().copied().map(name).collect(),
        }
    }
}
