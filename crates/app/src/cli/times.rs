//! Times of games, as typed: clocks, limits and margins.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A game clock, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockArg {
    /// Time for the game.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl fmt::Display for ClockArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (time, increment) = (self.time.as_secs_f64(), self.increment.as_secs_f64());
        write!(f, "{time}+{increment}")
    }
}

impl FromStr for ClockArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ClockArg, String> {
        let wrong = || "it must be seconds, or seconds and what is added, as in 60+0.5".to_string();
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = within(time, 86_400.0).filter(|time| !time.is_zero());
        Ok(ClockArg {
            time: time.ok_or_else(wrong)?,
            increment: within(increment, 3600.0).ok_or_else(wrong)?,
        })
    }
}

fn within(text: &str, most: f64) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=most)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

/// Parses a time limit in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let time = within(text, 86_400.0).filter(|time| !time.is_zero());
    time.ok_or_else(|| "it must be a number of seconds, more than 0 and up to a day".to_string())
}

/// Parses a tolerance in seconds.
pub(super) fn margin(text: &str) -> Result<Duration, String> {
    within(text, 3600.0).ok_or_else(|| "it must be a number of seconds from 0 to 3600".to_string())
}
