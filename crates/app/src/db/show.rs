//! Formats counts, rates and names for tables and JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::input::printable;
use records::db::tally::Tally;

/// Maximum length of names in tables.
const LONGEST_NAME: usize = 40;

/// A row of a table of games.
pub struct Row<'t> {
    /// The label.
    pub label: String,
    /// The counts.
    pub tally: &'t Tally,
    /// The last column.
    pub note: String,
}

/// A table of games; `label` heads the first column, `note` the last.
pub fn table(label: &str, note: &str, rows: &[Row], all: &Tally) -> String {
    let labels = rows.iter().map(|row| row.label.as_str()).chain([label]);
    let width = labels.map(|label| label.chars().count()).max();
    let width = width.unwrap_or(0).max(4);
    let heading = "  games   share     won   drawn    lost  win rate  average  years    ";
    let heading = format!("{label:<width$}  {heading}  {note}");
    let mut text = String::new();
    let _ = writeln!(text, "{}", heading.trim_end());
    for Row { label, tally, note } in rows {
        let line = format!("{label:<width$}  {}  {note}", figures(tally, all));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The columns with counts, results and years.
fn figures(tally: &Tally, all: &Tally) -> String {
    let Tally {
        games,
        won,
        drawn,
        lost,
        ..
    } = tally;
    let share = format!("{:.1}%", 100.0 * tally.share_of(all));
    format!(
        "{games:>7}  {share:>6}  {won:>6}  {drawn:>6}  {lost:>6}  {:>8}  {:>7}  {:<9}",
        win_rate(tally),
        average(tally),
        years(tally.years),
    )
}

/// The win rate, as in `51.5%`.
pub fn win_rate(tally: &Tally) -> String {
    let rate = tally.win_rate().map(|rate| format!("{:.1}%", 100.0 * rate));
    rate.unwrap_or_else(unknown)
}

/// The mean score, as in `-1.25`.
pub fn average(tally: &Tally) -> String {
    let average = tally.average().map(|average| format!("{average:+.2}"));
    average.unwrap_or_else(unknown)
}

fn unknown() -> String {
    "?".to_string()
}

/// `1 game`, `2 games`.
pub fn games(count: u32) -> String {
    self::count(count, "game")
}

/// A number with its noun: `1 player`, `2 players`.
pub fn count(count: u32, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// `1997`, or `?`.
pub fn year(year: Option<u16>) -> String {
    year.map_or_else(unknown, |year| year.to_string())
}

/// `1997`, `1990–1999`, or `?`.
pub fn years(years: Option<(u16, u16)>) -> String {
    match years {
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}–{last}"),
        None => unknown(),
    }
}

/// A name, shortened and safe for a terminal; `?` for an unknown one.
pub fn name(name: Option<&str>) -> String {
    let Some(name) = name else {
        return unknown();
    };
    let mut short: String = name.chars().take(LONGEST_NAME).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    printable(&short)
}

/// A table with columns as wide as their content.
pub fn columns<const N: usize>(heading: &[&str; N], rows: &[[String; N]]) -> String {
    let heading = heading.map(String::from);
    let all = || std::iter::once(&heading).chain(rows);
    let width = |column: usize| all().map(|row| row[column].chars().count()).max();
    let widths: [usize; N] = std::array::from_fn(|column| width(column).unwrap_or(0));
    let mut text = String::new();
    for row in all() {
        let cells = row.iter().zip(widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    text
}

/// A tally as JSON.
#[derive(Serialize)]
pub struct Figures {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    win_rate: Option<f64>,
    average: Option<f64>,
    first_year: Option<u16>,
    last_year: Option<u16>,
}

impl Figures {
    /// The figures of a tally.
    pub fn of(tally: &Tally) -> Figures {
        Figures {
            games: tally.games,
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            win_rate: tally.win_rate(),
            average: tally.average(),
            first_year: tally.years.map(|(first, _)| first),
            last_year: tally.years.map(|(_, last)| last),
        }
    }
}
