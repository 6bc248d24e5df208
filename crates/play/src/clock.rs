//! Time controls and clocks.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The time that each side has. Without a limit for the move or the game, a player may think for
/// ever; callers set at least one limit for outside programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time for each move.
    pub per_move: Option<Duration>,
    /// Time for all moves of a game together.
    pub per_game: Option<Duration>,
    /// Time added to the time for the game after each move.
    pub increment: Duration,
    /// The margin: how much later an answer may arrive, because messages take time.
    pub margin: Duration,
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: Option<Duration>,
}

impl Clock {
    /// A clock before the first move.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        Clock {
            control,
            left: control.per_game,
        }
    }

    /// Time left for the game before a move; `None` is unlimited.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time control it runs by.
    #[must_use]
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Time for the next move without the margin; `None` is unlimited.
    #[must_use]
    pub fn allowed(&self) -> Option<Duration> {
        match (self.control.per_move, self.left) {
            (Some(one), Some(left)) => Some(one.min(left)),
            (one, left) => one.or(left),
        }
    }

    /// Time for the next move with the margin.
    #[must_use]
    pub fn tolerated(&self) -> Option<Duration> {
        Some(self.allowed()?.saturating_add(self.control.margin))
    }

    /// The deadline of a move asked for now; `None` is never.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.tolerated()
            .and_then(|time| Instant::now().checked_add(time))
    }

    /// Takes the time of a move off the clock. Returns `false` when the move took longer than
    /// tolerated.
    #[must_use]
    pub fn spend(&mut self, time: Duration) -> bool {
        let in_time = self.tolerated().is_none_or(|most| time <= most);
        self.left = self
            .left
            .map(|left| left.saturating_sub(time) + self.control.increment);
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const MOMENT: Duration = Duration::from_millis(1);

    #[test]
    fn a_millisecond_over_the_margin_is_too_late() {
        let control = TimeControl {
            per_move: Some(SECOND),
            margin: 50 * MOMENT,
            ..TimeControl::default()
        };
        assert!(Clock::new(control).spend(SECOND + 50 * MOMENT));
        assert!(!Clock::new(control).spend(SECOND + 51 * MOMENT));
    }

    #[test]
    fn an_increment_comes_after_the_move() {
        let control = TimeControl {
            per_game: Some(2 * SECOND),
            increment: SECOND / 2,
            ..TimeControl::default()
        };
        let mut clock = Clock::new(control);
        assert!(clock.spend(SECOND));
        assert_eq!(clock.left(), Some(SECOND * 3 / 2));
        assert!(!clock.spend(SECOND * 3 / 2 + MOMENT));
    }
}
