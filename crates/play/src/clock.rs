//! How long players may think.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The time that each side has. Without a limit on the move or on the game, a player may think for
/// ever, and whoever never answers is never found out: callers give programs at least one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// For each move.
    pub per_move: Option<Duration>,
    /// For all moves of a game together.
    pub per_game: Option<Duration>,
    /// What is added to the time for the game after each move.
    pub increment: Duration,
    /// How much later than that an answer may arrive: messages take time too.
    pub margin: Duration,
}

/// What one side has left of the time for a game.
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

    /// What is left of the time for the game, before a move.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// The time control it runs by.
    #[must_use]
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// How long the next move may take, without the margin; `None` is for ever.
    #[must_use]
    pub fn allowed(&self) -> Option<Duration> {
        match (self.control.per_move, self.left) {
            (Some(one), Some(left)) => Some(one.min(left)),
            (one, left) => one.or(left),
        }
    }

    /// How long the next move may take with the margin.
    #[must_use]
    pub fn tolerated(&self) -> Option<Duration> {
        Some(self.allowed()?.saturating_add(self.control.margin))
    }

    /// When the game is lost if the next move, asked for now, is not there; `None` is never.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.tolerated()
            .and_then(|time| Instant::now().checked_add(time))
    }

    /// Takes the time of a move off the clock. `false` when it was too long, margin and all.
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
