//! The answer to a solve job, as it is serialised.

use std::fmt;
use std::time::Duration;

use engine::{Analysis, Kind, Line, Score};
use rules::{Diagram, Point};
use serde::{Deserialize, Serialize};

use super::words::name;

/// The answer to a job: an [`Analysis`] in plain text and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The lines, best first.
    lines: Vec<Told>,
    depth: u32,
    nodes: u64,
    /// Time spent, in nanoseconds.
    time: u64,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Told {
    /// In units of a 128th of a disc.
    score: i32,
    kind: Sure,
    /// Squares as on its board, `--` for a pass, with blanks between them.
    moves: String,
}

/// What a score means; see [`Kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sure {
    Exact,
    Wld,
    Bounds(i32, i32),
    Probable(u8),
    Estimate(u32),
}

impl From<&Analysis> for Answer {
    fn from(analysis: &Analysis) -> Answer {
        let told = |line: &Line| Told {
            score: line.score.units(),
            kind: match line.kind {
                Kind::Exact => Sure::Exact,
                Kind::WinLossDraw => Sure::Wld,
                Kind::Bounds(lower, upper) => Sure::Bounds(lower.units(), upper.units()),
                Kind::Probable(percent) => Sure::Probable(percent),
                Kind::Estimate(depth) | Kind::Book(depth) | Kind::Heuristic(depth) => {
                    Sure::Estimate(depth)
                }
            },
            moves: {
                let names: Vec<String> = line.moves.iter().copied().map(name).collect();
                names.join(" ")
            },
        };
        Answer {
            lines: analysis.lines.iter().map(told).collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            time: u64::try_from(analysis.time.as_nanos()).unwrap_or(u64::MAX),
        }
    }
}

impl Answer {
    /// The analysis for the position of the job.
    ///
    /// # Errors
    /// When the answer is invalid: answers may come from outside.
    pub fn analysis(&self, diagram: &Diagram) -> Result<Analysis, AnswerError> {
        let most = diagram.legal_moves().len().max(1) as usize;
        if !(1..=most).contains(&self.lines.len()) {
            return Err(AnswerError("it has too few lines or too many"));
        }
        let lines = self.lines.iter().map(|told| told.line(diagram));
        Ok(Analysis {
            lines: lines.collect::<Result<_, _>>()?,
            depth: self.depth.min(64),
            nodes: self.nodes,
            time: Duration::from_nanos(self.time),
            ..Analysis::default()
        })
    }
}

impl Told {
    fn line(&self, diagram: &Diagram) -> Result<Line, AnswerError> {
        let kind = match self.kind {
            Sure::Exact => Kind::Exact,
            Sure::Wld => Kind::WinLossDraw,
            Sure::Bounds(lower, upper) if lower <= upper => {
                Kind::Bounds(score(lower)?, score(upper)?)
            }
            Sure::Bounds(..) => return Err(AnswerError("its bounds are the wrong way round")),
            Sure::Probable(percent) => Kind::Probable(percent.min(100)),
            Sure::Estimate(depth) => Kind::Estimate(depth.min(64)),
        };
        Ok(Line {
            score: score(self.score)?,
            kind,
            moves: moves(&self.moves, diagram)?,
        })
    }
}

fn score(units: i32) -> Result<Score, AnswerError> {
    let most = Score::MAX.units();
    if !(-most..=most).contains(&units) {
        return Err(AnswerError("a score is beyond 64 discs"));
    }
    Ok(Score::from_units(units))
}

/// Parses moves and checks that they can be played one after the other.
fn moves(text: &str, diagram: &Diagram) -> Result<Vec<Option<Point>>, AnswerError> {
    const ILLEGAL: AnswerError = AnswerError("a line cannot be played");
    let (mut position, mut moves) = (*diagram, Vec::new());
    for name in text.split_whitespace() {
        let must_pass = position.legal_moves().is_empty();
        if name == "--" {
            if !must_pass || position.pass().legal_moves().is_empty() {
                return Err(ILLEGAL);
            }
            position = position.pass();
            moves.push(None);
        } else {
            let point: Point = name.parse().map_err(|_| ILLEGAL)?;
            position = position.play(point).ok_or(ILLEGAL)?;
            moves.push(Some(point));
        }
    }
    Ok(moves)
}

/// An invalid answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerError(&'static str);

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the answer makes no sense: {}", self.0)
    }
}

impl std::error::Error for AnswerError {}
