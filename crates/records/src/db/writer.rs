//! Inserts games into the database.

use std::collections::HashMap;

use anyhow::Result;
use rules::formats::transcript;
use rules::{Date, Record};
use rusqlite::{Connection, OptionalExtension, Statement};

use super::fingerprint::{event, fingerprint, has_usual_start};

/// Maximum number of names in the cache.
const MOST_NAMES: usize = 100_000;

/// Inserts the games of one source.
pub struct Writer<'c> {
    find: Statement<'c>,
    insert: Statement<'c>,
    players: Names<'c>,
    events: Names<'c>,
    sources: Names<'c>,
    source: String,
}

impl<'c> Writer<'c> {
    /// Prepares the statements for a source.
    pub fn new(connection: &'c Connection, source: &str) -> Result<Writer<'c>> {
        Ok(Writer {
            find: connection.prepare("SELECT 1 FROM games WHERE identity = ?")?,
            insert: connection.prepare(
                "INSERT INTO games (identity, black, white, event, year, date, size, start, \
                 moves, score, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?,
            players: Names::new(connection, "players")?,
            events: Names::new(connection, "events")?,
            sources: Names::new(connection, "sources")?,
            source: source.to_string(),
        })
    }

    /// Inserts a game; returns `false` and changes nothing when it is there already.
    pub fn add(&mut self, record: &Record) -> Result<bool> {
        let Record { game, info, .. } = record;
        let fingerprint = fingerprint(record);
        if self.find.exists([fingerprint])? {
            return Ok(false);
        }
        let start = (!has_usual_start(game)).then(|| game.start().to_string());
        self.insert.execute((
            fingerprint,
            self.players.id(&info.players.black)?,
            self.players.id(&info.players.white)?,
            self.events.id(event(record))?,
            info.date.map(Date::year),
            info.date.map(|date| date.to_string()),
            game.size().side() as u8,
            start,
            transcript::write(game),
            score(record),
            self.sources.id(&self.source)?,
        ))?;
        Ok(true)
    }
}

/// Black's score, if it is known and possible on the board.
fn score(record: &Record) -> Option<i32> {
    let most = record.game.size().area() as i32;
    record
        .score()
        .filter(|score| (-most..=most).contains(score))
}

/// A table of names with a cache of their ids.
struct Names<'c> {
    find: Statement<'c>,
    insert: Statement<'c>,
    known: HashMap<String, i64>,
}

impl<'c> Names<'c> {
    fn new(connection: &'c Connection, table: &str) -> Result<Names<'c>> {
        Ok(Names {
            find: connection.prepare(&format!("SELECT id FROM {table} WHERE name = ?"))?,
            insert: connection.prepare(&format!(
                "INSERT INTO {table} (name) VALUES (?) RETURNING id"
            ))?,
            known: HashMap::new(),
        })
    }

    /// The id of a name, which is inserted if it is new; `None` for an empty name.
    fn id(&mut self, name: &str) -> Result<Option<i64>> {
        if let Some(id) = self.known.get(name) {
            return Ok(Some(*id));
        }
        let words: Vec<&str> = name.split_whitespace().collect();
        if words.is_empty() {
            return Ok(None);
        }
        let tidy = words.join(" ");
        let found = self.find.query_row([&tidy], |row| row.get(0)).optional()?;
        let id = match found {
            Some(id) => id,
            None => self.insert.query_row([&tidy], |row| row.get(0))?,
        };
        if self.known.len() >= MOST_NAMES {
            self.known.clear();
        }
        self.known.insert(name.to_string(), id);
        Ok(Some(id))
    }
}
