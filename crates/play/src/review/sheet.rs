//! Review jobs and their answers as they are serialized.

use std::time::Duration;

use engine::{Kind, Level, Score};
use rules::formats::{board_string, transcript};
use rules::{Color, Diagram, Game, Point, Turn};
use serde::{Deserialize, Serialize};

use super::{Ahead, Effort, Judged, Review, Standing};

/// The most time per move that a job may ask for.
const MAX_TIME: Duration = Duration::from_secs(3600);

/// The squares of the largest board that can be reviewed.
const MAX_SQUARES: u32 = 64;

/// The most bytes of a start position or of the moves: enough for that board.
const MAX_TEXT: usize = 256;

/// A game to review, and the search effort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewJob {
    /// The start position as a board string.
    start: String,
    /// The moves as a transcript.
    moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<Duration>,
    exact: u32,
}

impl ReviewJob {
    /// The job for a game.
    #[must_use]
    pub fn new(game: &Game, effort: Effort) -> ReviewJob {
        let (level, time) = match effort.ahead {
            Ahead::Level(level) => (Some(level.moves()), None),
            Ahead::Time(time) => (None, Some(time)),
        };
        ReviewJob {
            start: board_string::write(game.start()),
            moves: transcript::write(game),
            level,
            time,
            exact: effort.exact,
        }
    }

    /// The game.
    ///
    /// # Errors
    /// When the text is not a game, or has no moves.
    pub fn game(&self) -> Result<Game, String> {
        if self.start.len().max(self.moves.len()) > MAX_TEXT {
            return Err("the game is too long for any board that can be reviewed".to_string());
        }
        let start = board_string::read(&self.start).map_err(|error| error.to_string())?;
        let game = transcript::read(&self.moves, start).map_err(|error| error.to_string())?;
        if game.turns().is_empty() {
            return Err("there is nothing to review: a position and no moves".to_string());
        }
        Ok(game)
    }

    /// The search effort.
    ///
    /// # Errors
    /// When it has not exactly one of level and time, or a value is out of range.
    pub fn effort(&self) -> Result<Effort, String> {
        let ahead = match (self.level, self.time) {
            (Some(level), None) => Level::new(level).map(Ahead::Level),
            (None, Some(time)) if !time.is_zero() && time <= MAX_TIME => Some(Ahead::Time(time)),
            _ => None,
        };
        let ahead =
            ahead.ok_or("a review needs either a level from 1 on or a time up to 3600 s")?;
        if self.exact > MAX_SQUARES {
            return Err(format!("no board has {} empty squares", self.exact));
        }
        Ok(Effort {
            ahead,
            exact: self.exact,
        })
    }
}

/// The sheets of this program. Version 1 had no lines of played moves, and no number.
const VERSION: u32 = 2;

fn first_version() -> u32 {
    1
}

/// A review without its game, which the caller has: the last position and the judged moves in game
/// order. In an incomplete review the first moves are missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewSheet {
    #[serde(default = "first_version")]
    version: u32,
    /// The last position; its score is for Black.
    end: Option<End>,
    moves: Vec<Move>,
}

/// The last position: its score in units, the kind of the score, and the principal variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct End {
    score: i32,
    kind: ScoreKind,
    line: String,
}

/// A move: both scores in units, for the side that moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Move {
    before: i32,
    after: i32,
    kind: ScoreKind,
    line: String,
    /// The line of the played move; empty when the best line is the same, and in version 1.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    played: String,
}

/// The kinds of score that a review has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScoreKind {
    Exact,
    Probable(u8),
    Estimate(u32),
}

impl ReviewSheet {
    /// The sheet of a review; `None` when a score is of a kind that reviews do not have.
    #[must_use]
    pub fn of(review: &Review) -> Option<ReviewSheet> {
        let end = review.standings.last().and_then(Option::as_ref);
        let last = |end: &Standing| {
            Some(End {
                score: end.score.units(),
                kind: ScoreKind::of(end.kind)?,
                line: write_line(&end.line),
            })
        };
        let moves = review.judged().map(|judged| {
            Some(Move {
                before: judged.before.units(),
                after: judged.after.units(),
                kind: ScoreKind::of(judged.kind)?,
                line: write_line(&judged.line),
                played: match judged.best() == judged.point {
                    true => String::new(),
                    false => write_line(&judged.played),
                },
            })
        });
        Some(ReviewSheet {
            version: VERSION,
            moves: moves.collect::<Option<_>>()?,
            end: match end {
                Some(end) => Some(last(end)?),
                None => None,
            },
        })
    }

