//! The result of `explore` as a table.

use std::fmt::Write;

use rules::Color;

use super::Exploration;
use crate::db::show;
use records::db::explore::By;
use records::db::explore::{Label, Played, Row};
use records::db::game_summary::GameSummary;

/// Maximum number of players in the table.
const MOST_PLAYERS: usize = 20;

/// The position, the table, and the newest games.
pub fn text(exploration: &Exploration) -> String {
    let Exploration { rows, total, .. } = exploration;
    let mut text = heading(exploration);
    if rows.is_empty() {
        return text;
    }
    let (label, note, most) = match exploration.by {
        By::Move => ("move", "opening", usize::MAX),
        By::Year => ("year", "move", usize::MAX),
        By::Player => ("player", "move", MOST_PLAYERS),
    };
    let row = |row| shown(exploration, row);
    let shown: Vec<show::Row> = rows.iter().take(most).map(row).collect();
    let _ = write!(text, "\n{}", show::table(label, note, &shown, total));
    if shown.len() < rows.len() {
        let _ = writeln!(text, "and {} more players", rows.len() - shown.len());
    }
    text += &list(&exploration.newest);
    text
}

fn shown<'e>(exploration: &Exploration, row: &'e Row) -> show::Row<'e> {
    let opening = exploration.opening_after(row);
    let (label, note) = match &row.label {
        Label::Move(played) => (name(*played), opening.map(ToString::to_string)),
        Label::Year(year) => (
            show::year(*year),
            row.played.map(|square| square.to_string()),
        ),
        Label::Player(player) => (
            show::name(player.as_deref()),
            row.played.map(|square| square.to_string()),
        ),
    };
    show::Row {
        label,
        tally: &row.tally,
        note: note.unwrap_or_default(),
    }
}

/// The side to move, the opening and the number of games.
fn heading(exploration: &Exploration) -> String {
    let Exploration {
        diagram,
        filter,
        total,
        ..
    } = exploration;
    let mut text = if diagram.legal_moves().is_empty() {
        "The game is over".to_string()
    } else {
        format!("{} to move", diagram.to_move())
    };
    let _ = write!(text, ", {} empty", diagram.board().empties());
    if let Some(opening) = exploration.opening {
        let _ = write!(text, ", {opening}");
    }
    let _ = write!(text, ": {}", show::games(total.games));
    if let Some(player) = &filter.player {
        let _ = write!(text, " of {}", show::name(Some(&player.name)));
    }
    if let Some(color) = filter.color {
        let color = match color {
            Color::Black => "black",
            Color::White => "white",
        };
        let _ = write!(text, " as {color}");
    }
    if let Some(years) = filter.years {
        let _ = write!(text, " in {years}");
    } else if total.years.is_some() {
        let _ = write!(text, ", {}", show::years(total.years));
    }
    text.push('\n');
    text
}

/// The name of a move; `end` when the game ended.
fn name(played: Played) -> String {
    played.map_or_else(|| "end".to_string(), |square| square.to_string())
}

/// The newest games, one line each.
fn list(newest: &[(GameSummary, Played)]) -> String {
    let rows: Vec<[String; 6]> = newest
        .iter()
        .map(|(game, played)| {
            let discs = game.discs();
            let discs = discs.map(|discs| format!("{}-{}", discs.black, discs.white));
            [
                game.date.clone().unwrap_or_else(|| "?".to_string()),
                name(*played),
                show::name(game.black.as_deref()),
                discs.unwrap_or_else(|| "?".to_string()),
                show::name(game.white.as_deref()),
                show::name(game.event.as_deref()),
            ]
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "\n{}",
        show::columns(&["date", "move", "black", "", "white", "event"], &rows)
    )
}
