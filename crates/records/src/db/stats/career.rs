//! Statistics of one player.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use rules::{ByColor, Color};
use rusqlite::Connection;

use super::openings::{self, Played};
use crate::db::player::{self, Player};
use crate::db::tally::Tally;

/// Statistics of the games of one player, from the view of that player.
pub struct Career {
    /// The player.
    pub player: Player,
    /// The games with each colour.
    pub by_color: ByColor<Tally>,
    /// The games of each year.
    pub years: BTreeMap<Option<u16>, Tally>,
    /// The most frequent opponents.
    pub opponents: Vec<(Option<String>, Tally)>,
    /// The openings that were played most.
    pub openings: Vec<Played>,
}

impl Career {
    /// Counts the games of a player; of openings and opponents, the first `most` are kept.
    ///
    /// # Errors
    /// When the database cannot be read or is damaged.
    pub fn of(connection: &Connection, player: Player, most: usize) -> Result<Career> {
        let mut by_color = ByColor::<Tally>::default();
        let mut years: BTreeMap<Option<u16>, Tally> = BTreeMap::new();
        let mut opponents: HashMap<Option<i64>, Tally> = HashMap::new();
        let mut colors: HashMap<u32, Color> = HashMap::new();
        for (color, query) in [
            (
                Color::Black,
                "SELECT id, white, score, year FROM games WHERE black = ?",
            ),
            (
                Color::White,
                "SELECT id, black, -score, year FROM games WHERE white = ?",
            ),
        ] {
            let mut statement = connection.prepare(query)?;
            let mut rows = statement.query([player.id])?;
            while let Some(row) = rows.next()? {
                let (score, year): (Option<i32>, Option<u16>) = (row.get(2)?, row.get(3)?);
                colors.insert(row.get(0)?, color);
                by_color[color].add(score, year);
                years.entry(year).or_default().add(score, year);
                opponents.entry(row.get(1)?).or_default().add(score, year);
            }
        }
        let side = |game| colors.get(&game).copied();
        Ok(Career {
            openings: openings::most_played(connection, most, side)?,
            opponents: most_frequent(connection, opponents, most)?,
            player,
            by_color,
            years,
        })
    }

    /// All games with either colour.
    pub fn total(&self) -> Tally {
        let mut total = self.by_color.black.clone();
        total.add_all(&self.by_color.white);
        total
    }
}

fn most_frequent(
    connection: &Connection,
    opponents: HashMap<Option<i64>, Tally>,
    most: usize,
) -> Result<Vec<(Option<String>, Tally)>> {
    let mut opponents: Vec<(Option<i64>, Tally)> = opponents.into_iter().collect();
    opponents.sort_by_key(|(id, tally)| (Reverse(tally.games), *id));
    opponents.truncate(most);
    let named = |(id, tally): (Option<i64>, Tally)| {
        let name = id.map(|id| player::name(connection, id)).transpose()?;
        Ok((name, tally))
    };
    opponents.into_iter().map(named).collect()
}