    /// The review that this sheet and the game make together.
    ///
    /// # Errors
    /// When there are too many moves, a line is illegal, or a score is out of range.
    pub fn review(&self, game: &Game, effort: Effort) -> Result<Review, String> {
        if !(1..=VERSION).contains(&self.version) {
            let version = self.version;
            return Err(format!(
                "it is a sheet of version {version}; this program reads versions 1 to {VERSION}"
            ));
        }
        let mut review = Review::new(game.clone(), effort);
        let count = review.moves.len();
        let first = count
            .checked_sub(self.moves.len())
            .ok_or("more moves are judged than the game has")?;
        let Some(end) = &self.end else {
            let nothing = self.moves.is_empty().then_some(review);
            return nothing.ok_or_else(|| "moves are judged, but not the end".to_string());
        };
        review.standings[count] = Some(Standing {
            score: score(end.score, end.kind)?,
            kind: end.kind.kind()?,
            line: read_line(&end.line, game.diagram())?,
        });
        for (index, sheet_move) in (first..count).zip(&self.moves) {
            let turn = &game.turns()[index];
            let judged = sheet_move.judged(self.version, index + 1, turn);
            let judged = judged.map_err(|error| format!("move {}: {error}", index + 1))?;
            // The position before a move has the score and line of the best move.
            review.standings[index] = Some(Standing {
                score: match judged.color {
                    Color::Black => judged.before,
                    Color::White => -judged.before,
                },
                kind: judged.kind,
                line: judged.line.clone(),
            });
            review.moves[index] = Some(judged);
        }
        Ok(review)
    }
}

impl ReviewSheet {
    /// Whether both can be the review of one game: exact scores are equal.
    pub(super) fn agrees(&self, other: &ReviewSheet) -> bool {
        let ends = match (&self.end, &other.end) {
            (Some(one), Some(other)) if one.kind.is_exact() && other.kind.is_exact() => {
                one.score == other.score
            }
            _ => true,
        };
        let mut moves = self.moves.iter().zip(&other.moves);
        ends && self.moves.len() == other.moves.len()
            && moves.all(|(one, other)| {
                let is_exact = one.kind.is_exact() && other.kind.is_exact();
                !is_exact || (one.before, one.after) == (other.before, other.after)
            })
    }
}

impl Move {
    fn judged(&self, version: u32, number: usize, turn: &Turn) -> Result<Judged, String> {
        let before = turn.before();
        let mut judged = Judged {
            number,
            color: turn.color(),
            point: turn.point(),
            squares: before.size().area() as u32,
            empties: before.board().empties(),
            before: score(self.before, self.kind)?,
            after: score(self.after, self.kind)?,
            kind: self.kind.kind()?,
            line: read_line(&self.line, before)?,
            played: read_line(&self.played, before)?,
            forced: before.legal_moves().len() == 1,
        };
        if judged.after > judged.before {
            return Err("it is better than the best one".to_string());
        }
        if (judged.best() == judged.point) != (judged.after == judged.before) {
            return Err("its scores and the best line do not agree".to_string());
        }
        if judged.best() == judged.point && judged.played.is_empty() {
            judged.played.clone_from(&judged.line);
        }
        let is_missing = judged.played.is_empty() && version == 1;
        if !is_missing && judged.played.first() != Some(&Some(judged.point)) {
            return Err("the line of the played move does not begin with it".to_string());
        }
        Ok(judged)
    }
}

impl ScoreKind {
    fn is_exact(self) -> bool {
        self == ScoreKind::Exact
    }

    fn of(kind: Kind) -> Option<ScoreKind> {
        match kind {
            Kind::Exact => Some(ScoreKind::Exact),
            Kind::Probable(percent) => Some(ScoreKind::Probable(percent)),
            Kind::Estimate(depth) => Some(ScoreKind::Estimate(depth)),
            Kind::WinLossDraw | Kind::Bounds(..) | Kind::Book(_) | Kind::Heuristic(_) => None,
        }
    }

    fn kind(self) -> Result<Kind, String> {
        match self {
            ScoreKind::Exact => Ok(Kind::Exact),
            ScoreKind::Probable(percent) if percent <= 100 => Ok(Kind::Probable(percent)),
            ScoreKind::Estimate(depth) if depth <= MAX_SQUARES => Ok(Kind::Estimate(depth)),
            ScoreKind::Probable(percent) => Err(format!("{percent} percent is no probability")),
            ScoreKind::Estimate(depth) => Err(format!("nobody looks {depth} moves ahead")),
        }
    }
}

fn score(units: i32, kind: ScoreKind) -> Result<Score, String> {
    let most = Score::MAX.units();
    if !(-most..=most).contains(&units) {
        return Err(format!("{units} is no score: there are 64 squares"));
    }
    if kind == ScoreKind::Exact && units % Score::DISC != 0 {
        return Err(format!("{units} is no exact score: discs are whole"));
    }
    Ok(Score::from_units(units))
}

/// A pass in a line.
const PASS: &str = "--";

fn write_line(line: &[Option<Point>]) -> String {
    let name = |point: &Option<Point>| point.map_or(PASS.to_string(), |point| point.to_string());
    line.iter().map(name).collect()
}

/// Reads a line and checks that its moves are legal from a position. Every square has a name of two
/// characters on boards that can be reviewed.
fn read_line(text: &str, from: &Diagram) -> Result<Vec<Option<Point>>, String> {
    let (mut position, mut line) = (*from, Vec::new());
    let mut rest = text;
    while !rest.is_empty() {
        let wrong = || format!("a line goes wrong after {} moves", line.len());
        let (name, after) = rest.split_at_checked(PASS.len()).ok_or_else(wrong)?;
        rest = after;
        let point = if name == PASS {
            let passed = position.pass();
            let must = position.legal_moves().is_empty() && !passed.legal_moves().is_empty();
            position = must.then_some(passed).ok_or_else(wrong)?;
            None
        } else {
            let point: Point = name.parse().map_err(|_| wrong())?;
            position = position.play(point).ok_or_else(wrong)?;
            Some(point)
        };
        line.push(point);
    }
    Ok(line)
}
