//! WebSocket messages of a client about analyses and reviews.

use std::time::Duration;

use engine::Level;
use rules::{Game, Size};
use serde::Deserialize;
use serde_json::Value;

use crate::problem::Problem;
use crate::wire::{Begin, Moves};

/// The longest and the default time of an analysis, in seconds.
pub const MOST_SECONDS: f64 = 60.0;
const USUAL_SECONDS: f64 = 20.0;
/// The most lines of an analysis. No position of the 8×8 board has more legal moves.
pub const MOST_LINES: usize = 60;
/// The highest and the default level of a review.
pub const MOST_LEVEL: u32 = 20;
const USUAL_LEVEL: Level = Level::new(10).unwrap();

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Analyse the position after these moves. This ends the analysis before.
    Analyse {
        /// Answers carry this number.
        id: u64,
        /// Where the game begins.
        #[serde(default = "Begin::usual")]
        begin: Begin,
        /// The moves in order, without passes.
        #[serde(default)]
        #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
        moves: Vec<String>,
        /// The number of lines, the best first; 0 is one for every legal move.
        #[serde(default = "one")]
        #[cfg_attr(test, schemars(range(max = MOST_LINES)))]
        lines: usize,
        /// The time limit.
        #[serde(default = "usual_seconds")]
        #[cfg_attr(test, schemars(extend("exclusiveMinimum" = 0, "maximum" = MOST_SECONDS)))]
        seconds: f64,
    },
    /// Stop an analysis or review.
    Stop {
        /// The number of the analysis or review.
        id: u64,
    },
    /// Judge every move of a game. This ends the review before.
    Review {
        /// Answers carry this number.
        id: u64,
        /// Where the game begins.
        #[serde(default = "Begin::usual")]
        begin: Begin,
        /// The moves in order, without passes.
        #[serde(default)]
        #[cfg_attr(test, schemars(length(max = crate::wire::MOST_MOVES)))]
        moves: Vec<String>,
        /// The level of the search.
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

/// A parsed message.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Analyse the last position of a game.
    Analyse(Question),
    /// End the analysis or review with this id.
    Stop(u64),
    /// Review a game.
    Review {
        /// Answers carry this number.
        id: u64,
        /// The game, of at least one move.
        game: Box<Game>,
        /// The level of the search.
        level: Level,
    },
}

/// A position to analyse.
#[derive(Clone, Debug)]
pub struct Question {
    /// The id of its answers.
    pub id: u64,
    /// The game whose last position is analysed.
    pub game: Box<Game>,
    /// The number of lines.
    pub lines: usize,
    /// The time limit.
    pub time: Duration,
}

/// Parses a message.
///
/// # Errors
/// When it is invalid.
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

/// The game to study. Its board must have a size that the engine can analyse.
fn studied(begin: Begin, moves: Vec<String>) -> Result<Box<Game>, Problem> {
    // A long game on a large board is not replayed only to be refused.
    let size = begin.diagram()?.size();
    if size > Size::EIGHT {
        return Err(too_large(size));
    }
    Ok(Box::new(Moves { begin, moves }.game()?))
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
