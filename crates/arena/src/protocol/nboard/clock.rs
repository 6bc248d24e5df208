//! Clocks in GGF form (`TI`, `TB`, `TW`), the only information about time in NBoard's protocol.

use std::fmt;
use std::time::Duration;

use engine::Clock;
use rules::{ByColor, Color, Record};

/// The longest accepted time, about a year.
const LONGEST: f64 = 3e7;

/// The time of one side at the start of a game: `main/increment/grace`, each in seconds, optionally
/// with minutes, hours and days before them. Grace, the time after the flag has fallen, is ignored.
///
/// ```
/// use arena::protocol::nboard::Times;
/// let times = Times::read("15:00/0:10/2:00").unwrap();
/// assert_eq!(times.main.as_secs(), 900);
/// assert_eq!(times.increment.as_secs(), 10);
/// assert_eq!(times.to_string(), "15:00/0:10");
/// assert_eq!(Times::read("0//0"), None); // no clock
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// For the whole game.
    pub main: Duration,
    /// The increment for each move.
    pub increment: Duration,
}

impl Times {
    /// Parses the value of a `TI`, `TB` or `TW` tag; `None` when there is no clock or it is invalid.
    #[must_use]
    pub fn read(value: &str) -> Option<Times> {
        let mut parts = value.split('/');
        let mut part = || match parts.next().map(str::trim) {
            None | Some("") => Some(Duration::ZERO),
            Some(text) => read_time(text),
        };
        let times = Times {
            main: part()?,
            increment: part()?,
        };
        (times.main + times.increment > Duration::ZERO).then_some(times)
    }

    /// The clocks in the tags of a GGF record, for both sides or for each.
    pub(super) fn in_record(text: &str) -> ByColor<Option<Times>> {
        let tag = |name: &str| {
            let mut tags = text.split(']').filter_map(|tag| tag.split_once('['));
            let value = tags.find(|(found, _)| found.trim_start_matches(['(', ';']).trim() == name);
            value.and_then(|(_, value)| Times::read(value))
        };
        let both = tag("TI");
        ByColor {
            black: tag("TB").or(both),
            white: tag("TW").or(both),
        }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", Time(self.main), Time(self.increment))
    }
}

/// Minutes and seconds. Less than a second is written in decimals, because 0 would mean no limit.
struct Time(Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        if seconds == 0 && !self.0.is_zero() {
            write!(f, "0:{:06.3}", self.0.as_secs_f64())
        } else {
            write!(f, "{}:{:02}", seconds / 60, seconds % 60)
        }
    }
}

/// `[[d.]h:]m:s`, or seconds.
fn read_time(text: &str) -> Option<Duration> {
    let parts: Vec<&str> = text.split(':').collect();
    let (seconds, before) = parts.split_last()?;
    let mut total: f64 = seconds.parse().ok()?;
    let units = [60.0, 3600.0];
    if before.len() > units.len() {
        return None;
    }
    for (part, unit) in before.iter().rev().zip(units) {
        let (days, part) = match part.split_once('.') {
            Some((days, hours)) if unit > 60.0 => (days.parse().ok()?, hours),
            _ => (0.0, *part),
        };
        let count: f64 = part.parse().ok()?;
        let days: f64 = days;
        total += days * 86_400.0 + count * unit;
    }
    (0.0..=LONGEST)
        .contains(&total)
        .then(|| Duration::from_secs_f64(total))
}

/// The clocks of a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameClock {
    increment: ByColor<Duration>,
    left: ByColor<Option<Duration>>,
}

impl GameClock {
    /// The clocks after the moves of a game, as far as their times are recorded.
    pub(super) fn of(times: &ByColor<Option<Times>>, record: &Record) -> GameClock {
        let increment = |times: Times| times.increment;
        let mut clock = GameClock {
            increment: ByColor::from_fn(|color| times[color].map_or(Duration::ZERO, increment)),
            left: ByColor::from_fn(|color| times[color].map(|times| times.main)),
        };
        for (number, turn) in (1..).zip(record.game.turns()) {
            let time = record.note(number).and_then(|note| note.time);
            if let Some(time) = time {
                clock.spend(turn.color(), time);
            }
        }
        clock
    }

    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        if let Some(left) = &mut self.left[color] {
            *left = left.saturating_sub(time) + self.increment[color];
        }
    }

    /// The time left of a side; `None` without a clock.
    pub(super) fn left(&self, color: Color) -> Option<Clock> {
        self.left[color].map(|left| Clock {
            left,
            increment: self.increment[color],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::formats::ggf;

    #[test]
    fn times_are_read_as_ggf_writes_them() {
        let main = |text| Times::read(text).map(|times| times.main.as_secs());
        assert_eq!(main("5:00"), Some(300));
        assert_eq!(main("15:00//02:00"), Some(900));
        assert_eq!(main("1:00:00/10"), Some(3600));
        assert_eq!(main("2.03:00:00"), Some(2 * 86_400 + 3 * 3600));
        assert_eq!(main("90"), Some(90));
        for none in ["", "0//0", "x", "1:2:3:4", "-5", "nan", "inf", "1e300"] {
            assert_eq!(Times::read(none), None, "{none}");
        }
    }

    #[test]
    fn times_are_written_so_that_they_are_read_again() {
        for (main, increment) in [(300_000, 0), (61_000, 10_000), (500, 0), (1_000, 250)] {
            let times = Times {
                main: Duration::from_millis(main),
                increment: Duration::from_millis(increment),
            };
            assert_eq!(Times::read(&times.to_string()), Some(times), "{times}");
        }
    }

    #[test]
    fn what_was_spent_is_gone() {
        let text = "(;GM[Othello]TI[5:00/10]TW[1:00]TY[8]B[f5//20]W[d6//5]B[c3];)";
        let record = ggf::read(text).expect("a game");
        let clock = GameClock::of(&Times::in_record(text), &record);
        let seconds = |color| clock.left(color).map(|clock| clock.left.as_secs());
        assert_eq!(seconds(Color::Black), Some(290));
        assert_eq!(seconds(Color::White), Some(55));
    }
}
