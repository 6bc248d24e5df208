//! Reasons as sentences: a file for each language.

mod english;
mod greek;

use rules::Point;

use super::{Finders, Reason};
use crate::score_text;

/// The most moves that a sentence shows to lead to an event.
const LEADING: usize = 5;
/// The most moves of each line when no reason is found.
const CONTINUATION: usize = 4;

/// When a count of a line is taken.
enum Moment {
    /// After these moves.
    After(String),
    /// After the move of this number.
    By(usize),
}

/// How many of ten players find a move.
enum OfTen {
    /// Fewer than one in twenty.
    Rare,
    /// From one to nine.
    Some(u32),
    /// More than nineteen in twenty.
    All,
}

impl Finders {
    /// The sentence in English.
    #[must_use]
    pub fn english(&self) -> String {
        english::finders(self)
    }

    /// The sentence in Greek.
    #[must_use]
    pub fn greek(&self) -> String {
        greek::finders(self)
    }
}

impl Reason {
    /// The sentence in English.
    #[must_use]
    pub fn english(&self) -> String {
        english::say(self)
    }

    /// The sentence in Greek.
    #[must_use]
    pub fn greek(&self) -> String {
        greek::say(self)
    }

    /// The number of the last move of a line that begins with the mistake, or in its place.
    fn number_after(&self, line: &[Option<Point>]) -> usize {
        self.number + line.iter().flatten().count() - 1
    }

    /// When the counts of a line that begins with the mistake, or in its place, are taken.
    fn moment(&self, line: &[Option<Point>], pass: &str) -> Moment {
        match line.len() {
            0..=3 => Moment::After(listed(line, pass)),
            _ => Moment::By(self.number_after(line)),
        }
    }

    /// The discs that the mistake lost: a whole number when they are exact.
    fn discs(&self) -> String {
        score_text::lost(self.lost, self.kind)
    }

    /// How both lines go on after their first moves.
    fn continuations(&self, pass: &str) -> [String; 2] {
        [&self.played_line, &self.best_line].map(|line| {
            let end = line.len().min(CONTINUATION);
            listed(&line[end.min(1)..end], pass)
        })
    }
}

/// The moves of a line after the first one, in brackets; empty when there are too many of them, or one.
fn leading(line: &[Option<Point>], pass: &str) -> String {
    match line.len() {
        3.. if line.len() <= LEADING + 1 => format!(" ({})", listed(&line[1..], pass)),
        _ => String::new(),
    }
}

/// The moves of a line, with spaces between them.
fn listed(line: &[Option<Point>], pass: &str) -> String {
    let name = |point: &Option<Point>| point.map_or(pass.to_string(), |point| point.to_string());
    let names: Vec<String> = line.iter().map(name).collect();
    names.join(" ")
}

/// Squares in alphabetical order.
fn squares(region: &[Point]) -> String {
    let mut names: Vec<String> = region.iter().map(Point::to_string).collect();
    names.sort();
    names.join(" ")
}

impl OfTen {
    fn of(share: f64) -> OfTen {
        match share {
            ..0.05 => OfTen::Rare,
            0.95.. => OfTen::All,
            _ => OfTen::Some(((share * 10.0).round() as u32).clamp(1, 9)),
        }
    }
}
