//! Numbers in records.

use std::fmt;
use std::time::Duration;

/// A decimal number, rounded; `None` for any other text, such as the `?` of an unfinished game.
pub(crate) fn decimal(text: &str) -> Option<i32> {
    let number: f64 = text.trim().parse().ok()?;
    let sane = number.abs() < 100_000.0;
    sane.then_some(number.round() as i32)
}

/// A time as `seconds`, `minutes:seconds` or `hours:minutes:seconds`; seconds may have decimals.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let mut whole: u64 = 0;
    let mut parts = text.split(':').peekable();
    loop {
        let part = parts.next()?;
        let is_last = parts.peek().is_none();
        let (units, decimals) = part
            .split_once('.')
            .filter(|_| is_last)
            .unwrap_or((part, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if part.is_empty() || !digits(units) || !digits(decimals) {
            return None;
        }
        let units = if units.is_empty() {
            0
        } else {
            units.parse().ok()?
        };
        whole = whole.checked_mul(60)?.checked_add(units)?;
        if is_last {
            let padded = format!("{decimals:0<9.9}");
            return Some(Duration::new(whole, padded.parse().ok()?));
        }
    }
}

/// A duration, shown in seconds with at least two decimals, without loss.
pub(crate) struct Seconds(pub Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanoseconds = format!("{:09}", self.0.subsec_nanos());
        let decimals = nanoseconds.trim_end_matches('0');
        write!(f, "{}.{decimals:0<2}", self.0.as_secs())
    }
}
