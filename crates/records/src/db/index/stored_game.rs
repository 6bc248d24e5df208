//! A game as stored in the database, replayed for the index.

use std::ops::RangeInclusive;

use anyhow::Result;
use rules::{Board, Color, Diagram, Square};
use rusqlite::{Connection, Row};

use super::entry::{Entry, Key};
use crate::db::store::Damaged;

/// The columns of a game that the index needs.
pub struct StoredGame {
    /// The id.
    pub id: u32,
    start: Option<String>,
    moves: String,
    size: u8,
    year: Option<u16>,
    /// The final score for Black.
    score: Option<i32>,
}

impl StoredGame {
    fn from_row(row: &Row) -> rusqlite::Result<StoredGame> {
        Ok(StoredGame {
            id: row.get(0)?,
            start: row.get(1)?,
            moves: row.get(2)?,
            size: row.get(3)?,
            year: row.get(4)?,
            score: row.get(5)?,
        })
    }

    /// Visits the games of a range of ids, in the order of import.
    ///
    /// # Errors
    /// When the database cannot be read, and those of `visit`.
    pub fn each(
        connection: &Connection,
        numbers: RangeInclusive<u32>,
        mut visit: impl FnMut(&StoredGame) -> Result<()>,
    ) -> Result<()> {
        let mut statement = connection.prepare(
            "SELECT id, start, moves, size, year, score FROM games WHERE id BETWEEN ? AND ? \
             ORDER BY id",
        )?;
        let numbers = (numbers.start(), numbers.end());
        for line in statement.query_map(numbers, StoredGame::from_row)? {
            visit(&line?)?;
        }
        Ok(())
    }

    /// Replays a game of the 8×8 board and visits its positions; games of other sizes have none.
    /// Passes are skipped, so the side to move has a legal move in every position but the last.
    ///
    /// # Errors
    /// When the moves are illegal, and those of `visit`.
    pub fn each_position(&self, mut visit: impl FnMut(Key, Entry) -> Result<()>) -> Result<()> {
        if self.size != 8 {
            return Ok(());
        }
        let wrong = || Damaged(format!("game {} cannot be played through", self.id));
        let (mut board, mut mover) = self.first().ok_or_else(wrong)?;
        let mut rest = self.moves.as_str();
        loop {
            if board.legal_moves().is_empty() && !board.is_over() {
                board = board.pass();
                mover = mover.opponent();
            }
            let (canonical, symmetry) = board.canonical_with();
            let played = if rest.is_empty() {
                None
            } else {
                let (name, after) = rest.split_at_checked(2).ok_or_else(wrong)?;
                rest = after;
                Some(name.parse::<Square>().map_err(|_| wrong())?)
            };
            let score = self.score.and_then(|score| i8::try_from(score).ok());
            let entry = Entry {
                game: self.id,
                year: self.year,
                mover,
                played: played.map(|square| symmetry.square(square)),
                score: match mover {
                    Color::Black => score,
                    Color::White => score.and_then(i8::checked_neg),
                },
            };
            visit(Key::of(canonical), entry)?;
            let Some(square) = played else {
                return Ok(());
            };
            board = board.play(square).ok_or_else(wrong)?;
            mover = mover.opponent();
        }
    }

    fn first(&self) -> Option<(Board, Color)> {
        let Some(start) = &self.start else {
            return Some((Board::START, Color::Black));
        };
        let diagram: Diagram = start.parse().ok()?;
        Some((diagram.to_board()?, diagram.to_move()))
    }
}
