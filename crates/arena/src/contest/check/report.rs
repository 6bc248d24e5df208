//! What a check has found.

use std::time::Duration;

use engine::Classic;
use rules::{Color, Size};

use super::recorder::Spoken;
use crate::protocol::console::Habit;
use play::Fault;

/// Something that was tried, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What was tried.
    pub trial: Trial,
    /// What came of it.
    pub verdict: Verdict,
}

/// Something that a program is tried at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// It starts, and is ready for a game on a board of this size.
    Start(Size),
    /// A whole game.
    Game {
        /// On which board.
        size: Size,
        /// The program's colour.
        color: Color,
        /// Against whom.
        opponent: Classic,
    },
    /// The rest of a game in which somebody has to pass at once.
    Pass {
        /// On which board.
        size: Size,
        /// The program's colour.
        color: Color,
        /// Whether it is the program who has to pass.
        own: bool,
    },
    /// It leaves when it is told to.
    Leave,
    /// It says what its protocol asks for, even where a game can be played without.
    Habits,
}

/// What came of a trial.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It went well.
    Good(Details),
    /// It went well, but these are missing.
    Lacking(Vec<Habit>),
    /// It went wrong.
    Bad(Box<Trouble>),
    /// It was not tried, because too much went wrong before.
    Skipped,
}

/// What is worth telling about a trial that went well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// How many moves the program made.
    pub moves: usize,
    /// How often somebody had to pass.
    pub passes: usize,
    /// How long its slowest move took.
    pub slowest: Duration,
    /// Discs for the program minus discs against it, empty squares to the winner.
    pub score: i32,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// What it was.
    pub fault: Fault,
    /// The moves of the game until then.
    pub moves: String,
    /// The last of what was said, both ways.
    pub talk: Vec<Spoken>,
    /// What the program wrote on standard error.
    pub stderr: String,
}

/// How a check went as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Trials that went well.
    pub good: usize,
    /// Trials that went wrong.
    pub bad: usize,
    /// Trials that were left out.
    pub skipped: usize,
    /// The slowest move of all games.
    pub slowest: Duration,
    /// Whether it was broken off.
    pub stopped: bool,
}
