//! What somebody who studies says over a live connection.

use std::time::Duration;

use engine::Level;
use rules::{Game, Size};
use serde::Deserialize;
use serde_json::Value;

use crate::problem::Problem;
use crate::wire::{Begin, Moves};

/// How many seconds an analysis thinks, at most and unless told otherwise.
pub const MOST_SECONDS: f64 = 60.0;
const USUAL_SECONDS: f64 = 20.0;
/// The most lines that can be asked for: no position of the 8×8 board has as many moves.
pub const MOST_LINES: usize = 60;
/// How far a review looks ahead, at most and unless told otherwise.
pub const MOST_LEVEL: u32 = 20;
const USUAL_LEVEL: Level = Level::new(10).unwrap();

/// A message as it is sent.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Analyse the position at the end of these moves, instead of what was analysed until now.
    Analyse {
        /// Answers carry this number.
        id: u64,
        /// Where the game begins.
        #[serde(default = "Begin::usual")]
        begin: Begin,
        /// Moves in turn. Passes are not written.
        #[serde(default)]
        #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
        moves: Vec<String>,
        /// How many moves are wanted, the best first; 0 is all of them.
        #[serde(default = "one")]
        #[cfg_attr(test, schemars(range(max = MOST_LINES)))]
        lines: usize,
        /// How long to think.
        #[serde(default = "usual_seconds")]
        #[cfg_attr(test, schemars(extend("exclusiveMinimum" = 0, "maximum" = MOST_SECONDS)))]
        seconds: f64,
    },
    /// It is enough.
    Stop {
        /// The number of the analysis or review.
        id: u64,
    },
    /// Judge every move of a game, instead of what was reviewed until now.
    Review {
        /// Answers carry this number.
        id: u64,
        /// Where the game begins.
        #[serde(default = "Begin::usual")]
        begin: Begin,
        /// Moves in turn. Passes are not written.
        #[serde(default)]
        #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
        moves: Vec<String>,
        /// How far to look ahead.
        #[serde(default)]
        #[cfg_attr(
            test,
            schemars(range(min = 1, max = MOST_LEVEL), extend("default" = USUAL_LEVEL.moves()))
        )]
        level: Option<u32>,
    },
}

fn one() -> usize {
    1
}

fn usual_seconds() -> f64 {
    USUAL_SECONDS
}

/// What a message asks for, once it makes sense.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Analyse the position that a game has come to.
    Analyse(Question),
    /// End the analysis or review of this name.
    Stop(u64),
    /// Review a game.
    Review {
        /// Answers carry this number.
        id: u64,
        /// The game, of at least one move.
        game: Box<Game>,
        /// How far to look ahead.
        level: Level,
    },
}

/// A position to analyse.
#[derive(Clone, Debug)]
pub struct Question {
    /// What answers are to be called.
    pub id: u64,
    /// The position is where this game has come to.
    pub game: Box<Game>,
    /// The board it is on.
    /// How many moves are wanted.
    pub lines: usize,
    /// How long to think.
    pub time: Duration,
}

/// Reads a message.
///
/// # Errors
/// When it makes no sense.
pub fn read(message: Value) -> Result<Wish, Problem> {
    let said: ClientMessage = serde_json::from_value(message)?;
    said.wish()
}

impl ClientMessage {
    fn wish(self) -> Result<Wish, Problem> {
        match self {
            ClientMessage::Stop { id } => Ok(Wish::Stop(id)),
            ClientMessage::Analyse {
                id,
                begin,
                moves,
                lines,
                seconds,
            } => {
                let game = studied(begin, moves)?;
                if lines > MOST_LINES {
                    let message = format!("lines may be 1 to {MOST_LINES}, or 0 for all moves");
                    return Err(Problem::bad("bad_lines", message));
                }
                let all = game.legal_moves().len() as usize;
                Ok(Wish::Analyse(Question {
                    id,
                    game,
                    lines: if lines == 0 { all.max(1) } else { lines },
                    time: thinking_time(seconds)?,
                }))
            }
            ClientMessage::Review {
                id,
                begin,
                moves,
                level,
            } => {
                let game = studied(begin, moves)?;
                if game.turns().is_empty() {
                    let message = "there is nothing to review: a position and no moves";
                    return Err(Problem::bad("nothing_to_review", message));
                }
                let level = review_level(level)?;
                Ok(Wish::Review { id, game, level })
            }
        }
    }
}

/// The game to study, on a board that the engine knows.
fn studied(begin: Begin, moves: Vec<String>) -> Result<Box<Game>, Problem> {
    let game = Moves { begin, moves }.game()?;
    if game.size() > Size::EIGHT {
        return Err(too_large(game.size()));
    }
    Ok(Box::new(game))
}

fn too_large(size: Size) -> Problem {
    let message =
        format!("the engine knows 4×4, 6×6 and 8×8 boards in discs, not {size}×{size} ones");
    Problem::bad("board_too_large", message)
}

fn thinking_time(seconds: f64) -> Result<Duration, Problem> {
    if seconds > 0.0 && seconds <= MOST_SECONDS {
        return Ok(Duration::from_secs_f64(seconds));
    }
    let message = format!("seconds must be more than 0 and at most {MOST_SECONDS}");
    Err(Problem::bad("bad_seconds", message))
}

fn review_level(level: Option<u32>) -> Result<Level, Problem> {
    let level = level.map_or(Some(USUAL_LEVEL), Level::new);
    let known = level.filter(|level| level.moves() <= MOST_LEVEL);
    known.ok_or_else(|| {
        let message = format!("the level of a review is from 1 to {MOST_LEVEL}");
        Problem::bad("bad_level", message)
    })
}
