//! Usage: what an outside program used of the machine in a turn.

use std::time::Duration;

/// What an outside program used of the machine in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The processor time of all its processes, if it was measured.
    pub cpu: Option<Duration>,
    /// The time in which it could have run, but the machine worked for others. Its own work and that
    /// of its opponent do not count.
    pub lost: Duration,
}
