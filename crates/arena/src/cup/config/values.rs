//! Parsers for times and amounts in a `cup.toml`.

use std::time::Duration;

/// The longest time, in seconds.
const MAX_SECONDS: f64 = 7.0 * 86_400.0;

/// Parses `5s`, `200ms`, `1.5s`, `2m` or `1h`; a bare number is seconds.
pub fn span(text: &str) -> Option<Duration> {
    let text = text.trim();
    let letters = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let number = text[..text.len() - letters.len()].parse::<f64>().ok()?;
    let seconds = match letters.trim() {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return None,
    };
    (0.0..=MAX_SECONDS)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

/// Parses a time longer than zero.
pub fn positive(text: &str) -> Option<Duration> {
    span(text).filter(|span| !span.is_zero())
}

/// Parses `60s+1s`, the time for a game and the increment, or `60s` alone.
pub fn clock(text: &str) -> Option<(Duration, Duration)> {
    match text.split_once('+') {
        Some((game, increment)) => Some((positive(game)?, span(increment)?)),
        None => Some((positive(text)?, Duration::ZERO)),
    }
}

/// The smallest limit of memory: no program starts with less.
pub const MIN_MEMORY: u64 = 16 << 20;

/// Parses a limit of memory: `512M`, `512 MB`, `2G`, `1 GiB`; the unit is needed.
pub fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let letters = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = text[..text.len() - letters.len()].parse::<u64>().ok()?;
    let unit = match letters.trim() {
        "M" | "MB" => 1_000_000,
        "MiB" => 1 << 20,
        "G" | "GB" => 1_000_000_000,
        "GiB" => 1 << 30,
        _ => return None,
    };
    let bytes = number.checked_mul(unit)?;
    (bytes >= MIN_MEMORY).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let ms = Duration::from_millis;
        assert_eq!(span("5s"), Some(ms(5000)));
        assert_eq!(span("200ms"), Some(ms(200)));
        assert_eq!(span(" 1.5 s "), Some(ms(1500)));
        assert_eq!(span("2m"), Some(ms(120_000)));
        assert_eq!(span("3"), Some(ms(3000)));
        for wrong in [
            "", "s", "-1s", "5x", "1e3s", "1..5s", "9999999h", "5s5", "ή",
        ] {
            assert_eq!(span(wrong), None, "{wrong}");
        }
        assert_eq!(clock("60s+1s"), Some((ms(60_000), ms(1000))));
        assert_eq!(clock("1m"), Some((ms(60_000), ms(0))));
        assert_eq!(clock("0s+1s"), None);
        assert_eq!(clock("60s+"), None);
    }

    #[test]
    fn amounts_are_read_as_people_write_them() {
        assert_eq!(bytes("512M"), Some(512_000_000));
        assert_eq!(bytes("1 GiB"), Some(1 << 30));
        assert_eq!(bytes("16MiB"), Some(MIN_MEMORY));
        assert_eq!(bytes("2 GB"), Some(2_000_000_000));
        for wrong in [
            "",
            "0",
            "5",
            "512",
            "15MiB",
            "20000k",
            "M",
            "-1M",
            "1.5G",
            "99999999999999999999G",
            "18446744073709551615G",
        ] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }
}
