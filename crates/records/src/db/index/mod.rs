//! The position index: which games went through which positions of the 8×8 board.
//!
//! Every position of every game has an [`Entry`] of 14 bytes with everything that queries need, so
//! they do not read the games. A volume holds the entries of 65,536 games in 65,536 buckets,
//! ordered by game: new entries are appended, and only the last volume changes.
//!
//! A position is identified by a 64-bit hash of its canonical orientation. The probability that a
//! query among the 8 million positions of WTHOR meets a collision is one in 2,000 billion.

mod entry;
mod stored_game;

use std::collections::HashMap;

use anyhow::Result;
use rules::{Board, Square, Symmetry};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use super::store::Damaged;
pub use entry::Entry;
use entry::{ENTRY_BYTES, Key};
use stored_game::StoredGame;

/// Number of buckets of a volume, and number of games in it: game 65,536 is the first of the second
/// volume.
const VOLUME: u32 = 1 << 16;

/// The games that went through a position or a mirror image of it. Moves are mapped to the board as
/// given. The side to move must have a legal move, unless the game is over.
///
/// # Errors
/// When the database cannot be read or is damaged.
pub fn find(connection: &Connection, board: Board) -> Result<Vec<Entry>> {
    let mut found = Vec::new();
    find_each(connection, &[board], |_, entries| found = entries)?;
    Ok(found)
}

/// [Finds](find) the games of several positions in turn; `visit` gets the index of the position.
///
/// # Errors
/// When the database cannot be read or is damaged.
pub fn find_each(
    connection: &Connection,
    boards: &[Board],
    mut visit: impl FnMut(usize, Vec<Entry>),
) -> Result<()> {
    let keys = boards.iter().map(|board| Key::of(board.canonical()));
    let places: HashMap<Key, usize> = keys.zip(0..).collect();
    // Games that are not indexed yet are replayed.
    let mut late = vec![Vec::new(); boards.len()];
    let last = last_game(connection)?;
    StoredGame::each(connection, last.saturating_add(1)..=u32::MAX, |game| {
        game.each_position(|key, entry| {
            if let Some(place) = places.get(&key) {
                late[*place].push(entry);
            }
            Ok(())
        })
    })?;
    for ((place, board), late) in boards.iter().enumerate().zip(late) {
        let (canonical, symmetry) = board.canonical_with();
        let mut found = entries(connection, Key::of(canonical), last)?;
        found.extend(late);
        turn_back(&mut found, *board, symmetry.inverse())?;
        visit(place, found);
    }
    Ok(())
}

/// Maps moves from the orientation of the index to the board as given, where they must be legal.
fn turn_back(entries: &mut [Entry], board: Board, turn: Symmetry) -> Result<()> {
    let turned: Vec<Square> = Square::all().map(|square| turn.square(square)).collect();
    let legal = board.legal_moves();
    for entry in entries {
        if let Some(square) = &mut entry.played {
            *square = turned[square.index()];
            if !legal.contains(*square) {
                let game = entry.game;
                let how = format!("its index has an illegal move, {square}, for game {game}");
                return Err(Damaged(how).into());
            }
        }
    }
    Ok(())
}

/// The entries of a position in all volumes up to that of game `last`.
fn entries(connection: &Connection, key: Key, last: u32) -> Result<Vec<Entry>> {
    let mut statement = connection.prepare("SELECT entries FROM positions WHERE bucket = ?")?;
    let hash = key.bytes();
    let wrong = || Damaged("its index of positions makes no sense".to_string());
    let mut found = Vec::new();
    for volume in 0..=last / VOLUME {
        let mut rows = statement.query([bucket(volume, key.bucket())])?;
        if let Some(row) = rows.next()? {
            let (entries, rest) = row.get_ref(0)?.as_blob()?.as_chunks::<ENTRY_BYTES>();
            if !rest.is_empty() {
                return Err(wrong().into());
            }
            for entry in entries.iter().filter(|entry| entry.starts_with(&hash)) {
                found.push(Entry::from_bytes(entry).ok_or_else(wrong)?);
            }
        }
    }
    Ok(found)
}

/// The row number of a bucket.
fn bucket(volume: u32, bucket: u16) -> u32 {
    volume * VOLUME + u32::from(bucket)
}

/// Adds the positions of new games, one volume at a time. `step` is called with the number of games
/// added so far.
///
/// # Errors
/// When the database cannot be written or is damaged.
pub fn catch_up(connection: &mut Connection, mut step: impl FnMut(u32)) -> Result<()> {
    let mut done = 0;
    loop {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let added = add_some(&transaction)?;
        transaction.commit()?;
        if added == 0 {
            return Ok(());
        }
        done += added;
        step(done);
    }
}

/// Adds the positions of the next games of one volume and returns the number of games.
fn add_some(transaction: &Transaction) -> Result<u32> {
    let last = last_game(transaction)?;
    let query = "SELECT min(id) FROM games WHERE id > ?";
    let next: Option<u32> = transaction.query_row(query, [last], |row| row.get(0))?;
    let Some(next) = next else {
        return Ok(0);
    };
    let volume = next / VOLUME;
    let mut buckets: Vec<Vec<u8>> = vec![Vec::new(); VOLUME as usize];
    let mut last = last;
    let mut count = 0;
    StoredGame::each(transaction, next..=bucket(volume, u16::MAX), |game| {
        last = game.id;
        count += 1;
        game.each_position(|key, entry| {
            buckets[usize::from(key.bucket())].extend(entry.to_bytes(key));
            Ok(())
        })
    })?;
    let mut append = transaction.prepare(
        "INSERT INTO positions VALUES (?, ?) ON CONFLICT DO UPDATE \
         SET entries = CAST(entries || excluded.entries AS BLOB)",
    )?;
    for (number, entries) in (0..=u16::MAX).zip(&buckets) {
        if !entries.is_empty() {
            append.execute((bucket(volume, number), entries))?;
        }
    }
    transaction.execute("UPDATE indexed SET last_game = ?", [last])?;
    Ok(count)
}

fn last_game(connection: &Connection) -> Result<u32> {
    let mut statement = connection.prepare("SELECT last_game FROM indexed")?;
    let last = statement.query_row([], |row| row.get(0)).optional()?;
    let wrong = || Damaged("it does not say how far its index goes".to_string());
    Ok(last.ok_or_else(wrong)?)
}
