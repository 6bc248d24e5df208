//! Results of a compliance check.

use std::time::Duration;

use engine::Classic;
use rules::{Color, Size};

use super::diagnosis::Diagnosis;
use super::recorder::Spoken;
use crate::protocol::console::Habit;
use play::Fault;

/// A trial and its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The trial.
    pub trial: Trial,
    /// Its verdict.
    pub verdict: Verdict,
}

/// A trial of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// It starts and is ready for a game on this board size.
    Start(Size),
    /// A whole game.
    Game {
        /// The board size.
        size: Size,
        /// The program's colour.
        color: Color,
        /// Against whom.
        opponent: Classic,
    },
    /// The rest of a game that begins with a forced pass.
    Pass {
        /// The board size.
        size: Size,
        /// The program's colour.
        color: Color,
        /// Whether the program itself has to pass.
        own: bool,
    },
    /// It ends when asked to.
    Leave,
    /// It prints everything that its protocol asks for, also what a game does not need.
    Habits,
    /// It writes no files in its own folder, which is read-only in a sandbox.
    Folder,
}

/// The verdict of a trial.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It passed.
    Good(Details),
    /// It passed, but these requirements are missing.
    Lacking(Vec<Habit>),
    /// It passed, but wrote these files in its own folder.
    Wrote(Vec<String>),
    /// It failed.
    Bad(Box<Trouble>),
    /// It was skipped after too many failures.
    Skipped,
}

/// Details of a trial that passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The number of moves that the program made.
    pub moves: usize,
    /// The number of passes of both sides.
    pub passes: usize,
    /// The time of its slowest move.
    pub slowest: Duration,
    /// The disc difference for the program; empty squares count for the winner.
    pub score: i32,
}

/// A failure and its circumstances.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// The fault.
    pub fault: Fault,
    /// The mistake behind it, if it is a known one.
    pub diagnosis: Option<Diagnosis>,
    /// The moves of the game so far.
    pub moves: String,
    /// The last lines in both directions.
    pub talk: Vec<Spoken>,
    /// The program's standard error.
    pub stderr: String,
}

/// The totals of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Trials that passed.
    pub good: usize,
    /// Trials that failed.
    pub bad: usize,
    /// Trials that were skipped.
    pub skipped: usize,
    /// The slowest move of all games.
    pub slowest: Duration,
    /// Whether it was stopped.
    pub stopped: bool,
}

impl Summary {
    /// Whether all trials were made and none failed.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.bad == 0 && !self.stopped
    }
}
