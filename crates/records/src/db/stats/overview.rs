//! Statistics of a whole database.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use rules::Color;
use rusqlite::Connection;

use super::openings::{self, Played};
use crate::db::player;
use crate::db::tally::Tally;

/// Statistics of all games.
pub struct Overview {
    /// All games, for Black.
    pub total: Tally,
    /// Number of players.
    pub players: u32,
    /// Number of events.
    pub events: u32,
    /// Number of games for each board size.
    pub sizes: BTreeMap<u8, u32>,
    /// The games of each year, for Black.
    pub years: BTreeMap<Option<u16>, Tally>,
    /// The openings that were played most, for Black.
    pub openings: Vec<Played>,
    /// The players with the most games.
    pub most_active: Vec<(String, Tally)>,
}

impl Overview {
    /// Counts everything; of openings and players, the first `most` are kept.
    ///
    /// # Errors
    /// When the database cannot be read or is damaged.
    pub fn of(connection: &Connection, most: usize) -> Result<Overview> {
        let mut total = Tally::default();
        let mut sizes = BTreeMap::new();
        let mut years: BTreeMap<Option<u16>, Tally> = BTreeMap::new();
        let mut active: HashMap<i64, Tally> = HashMap::new();
        let mut statement =
            connection.prepare("SELECT black, white, score, year, size FROM games")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (black, white): (Option<i64>, Option<i64>) = (row.get(0)?, row.get(1)?);
            let (score, year): (Option<i32>, Option<u16>) = (row.get(2)?, row.get(3)?);
            *sizes.entry(row.get(4)?).or_default() += 1;
            total.add(score, year);
            years.entry(year).or_default().add(score, year);
            if let Some(black) = black {
                active.entry(black).or_default().add(score, year);
            }
            if let Some(white) = white {
                let score = score.and_then(i32::checked_neg);
                active.entry(white).or_default().add(score, year);
            }
        }
        let count = |table: &str| {
            let query = format!("SELECT count(*) FROM {table}");
            connection.query_row(&query, [], |row| row.get(0))
        };
        Ok(Overview {
            players: count("players")?,
            events: count("events")?,
            openings: openings::most_played(connection, most, |_| Some(Color::Black))?,
            most_active: most_active(connection, active, most)?,
            total,
            sizes,
            years,
        })
    }
}

fn most_active(
    connection: &Connection,
    active: HashMap<i64, Tally>,
    most: usize,
) -> Result<Vec<(String, Tally)>> {
    let mut active: Vec<(i64, Tally)> = active.into_iter().collect();
    active.sort_by_key(|(id, tally)| (Reverse(tally.games), *id));
    active.truncate(most);
    let named = |(id, tally)| Ok((player::name(connection, id)?, tally));
    active.into_iter().map(named).collect()
}
