//! The most frequent openings.

use std::cmp::Reverse;
use std::collections::HashSet;

use anyhow::Result;
use play::opening::{self, Opening};
use rules::{Board, Color};
use rusqlite::Connection;

use crate::db::index;
use crate::db::tally::Tally;

/// An opening and the games whose last named opening it is.
pub struct Played {
    /// The opening.
    pub opening: &'static Opening,
    /// The games.
    pub tally: Tally,
}

/// The most frequent openings. `side` returns the side from which a game is counted, or `None` to
/// skip it.
///
/// # Errors
/// When the database cannot be read or is damaged.
pub fn most_played(
    connection: &Connection,
    most: usize,
    side: impl Fn(u32) -> Option<Color>,
) -> Result<Vec<Played>> {
    // The longest opening first: a game belongs to the last of its openings.
    let mut openings: Vec<(&'static Opening, Board)> = opening::all()
        .iter()
        .filter_map(|opening| Some((opening, last_board(opening)?)))
        .collect();
    openings.sort_by_key(|(opening, _)| Reverse(opening.moves().len()));
    let boards: Vec<Board> = openings.iter().map(|(_, board)| *board).collect();
    let mut counted = HashSet::new();
    let mut played = Vec::new();
    index::find_each(connection, &boards, |place, entries| {
        let mut tally = Tally::default();
        for entry in entries {
            if let Some(side) = side(entry.game)
                && counted.insert(entry.game)
            {
                let score = entry.score.map(i32::from);
                let score = score.map(|score| if side == entry.mover { score } else { -score });
                tally.add(score, entry.year);
            }
        }
        let (opening, _) = openings[place];
        played.push(Played { opening, tally });
    })?;
    played.retain(|played| played.tally.games > 0);
    played.sort_by_key(|played| (Reverse(played.tally.games), played.opening.line()));
    played.truncate(most);
    Ok(played)
}

/// The position at the end of an opening; no opening contains a pass.
fn last_board(opening: &Opening) -> Option<Board> {
    let play = |board: Board, square: &_| board.play(*square);
    opening.moves().iter().try_fold(Board::START, play)
}
