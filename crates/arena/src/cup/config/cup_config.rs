//! The configuration of a cup.

use std::path::PathBuf;
use std::time::Duration;

use rules::Size;

use super::participant::Participant;
use crate::cup::pairing_rules::PairingRules;
use crate::sandbox::Sandbox;
use play::TimeControl;

/// The configuration of a cup.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Its title.
    pub title: String,
    /// Its place or occasion; may be empty.
    pub place: String,
    /// The pairing rules.
    pub rules: PairingRules,
    /// The board size.
    pub size: Size,
    /// The time control.
    pub time: TimeControl,
    /// The time that a program may take until it is ready to play.
    pub startup: Duration,
    /// The openings.
    pub openings: OpeningChoice,
    /// The number of games played at the same time.
    pub tables: usize,
    /// The memory limit of a program, in bytes.
    pub memory: Option<u64>,
    /// The process limit of a program.
    pub processes: Option<u32>,
    /// The thread limit of a program.
    pub threads: Option<u32>,
    /// Whether programs run in a sandbox.
    pub sandbox: Sandbox,
    /// Whether each program runs on one processor core.
    pub pin: bool,
    /// Whether programs may think in the opponent's turn.
    pub ponder: bool,
    /// Whether the standard error of programs is in the results. It is always in the journal.
    pub public_stderr: bool,
    /// The participants in the order of seeding; the house program, if there is one, comes last.
    pub participants: Vec<Participant>,
    /// The results folder.
    pub results: PathBuf,
}

/// The openings of a cup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpeningChoice {
    /// The start position for the first pair of games of a meeting, other positions for more pairs.
    #[default]
    Usual,
    /// Always the start position. Extra pairs have other positions.
    Start,
    /// Positions after this number of random moves; `None` is the default number.
    Random(Option<u32>),
    /// Positions after random moves that the engine scores as even.
    Balanced,
    /// The positions of a file.
    File(PathBuf),
}
