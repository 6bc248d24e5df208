//! A move with its value and time in NBoard's protocol.

use std::fmt;
use std::time::Duration;

use rules::formats::is_pass;
use rules::{Point, Value};

use crate::protocol::line::write_place;

/// A move as it is sent: `F5/1.25/0.03` with its value and time, both of which may be missing.
///
/// ```
/// use arena::protocol::nboard::Made;
/// let made = Made::read("d6 -1.00 0.5").unwrap(); // as Edax writes it
/// assert_eq!(made.to_string(), "D6/-1.00/0.50");
/// assert_eq!(Made::read("PA").unwrap().point, None);
/// assert_eq!(Made::read("banana"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made {
    /// The square; `None` is a pass.
    pub point: Option<Point>,
    /// Its value for the mover.
    pub value: Option<Value>,
    /// The time it took.
    pub time: Option<Duration>,
}

impl Made {
    /// Parses a move; `None` when it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Made> {
        let mut parts = text.split('/').flat_map(|part| {
            let mut words: Vec<&str> = part.split_whitespace().collect();
            if words.is_empty() {
                words.push("");
            }
            words
        });
        let name = parts.next().unwrap_or_default();
        let point = if is_pass(name) {
            None
        } else {
            Some(name.parse().ok()?)
        };
        let value = parts.next().and_then(read_value);
        let seconds = parts.next().and_then(|time| time.parse().ok());
        let time = seconds.filter(|seconds| (0.0..1e9).contains(seconds));
        Some(Made {
            point,
            value,
            time: time.map(Duration::from_secs_f64),
        })
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_place(self.point))?;
        match (self.value, self.time) {
            (Some(value), Some(time)) => write!(f, "/{value}/{:.2}", time.as_secs_f64()),
            (Some(value), None) => write!(f, "/{value}"),
            (None, Some(time)) => write!(f, "//{:.2}", time.as_secs_f64()),
            (None, None) => Ok(()),
        }
    }
}

/// A value in discs, or the mean of two when a draw has different values for the two sides.
pub(super) fn read_value(text: &str) -> Option<Value> {
    match text.split_once(',') {
        None => text.parse().ok(),
        Some((seeking, avoiding)) => {
            let seeking: Value = seeking.parse().ok()?;
            let avoiding: Value = avoiding.parse().ok()?;
            Some(Value((seeking.0 + avoiding.0) / 2))
        }
    }
}
