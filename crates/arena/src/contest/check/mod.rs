//! Compliance check: plays test games with a program to find out whether it can enter a cup.

mod diagnosing;
mod diagnosis;
mod examiner;
mod positions;
mod preflight;
mod probe;
mod recorder;
mod report;
mod snapshot;
mod witness;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rules::Size;

pub use diagnosis::{Diagnosis, MoveMistake, needs_network};
pub use preflight::{Unstartable, preflight};
pub use recorder::Spoken;
pub use report::{Details, Report, Summary, Trial, Trouble, Verdict};

use examiner::Examiner;

use super::launch::Launch;
use super::program::Manners;
use play::TimeControl;

/// A check of one program.
pub struct Check {
    /// The program, with the limits of the contest that it is to enter.
    pub launch: Launch,
    /// The board sizes to test.
    pub sizes: Vec<Size>,
    /// The time control.
    pub time: TimeControl,
    /// The time limits outside of its moves.
    pub manners: Manners,
    /// How much is tried.
    pub scope: Scope,
    /// Stops the check when it is set.
    pub stop: Arc<AtomicBool>,
}

/// How much a check tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Everything.
    #[default]
    Whole,
    /// The start and one game, to find out whether it speaks the protocol at all.
    FirstGame,
}

impl Check {
    /// Runs all trials, and calls `tell` after each.
    pub fn run(self, tell: &mut dyn FnMut(&Report)) -> Summary {
        Examiner::new(self, tell).run()
    }
}
