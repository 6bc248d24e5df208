//! Which games went through which positions of the 8×8 board.
//!
//! Every position of every game has an [`Entry`] of 14 bytes, so that all there is to say about a
//! position is read in one piece, without a look at the games. Entries lie in 65,536 buckets, in
//! no order; to add some, they are appended.
//!
//! Positions are turned to their canonical orientation and known by a hash of 64 bits: that one
//! of the 8 million of WTHOR is taken for another that somebody asks for has a chance of one in
//! 2,000 billion.

mod entry;
mod passage;

use std::collections::HashMap;

use anyhow::Result;
use rules::{Board, Square, Symmetry};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use super::store::Damaged;
pub use entry::Entry;
use entry::{BUCKETS, ENTRY_BYTES, Key};
use passage::Line;

/// Games whose positions are added at once; they take 60 MB.
const CHUNK: usize = 1 << 16;

/// The games that went through a position or a mirror image of it, their moves turned to the
/// board as it lies. The side to move must be able to, unless the game is over.
///
/// # Errors
/// When the database cannot be read or is damaged.
pub fn find(connection: &Connection, board: Board) -> Result<Vec<Entry>> {
    let mut found = Vec::new();
    find_each(connection, &[board], |_, entries| found = entries)?;
    Ok(found)
}

/// [Finds](find) the games of several positions, one position after the other; `visit` is told
/// which.
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
    // Games that are not in the index yet are played through.
    let mut late = vec![Vec::new(); boards.len()];
    Line::each_after(connection, last_game(connection)?, None, |game| {
        game.each_passage(|key, entry| {
            if let Some(place) = places.get(&key) {
                late[*place].push(entry);
            }
            Ok(())
        })
    })?;
    for ((place, board), late) in boards.iter().enumerate().zip(late) {
        let (canonical, symmetry) = board.canonical_with();
        let mut found = bucket(connection, Key::of(canonical))?;
        found.extend(late);
        turn_back(&mut found, *board, symmetry.inverse())?;
        visit(place, found);
    }
    Ok(())
}

/// Turns moves as the index has them to a board as it lies, where they must be legal.
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

/// The entries of a position that are in its bucket.
fn bucket(connection: &Connection, key: Key) -> Result<Vec<Entry>> {
    let mut statement = connection.prepare("SELECT entries FROM positions WHERE bucket = ?")?;
    let mut rows = statement.query([key.bucket()])?;
    let Some(row) = rows.next()? else {
        return Ok(Vec::new());
    };
    let (entries, rest) = row.get_ref(0)?.as_blob()?.as_chunks::<ENTRY_BYTES>();
    let hash = key.bytes();
    let of_position = entries.iter().filter(|entry| entry.starts_with(&hash));
    let read: Option<Vec<Entry>> = of_position.map(Entry::from_bytes).collect();
    let read = read.filter(|_| rest.is_empty());
    let wrong = || Damaged("its index of positions makes no sense".to_string());
    Ok(read.ok_or_else(wrong)?)
}

/// Brings the index up to date with the games. Each `step` is told how many have been added.
///
/// # Errors
/// When the database cannot be written or is damaged.
pub fn catch_up(connection: &mut Connection, mut step: impl FnMut(usize)) -> Result<()> {
    let mut done = 0;
    loop {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let added = add_some(&transaction)?;
        transaction.commit()?;
        done += added;
        step(done);
        if added < CHUNK {
            return Ok(());
        }
    }
}

/// Adds the positions of some games, and says of how many.
fn add_some(transaction: &Transaction) -> Result<usize> {
    let mut buckets: Vec<Vec<u8>> = vec![Vec::new(); BUCKETS];
    let mut last = last_game(transaction)?;
    let mut count = 0;
    Line::each_after(transaction, last, Some(CHUNK), |game| {
        last = game.id;
        count += 1;
        game.each_passage(|key, entry| {
            buckets[usize::from(key.bucket())].extend(entry.to_bytes(key));
            Ok(())
        })
    })?;
    if count == 0 {
        return Ok(0);
    }
    let mut append = transaction.prepare(
        "INSERT INTO positions VALUES (?, ?) ON CONFLICT DO UPDATE \
         SET entries = CAST(entries || excluded.entries AS BLOB)",
    )?;
    for (bucket, entries) in (0..=u16::MAX).zip(&buckets) {
        if !entries.is_empty() {
            append.execute((bucket, entries))?;
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
