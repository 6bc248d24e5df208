//! A game of the database as lists show it.

use anyhow::Result;
use rules::ByColor;
use rusqlite::Connection;
use serde::Serialize;

/// The fields of a game that lists show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSummary {
    /// The id in the table of games.
    pub id: u32,
    /// The date.
    pub date: Option<String>,
    /// The name of Black.
    pub black: Option<String>,
    /// The name of White.
    pub white: Option<String>,
    /// Black's score.
    pub score: Option<i32>,
    /// The event.
    pub event: Option<String>,
    /// All moves.
    pub moves: String,
    #[serde(skip)]
    area: i32,
}

impl GameSummary {
    /// The games with these ids, in the same order.
    pub fn of(connection: &Connection, ids: impl Iterator<Item = u32>) -> Result<Vec<GameSummary>> {
        let mut statement = connection.prepare(
            "SELECT games.id, date, black.name, white.name, score, events.name, moves, size \
             FROM games LEFT JOIN players AS black ON black.id = games.black \
             LEFT JOIN players AS white ON white.id = games.white \
             LEFT JOIN events ON events.id = games.event WHERE games.id = ?",
        )?;
        let mut games = Vec::new();
        for id in ids {
            let mut rows = statement.query([id])?;
            if let Some(row) = rows.next()? {
                let size: i32 = row.get(7)?;
                games.push(GameSummary {
                    id: row.get(0)?,
                    date: row.get(1)?,
                    black: row.get(2)?,
                    white: row.get(3)?,
                    score: row.get(4)?,
                    event: row.get(5)?,
                    moves: row.get(6)?,
                    area: size.saturating_mul(size),
                });
            }
        }
        Ok(games)
    }

    /// The discs of both sides at the end, empty squares given to the winner; `None` when that is
    /// unknown.
    pub fn discs(&self) -> Option<ByColor<i32>> {
        let score = self.score?;
        Some(ByColor {
            black: self.area.checked_add(score)? / 2,
            white: self.area.checked_sub(score)? / 2,
        })
    }
}
