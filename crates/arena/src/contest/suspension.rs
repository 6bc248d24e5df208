//! Suspension: whether the machine slept during a game.

use std::time::Duration;

/// A machine that slept longer than this has disturbed the game.
const NOTICED: Duration = Duration::from_secs(1);

/// A watch for sleep of the machine.
pub(super) struct Suspension(Duration);

impl Suspension {
    /// A watch that begins now.
    pub(super) fn watch() -> Suspension {
        Suspension(asleep())
    }

    /// Whether the machine has slept since the watch began.
    pub(super) fn happened(&self) -> bool {
        asleep().saturating_sub(self.0) > NOTICED
    }
}

/// How long the machine has slept since it was started.
#[cfg(target_os = "linux")]
fn asleep() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = |clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default();
    // The order matters: time that passes between the two must not look like sleep.
    let boot = time(ClockId::Boottime);
    boot.saturating_sub(time(ClockId::Monotonic))
}

/// Other systems do not tell.
#[cfg(not(target_os = "linux"))]
fn asleep() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_noticed_when_the_clocks_drift_apart() {
        assert!(!Suspension::watch().happened());
        if asleep() > Duration::from_secs(10) {
            assert!(Suspension(Duration::ZERO).happened());
        }
    }
}
