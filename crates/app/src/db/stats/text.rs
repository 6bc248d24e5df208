//! Statistics as text.

use std::fmt::Write;

use crate::db::show::{self, Row};
use records::db::stats::Career;
use records::db::stats::Overview;
use records::db::stats::Played;
use records::db::tally::Tally;

/// Statistics of a database.
pub fn overview(overview: &Overview) -> String {
    let Overview { total, .. } = overview;
    let mut text = format!(
        "{} of {} in {}, {}\n",
        show::games(total.games),
        show::count(overview.players, "player"),
        show::count(overview.events, "event"),
        show::years(total.years),
    );
    if overview.sizes.keys().any(|size| *size != 8) {
        for (size, games) in &overview.sizes {
            let _ = writeln!(text, "{} on {size}×{size}", show::games(*games));
        }
    }
    if total.games == 0 {
        return "no games\n".to_string();
    }
    let all = [Row {
        label: "all games".to_string(),
        tally: total,
        note: String::new(),
    }];
    let _ = write!(text, "\n{}", show::table("for Black", "", &all, total));
    text += &openings("opening, for Black", &overview.openings, total);
    let most_active = overview.most_active.iter();
    let rows: Vec<Row> = most_active
        .map(|(name, tally)| row(show::name(Some(name)), tally))
        .collect();
    if !rows.is_empty() {
        let _ = write!(text, "\n{}", show::table("player", "", &rows, total));
    }
    text
}

/// Statistics of one player.
pub fn career(career: &Career) -> String {
    let total = career.total();
    let mut text = format!(
        "{}: {}, {}\n",
        show::name(Some(&career.player.name)),
        show::games(total.games),
        show::years(total.years)
    );
    let rows = [
        row("black".to_string(), &career.by_color.black),
        row("white".to_string(), &career.by_color.white),
        row("both".to_string(), &total),
    ];
    let _ = write!(text, "\n{}", show::table("as", "", &rows, &total));
    text += &openings("opening", &career.openings, &total);
    let opponents = career.opponents.iter();
    let rows: Vec<Row> = opponents
        .map(|(name, tally)| row(show::name(name.as_deref()), tally))
        .collect();
    let _ = write!(text, "\n{}", show::table("against", "", &rows, &total));
    text
}

fn openings(label: &str, openings: &[Played], all: &Tally) -> String {
    let rows: Vec<Row> = openings
        .iter()
        .map(|played| Row {
            label: played.opening.name().to_string(),
            tally: &played.tally,
            note: played.opening.line().to_string(),
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("\n{}", show::table(label, "moves", &rows, all))
}

fn row(label: String, tally: &Tally) -> Row<'_> {
    Row {
        label,
        tally,
        note: String::new(),
    }
}
