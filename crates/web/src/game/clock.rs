//! The clock of a game.

use std::time::{Duration, Instant};

use rules::{ByColor, Color};
use serde::Serialize;

use crate::wire::Side;

/// The time of both sides, and whose clock runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time of both sides at the start.
    pub at_first: Duration,
    /// The time that a move adds.
    pub increment: Duration,
    left: ByColor<Duration>,
    running: Option<(Color, Instant)>,
}

/// The clock of a game, at the moment it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Clock"))]
pub struct ClockView {
    /// Milliseconds left to Black.
    black: u64,
    /// Milliseconds left to White.
    white: u64,
    /// The side whose clock runs.
    running: Option<Side>,
    /// Milliseconds that a move adds.
    increment: u64,
    /// Seconds of both sides at the start.
    seconds: u64,
}

/// The clock of a rival before its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RivalClock {
    /// The time left.
    pub left: Duration,
    /// What a move adds.
    pub increment: Duration,
}

impl Clock {
    /// A stopped clock.
    pub fn new(at_first: Duration, increment: Duration) -> Clock {
        let left = ByColor {
            black: at_first,
            white: at_first,
        };
        Clock::resumed(at_first, increment, left)
    }

    /// A stopped clock with this much time left.
    pub fn resumed(at_first: Duration, increment: Duration, left: ByColor<Duration>) -> Clock {
        Clock {
            at_first,
            increment,
            left,
            running: None,
        }
    }

    /// The same clock at the start of another game.
    pub fn afresh(&self) -> Clock {
        Clock::new(self.at_first, self.increment)
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// The time that a side has left.
    pub fn left(&self, color: Color, now: Instant) -> Duration {
        let spent = match self.running {
            Some((running, since)) if running == color => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[color].saturating_sub(spent)
    }

    /// Lets the time of one side run from now on, or of none.
    pub fn run(&mut self, color: Option<Color>, now: Instant) {
        if let Some((running, _)) = self.running {
            self.left[running] = self.left(running, now);
        }
        self.running = color.map(|color| (color, now));
    }

    /// Stops the clock without a charge for the time since it was started.
    pub fn hold(&mut self) {
        self.running = None;
    }

    /// Charges a side for time that passed while this clock did not exist.
    pub fn charge(&mut self, color: Color, spent: Duration) {
        self.left[color] = self.left[color].saturating_sub(spent);
    }

    /// Adds the increment.
    pub fn add(&mut self, color: Color) {
        self.left[color] += self.increment;
    }

    /// The instant when a side's time is up, if it does not move.
    pub fn falls(&self) -> Option<Instant> {
        let (color, since) = self.running?;
        since.checked_add(self.left[color])
    }

    /// The side that has run out of time.
    pub fn fallen(&self, now: Instant) -> Option<Color> {
        let running = self.running()?;
        self.left(running, now).is_zero().then_some(running)
    }

    /// The clock as it is sent.
    pub fn told(&self, now: Instant) -> ClockView {
        ClockView {
            black: milliseconds(self.left(Color::Black, now)),
            white: milliseconds(self.left(Color::White, now)),
            running: self.running().map(Side::from),
            increment: milliseconds(self.increment),
            seconds: self.at_first.as_secs(),
        }
    }
}

/// A time in milliseconds.
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_one_side_and_a_move_adds_to_it() {
        let second = Duration::from_secs(1);
        let mut clock = Clock::new(10 * second, 2 * second);
        let start = Instant::now();
        assert_eq!(clock.falls(), None);
        clock.run(Some(Color::Black), start);
        assert_eq!(clock.falls(), Some(start + 10 * second));
        assert_eq!(clock.left(Color::Black, start + 3 * second), 7 * second);
        assert_eq!(clock.left(Color::White, start + 3 * second), 10 * second);
        clock.run(Some(Color::White), start + 3 * second);
        clock.add(Color::Black);
        let later = start + 14 * second;
        assert_eq!(clock.left(Color::Black, later), 9 * second);
        assert_eq!(clock.fallen(start + 12 * second), None);
        assert_eq!(clock.fallen(later), Some(Color::White));
        assert_eq!(clock.told(later).white, 0);
    }
}
