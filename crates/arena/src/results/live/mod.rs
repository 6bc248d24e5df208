//! The state of a cup while it is played: running games, latest results, and an estimate of the time
//! left.

mod latest;
mod progress;
mod running;

pub use latest::{Latest, LatestGame};
pub use progress::Progress;
pub use running::{RunningGame, boards};

/// What the live page shows besides the results.
#[derive(Clone, Debug, Default)]
pub struct LiveState {
    /// Differs after every change of the results.
    pub version: u64,
    /// The games that ended last.
    pub latest: Latest,
    /// How much is left to play.
    pub progress: Progress,
}
