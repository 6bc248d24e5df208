//! The positions of given games.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use engine::book::MOST_POSITIONS;
use rules::{Board, Diagram, Game, Size, Turn};

use crate::interrupt::Interrupt;
use crate::position;

/// The positions that at least so many of some games reach within a number of moves. Games are
/// files, or moves as typed.
///
/// # Errors
/// When something is no game from the usual start, or there are too many positions for a book.
pub fn positions(
    games: &[String],
    plies: u32,
    at_least: usize,
    interrupt: &Interrupt,
) -> Result<Vec<Board>> {
    let mut counts: HashMap<Board, usize> = HashMap::new();
    for text in games {
        if interrupt.is_stopped() {
            break;
        }
        let game = position::read(text, Size::EIGHT)?;
        count(&game, plies, &mut counts).with_context(|| text.clone())?;
    }
    let often = counts.into_iter().filter(|(_, count)| *count >= at_least);
    Ok(often.map(|(board, _)| board).collect())
}

/// Counts the first positions of a game.
fn count(game: &Game, plies: u32, counts: &mut HashMap<Board, usize>) -> Result<()> {
    let start = game.start().to_board().map(Board::canonical);
    if start != Some(Board::START.canonical()) {
        bail!("books are for games from the usual start on 8×8");
    }
    let before = game.turns().iter().map(Turn::before);
    let diagrams = before.chain([game.diagram()]);
    for board in diagrams
        .take(plies as usize + 1)
        .filter_map(Diagram::to_board)
    {
        *counts.entry(board.canonical()).or_default() += 1;
    }
    if counts.len() > MOST_POSITIONS {
        bail!("more than {MOST_POSITIONS} positions; take fewer moves of each game with --plies");
    }
    Ok(())
}
