//! The result of `explore` as JSON.

use play::opening::Opening;
use serde::Serialize;

use super::Exploration;
use crate::db::show::Figures;
use records::db::explore::By;
use records::db::explore::{Label, Row};
use records::db::game_summary::GameSummary;

/// The result. The fields are documented in docs/database.md and stay stable.
#[derive(Serialize)]
struct Answer<'a> {
    position: String,
    empties: u32,
    opening: Option<&'static str>,
    player: Option<&'a str>,
    #[serde(flatten)]
    total: Figures,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Counted>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_year: Option<Vec<Counted>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_player: Option<Vec<Counted>>,
    newest: Vec<Newest<'a>>,
}

/// A row of the table.
#[derive(Serialize)]
struct Counted {
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<Option<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Option<String>>,
    #[serde(rename = "move")]
    played: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Option<&'static str>>,
    share: f64,
    #[serde(flatten)]
    figures: Figures,
}

/// One of the newest games.
#[derive(Serialize)]
struct Newest<'a> {
    #[serde(rename = "move")]
    played: Option<String>,
    #[serde(flatten)]
    game: &'a GameSummary,
}

/// The object on one line.
pub fn object(exploration: &Exploration) -> String {
    let Exploration { diagram, by, .. } = exploration;
    let rows = exploration.rows.iter();
    let rows: Vec<Counted> = rows.map(|row| counted(exploration, row)).collect();
    let [moves, by_year, by_player] = match by {
        By::Move => [Some(rows), None, None],
        By::Year => [None, Some(rows), None],
        By::Player => [None, None, Some(rows)],
    };
    let player = exploration.filter.player.as_ref();
    let answer = Answer {
        position: diagram.to_string(),
        empties: diagram.board().empties(),
        opening: exploration.opening.map(Opening::name),
        player: player.map(|player| player.name.as_str()),
        total: Figures::of(&exploration.total),
        moves,
        by_year,
        by_player,
        newest: exploration
            .newest
            .iter()
            .map(|(game, played)| Newest {
                played: played.map(|square| square.to_string()),
                game,
            })
            .collect(),
    };
    let text = serde_json::to_string(&answer).expect("text and numbers only");
    format!("{text}\n")
}

fn counted(exploration: &Exploration, row: &Row) -> Counted {
    let opening = exploration.opening_after(row);
    Counted {
        year: match row.label {
            Label::Year(year) => Some(year),
            _ => None,
        },
        player: match &row.label {
            Label::Player(player) => Some(player.clone()),
            _ => None,
        },
        played: row.played.map(|square| square.to_string()),
        opening: match row.label {
            Label::Move(_) => Some(opening.map(Opening::name)),
            _ => None,
        },
        share: row.tally.share_of(&exploration.total),
        figures: Figures::of(&row.tally),
    }
}
