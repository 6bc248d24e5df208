//! Dates of games, possibly partial.

use std::fmt;
use std::str::FromStr;

/// A year, perhaps with month, day and time of day (UTC).
///
/// Written and parsed as ISO 8601 with a blank, so that records sort: `1977`, `2004-05`,
/// `2004-05-01`, `2004-05-01 10:30:00`. Also parsed: the dots of PGN with its question marks for
/// unknown parts, seconds since 1970, and the dates of game servers, such as
/// `2003.12.15_12:33:18.MST`. A time in an unknown zone is left out.
///
/// ```
/// use reversi_rules::Date;
/// let date: Date = "2004.05.??".parse().unwrap();
/// assert_eq!(date.to_string(), "2004-05");
/// assert_eq!(date.year(), 2004);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
    seconds: Option<u32>,
}

impl Date {
    /// A date of which only the year is known.
    #[must_use]
    pub const fn of_year(year: u16) -> Date {
        Date {
            year,
            month: None,
            day: None,
            seconds: None,
        }
    }

    /// A day; `None` when the calendar has no such day.
    #[must_use]
    pub fn of_day(year: u16, month: u8, day: u8) -> Option<Date> {
        let exists = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        exists.then_some(Date {
            year,
            month: Some(month),
            day: Some(day),
            seconds: None,
        })
    }

    /// The date this number of seconds after the start of 1970.
    #[must_use]
    pub fn of_unix_time(seconds: u64) -> Option<Date> {
        let mut days = seconds / 86_400;
        let mut year = 1970;
        while days >= days_in_year(year) {
            days -= days_in_year(year);
            year = year.checked_add(1).filter(|year| *year <= 9999)?;
        }
        let mut month = 1;
        while days >= u64::from(days_in(year, month)) {
            days -= u64::from(days_in(year, month));
            month += 1;
        }
        let day = Date::of_day(year, month, days as u8 + 1)?;
        Some(day.at((seconds % 86_400) as u32))
    }

    /// Seconds since the start of 1970; `None` before that, or when the time of day is unknown.
    #[must_use]
    pub fn unix_time(self) -> Option<u64> {
        let before: u64 = (1970..self.year).map(days_in_year).sum();
        let (month, day) = (self.month?, self.day?);
        let months: u64 = (1..month)
            .map(|month| u64::from(days_in(self.year, month)))
            .sum();
        let days = before + months + u64::from(day) - 1;
        Some(days * 86_400 + u64::from(self.seconds?)).filter(|_| self.year >= 1970)
    }

    /// The same day at a time, in seconds after midnight; unchanged when the time is past the end
    /// of a day.
    #[must_use]
    pub fn at(self, seconds: u32) -> Date {
        let seconds = Some(seconds).filter(|seconds| *seconds < 86_400 && self.day.is_some());
        Date { seconds, ..self }
    }

    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1.
    #[must_use]
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// The day of the month, from 1.
    #[must_use]
    pub const fn day(self) -> Option<u8> {
        self.day
    }

    /// The time of day, in seconds after midnight.
    #[must_use]
    pub const fn seconds(self) -> Option<u32> {
        self.seconds
    }
}

const fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_in_year(year: u16) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

const fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.day {
            write!(f, "-{day:02}")?;
        }
        if let Some(seconds) = self.seconds {
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
            write!(f, " {hours:02}:{minutes:02}:{:02}", seconds % 60)?;
        }
        Ok(())
    }
}

/// The text was not a date such as `2004-05-01`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDateError(pub String);

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a date such as 2004-05-01", self.0)
    }
}

impl std::error::Error for ParseDateError {}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        read(text).ok_or_else(|| ParseDateError(text.to_string()))
    }
}

fn read(text: &str) -> Option<Date> {
    let text = text.trim();
    if text.len() > 4 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Date::of_unix_time(text.parse().ok()?);
    }
    let mut words = text.split([' ', '_', 'T']).filter(|word| !word.is_empty());
    let mut parts = words.next()?.split(['-', '.', '/']);
    let year: u16 = digits(parts.next()?).filter(|year| (1..=9999).contains(year))?;
    let unknown = |part: &str| part.contains('?');
    let date = match (parts.next(), parts.next()) {
        (None, _) => Date::of_year(year),
        (Some(month), _) if unknown(month) => Date::of_year(year),
        (Some(month), day) if day.is_none_or(unknown) => Date {
            month: Some(digits(month).filter(|month| (1..=12).contains(month))?),
            ..Date::of_year(year)
        },
        (Some(month), Some(day)) => Date::of_day(year, digits(month)?, digits(day)?)?,
        (Some(_), None) => return None,
    };
    let Some(time) = words.next() else {
        return Some(date);
    };
    // `T` may end the name of a zone, so it is searched in the original text.
    let zone = text.rsplit([' ', '_', '.', ':']).next().unwrap_or("");
    let zone = zone.trim_start_matches(|letter: char| letter.is_ascii_digit());
    Some(match (time_of_day(time), hours_behind(zone)) {
        (Some(seconds), Some(0)) => date.at(seconds),
        (Some(seconds), Some(hours)) => later(date.at(seconds), hours).unwrap_or(date),
        _ => date,
    })
}

/// `10:30`, `10:30:59`, perhaps with a zone after it.
fn time_of_day(text: &str) -> Option<u32> {
    let clock = text.split(|letter: char| !letter.is_ascii_digit() && letter != ':');
    let mut parts = clock.take(1).flat_map(|clock| clock.split(':'));
    let mut part = |most: u32| digits::<u32>(parts.next()?).filter(|value| *value < most);
    let (hours, minutes) = (part(24)?, part(60)?);
    Some(hours * 3600 + minutes * 60 + part(60).unwrap_or(0))
}

/// The offset of a zone in hours behind UTC.
fn hours_behind(zone: &str) -> Option<i64> {
    Some(match zone {
        "" | "Z" | "GMT" | "UTC" | "WET" => 0,
        "CET" => -1,
        "CEST" => -2,
        "JST" => -9,
        "EDT" => 4,
        "EST" | "CDT" => 5,
        "CST" | "MDT" => 6,
        "MST" | "PDT" => 7,
        "PST" => 8,
        _ => return None,
    })
}

fn later(date: Date, hours: i64) -> Option<Date> {
    let seconds = date.unix_time()?.checked_add_signed(hours * 3600)?;
    Date::of_unix_time(seconds)
}

/// A number of digits only: no sign.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    let all_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| all_digits)
}
