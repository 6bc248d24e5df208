//! A range of years.

use std::fmt;
use std::str::FromStr;

/// The years that dates can have.
const FIRST_YEAR: u16 = 1;
const LAST_YEAR: u16 = 9999;

/// A range of years, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Years {
    first: u16,
    last: u16,
}

impl Years {
    /// True if the year is known and in the range.
    pub fn contains(self, year: Option<u16>) -> bool {
        year.is_some_and(|year| (self.first..=self.last).contains(&year))
    }
}

impl fmt::Display for Years {
    /// `1997`, `1990–1999`, `2010–` or `–1989`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.last) {
            (first, last) if first == last => write!(f, "{first}"),
            (FIRST_YEAR, last) => write!(f, "–{last}"),
            (first, LAST_YEAR) => write!(f, "{first}–"),
            (first, last) => write!(f, "{first}–{last}"),
        }
    }
}

impl FromStr for Years {
    type Err = String;

    /// Reads `1997`, `1990-1999` (also `1990..1999`), `2010-` or `-1989`.
    fn from_str(text: &str) -> Result<Years, String> {
        let wrong = "it must be a year or years such as 1997, 1990-1999, 2010- or -1989";
        let ends = text.split_once("..").or_else(|| text.split_once('-'));
        let (first, last) = ends.unwrap_or((text, text));
        let year = |text: &str, open: u16| match text.trim() {
            "" if ends.is_some() => Some(open),
            text => text
                .parse()
                .ok()
                .filter(|year| (FIRST_YEAR..=LAST_YEAR).contains(year)),
        };
        let years = year(first, FIRST_YEAR).zip(year(last, LAST_YEAR));
        let both_open = first.trim().is_empty() && last.trim().is_empty();
        match years {
            Some((first, last)) if first <= last && !both_open => Ok(Years { first, last }),
            _ => Err(wrong.to_string()),
        }
    }
}
