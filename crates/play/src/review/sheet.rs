//! A review as it travels: what to review, and what came of it.

use std::time::Duration;

use engine::{Kind, Level, Score};
use rules::formats::{board_string, transcript};
use rules::{Color, Diagram, Game, Point, Turn};
use serde::{Deserialize, Serialize};

use super::{Ahead, Effort, Judged, Review, Standing};

/// The longest time that may be given to a move.
const LONGEST: Duration = Duration::from_secs(3600);

/// No board that can be reviewed has more squares.
const SQUARES: u32 = 64;

/// A board of that size as text, and the moves of a game on it, are no longer than this.
const LONGEST_TEXT: usize = 256;

/// A game to review, and how far to look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewJob {
    /// The position that the game begins with, as a board string.
    start: String,
    /// Its moves.
    moves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<Duration>,
    exact: u32,
}

impl ReviewJob {
    /// The job to review a game.
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
    /// When there is no such game, or nothing to review in it.
    pub fn game(&self) -> Result<Game, String> {
        if self.start.len().max(self.moves.len()) > LONGEST_TEXT {
            return Err("the game is too long for any board that can be reviewed".to_string());
        }
        let start = board_string::read(&self.start).map_err(|error| error.to_string())?;
        let game = transcript::read(&self.moves, start).map_err(|error| error.to_string())?;
        if game.turns().is_empty() {
            return Err("there is nothing to review: a position and no moves".to_string());
        }
        Ok(game)
    }

    /// How far to look.
    ///
    /// # Errors
    /// When that makes no sense.
    pub fn effort(&self) -> Result<Effort, String> {
        let ahead = match (self.level, self.time) {
            (Some(level), None) => Level::new(level).map(Ahead::Level),
            (None, Some(time)) if !time.is_zero() && time <= LONGEST => Some(Ahead::Time(time)),
            _ => None,
        };
        let ahead =
            ahead.ok_or("a review needs either a level from 1 on or a time up to 3600 s")?;
        if self.exact > SQUARES {
            return Err(format!("no board has {} empty squares", self.exact));
        }
        Ok(Effort {
            ahead,
            exact: self.exact,
        })
    }
}

/// What a review found, without the game, which who asked for it has: the last position, and the
/// moves from the last one judged back to the first, in the order of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewSheet {
    /// How the game ended, or stands; for Black.
    end: Option<Place>,
    moves: Vec<Move>,
}

/// A position: its score in units, what it means, and how the game would go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    score: i32,
    kind: Means,
    line: String,
}

/// A move: both scores in units, for who made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Move {
    before: i32,
    after: i32,
    kind: Means,
    line: String,
}

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Means {
    Exact,
    Probable(u8),
    Estimate(u32),
}

impl ReviewSheet {
    /// What a review has found so far; `None` when a score is of a kind that reviews do not have.
    #[must_use]
    pub fn of(review: &Review) -> Option<ReviewSheet> {
        let end = review.standings.last().and_then(Option::as_ref);
        let place = |end: &Standing| {
            Some(Place {
                score: end.score.units(),
                kind: Means::of(end.kind)?,
                line: written(&end.line),
            })
        };
        let moves = review.judged().map(|judged| {
            Some(Move {
                before: judged.before.units(),
                after: judged.after.units(),
                kind: Means::of(judged.kind)?,
                line: written(&judged.line),
            })
        });
        Some(ReviewSheet {
            moves: moves.collect::<Option<_>>()?,
            end: match end {
                Some(end) => Some(place(end)?),
                None => None,
            },
        })
    }

    /// The review of a game, if that is what it can be.
    ///
    /// # Errors
    /// When there are too many moves, a line is against the rules, or a score is none.
    pub fn review(&self, game: &Game, effort: Effort) -> Result<Review, String> {
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
            line: read(&end.line, game.diagram())?,
        });
        for (index, told) in (first..count).zip(&self.moves) {
            let turn = &game.turns()[index];
            let judged = told.judged(index + 1, turn);
            let judged = judged.map_err(|error| format!("move {}: {error}", index + 1))?;
            // A move and the position before it were judged as one.
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

impl Move {
    fn judged(&self, number: usize, turn: &Turn) -> Result<Judged, String> {
        let before = turn.before();
        let judged = Judged {
            number,
            color: turn.color(),
            point: turn.point(),
            empties: before.board().empties(),
            before: score(self.before, self.kind)?,
            after: score(self.after, self.kind)?,
            kind: self.kind.kind()?,
            line: read(&self.line, before)?,
            forced: before.legal_moves().len() == 1,
        };
        if judged.after > judged.before {
            return Err("it is better than the best one".to_string());
        }
        if (judged.best() == judged.point) != (judged.after == judged.before) {
            return Err("its scores and the best line do not agree".to_string());
        }
        Ok(judged)
    }
}

impl Means {
    fn of(kind: Kind) -> Option<Means> {
        match kind {
            Kind::Exact => Some(Means::Exact),
            Kind::Probable(percent) => Some(Means::Probable(percent)),
            Kind::Estimate(depth) => Some(Means::Estimate(depth)),
            Kind::WinLossDraw | Kind::Bounds(..) | Kind::Book(_) | Kind::Heuristic(_) => None,
        }
    }

    fn kind(self) -> Result<Kind, String> {
        match self {
            Means::Exact => Ok(Kind::Exact),
            Means::Probable(percent) if percent <= 100 => Ok(Kind::Probable(percent)),
            Means::Estimate(depth) if depth <= SQUARES => Ok(Kind::Estimate(depth)),
            Means::Probable(percent) => Err(format!("{percent} percent is no probability")),
            Means::Estimate(depth) => Err(format!("nobody looks {depth} moves ahead")),
        }
    }
}

fn score(units: i32, kind: Means) -> Result<Score, String> {
    let most = Score::MAX.units();
    if !(-most..=most).contains(&units) {
        return Err(format!("{units} is no score: there are 64 squares"));
    }
    if kind == Means::Exact && units % Score::DISC != 0 {
        return Err(format!("{units} is no exact score: discs are whole"));
    }
    Ok(Score::from_units(units))
}

/// What stands for a pass.
const PASS: &str = "--";

fn written(line: &[Option<Point>]) -> String {
    let name = |point: &Option<Point>| point.map_or(PASS.to_string(), |point| point.to_string());
    line.iter().map(name).collect()
}

/// A line from a position on, if the rules allow it. On boards that can be reviewed every square
/// has a name of two letters.
fn read(text: &str, from: &Diagram) -> Result<Vec<Option<Point>>, String> {
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
