//! Deleting old games, a small batch at a time.

use anyhow::Result;
use rusqlite::{Connection, ToSql, params};
use serde::{Deserialize, Serialize};

use super::row::{Phase, Row, SELECT};
use super::status::Status;

/// At most this many games are deleted in one transaction, so that moves do not wait long.
pub const BATCH: usize = 64;

/// At most this many games are read in one transaction to find their phase.
const READ_BATCH: usize = 128;

/// One batch of deletions.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The phase of the games.
    pub phase: Phase,
    /// They have not changed since then, in seconds since 1970.
    pub before: i64,
    /// Where the batch before this one ended.
    pub after: Place,
}

/// A place in the order of last changes: the time of the change, and the id of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(i64, String);

impl Place {
    /// Before all games.
    pub const START: Place = Place(i64::MIN, String::new());
}

/// What a batch has done.
#[derive(Clone, Debug)]
pub struct Swept {
    /// The number of deleted games.
    pub deleted: usize,
    /// The number of old games that are in use and were left alone.
    pub in_use: usize,
    /// Where the next batch begins; `None` when nothing is left.
    pub next: Option<Place>,
}

/// What `prune` has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pruned {
    /// The number of deleted games.
    pub deleted: usize,
    /// The number of old games that are in use and were left alone.
    pub in_use: usize,
    /// The number of games that are stored now.
    pub stored: usize,
}

/// Deletes a batch of games, the oldest first. Games that are in use stay.
pub fn sweep(connection: &Connection, sweep: &Sweep, status: &Status) -> Result<Swept> {
    let mut oldest = connection.prepare(
        "SELECT touched, id FROM games WHERE phase = ? AND touched < ? AND (touched, id) > (?, ?) \
         ORDER BY touched, id LIMIT ?",
    )?;
    let Place(touched, id) = &sweep.after;
    let limit = BATCH as i64;
    let values: [&dyn ToSql; 5] = [&sweep.phase.code(), &sweep.before, touched, id, &limit];
    let places = oldest.query_map(&values[..], |row| Ok(Place(row.get(0)?, row.get(1)?)))?;
    let places: Vec<Place> = places.collect::<rusqlite::Result<_>>()?;
    let mut delete = connection.prepare("DELETE FROM games WHERE id = ?")?;
    let mut deleted = 0;
    for Place(_, id) in &places {
        // A room is in the registry before it loads its game, and this thread alone loads games: one
        // that is not in use now will not be found later.
        if !status.is_in_use(id) {
            deleted += delete.execute([id])?;
        }
    }
    Ok(Swept {
        deleted,
        in_use: places.len() - deleted,
        next: (places.len() == BATCH)
            .then(|| places.last().cloned())
            .flatten(),
    })
}

/// Finds the phases of some games that an older version of the program has written. Returns their
/// number; 0 when all are known.
pub fn judge(connection: &Connection) -> Result<usize> {
    let mut unknown =
        connection.prepare(&format!("{SELECT} WHERE phase IS NULL LIMIT {READ_BATCH}"))?;
    let rows = unknown.query_map([], |row| Ok((row.get::<_, String>("id")?, Row::load(row))))?;
    let rows: Vec<(String, rusqlite::Result<Row>)> = rows.collect::<rusqlite::Result<_>>()?;
    let mut update = connection.prepare("UPDATE games SET phase = ? WHERE id = ?")?;
    for (id, row) in &rows {
        // A damaged game stays until its owner decides.
        let phase = row.as_ref().ok().and_then(Row::judge);
        let phase = phase.unwrap_or(Phase::Over);
        update.execute(params![phase.code(), id])?;
    }
    Ok(rows.len())
}
