//! Book expansion: which positions are searched next.

use std::collections::HashMap;

use reversi_rules::Board;

use crate::book::{Book, Next, distinct_moves};
use crate::score::Score;

/// The cost of a move besides the discs it gives away: a quarter of a disc. A higher cost makes a book
/// broader and shorter.
const MOVE: i32 = Score::DISC / 4;

/// How a book is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The search depth.
    pub depth: u32,
    /// Positions after more moves than this are not searched.
    pub plies: u32,
    /// The number of positions searched at the same time, each by one thread; at least 1.
    pub threads: usize,
    /// The transposition table of each thread, in megabytes.
    pub hash_mb: usize,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            depth: 20,
            plies: 30,
            threads: 1,
            hash_mb: 32,
        }
    }
}

impl Recipe {
    /// The search depth of a position, at most to the end of the game.
    pub(super) fn depth_for(&self, board: Board) -> u32 {
        self.depth.clamp(1, board.empties().max(1))
    }

    /// Whether a position comes after no more moves than are searched; passes are no moves.
    pub(super) fn reaches(&self, board: Board) -> bool {
        60 - board.empties().min(60) <= self.plies
    }
}

impl Book {
    /// The positions to search next, at most `count`, lowest cost first: those that are not in the book
    /// (if `more`), and those whose depth is too low.
    ///
    /// The cost of a position is what both sides give away on the way to it, plus a little for every
    /// move. So good lines are long in a book, and the worse a line the shorter it is. The order
    /// depends on the book only.
    pub(super) fn wanted(&self, recipe: &Recipe, more: bool, count: usize) -> Vec<Board> {
        let mut costs: HashMap<Board, i32> = HashMap::from([(Board::START.canonical(), 0)]);
        // In order from the start: the cost of a position is known when its turn comes.
        let order = self.positions();
        for &board in &order {
            let cost = costs.get(&board).copied().unwrap_or(i32::MAX / 2);
            let page = &self.pages[&board];
            for (square, next) in distinct_moves(board) {
                let found = page.moves.iter().find(|other| other.square == square);
                let (Some(book_move), Next::Position { board, .. }) = (found, next) else {
                    continue;
                };
                let given_away = page.score().units() - book_move.score.units();
                let cost = cost + MOVE + given_away;
                let known = costs.entry(board).or_insert(cost);
                *known = cost.min(*known);
            }
        }
        let mut wanted: Vec<(i32, Board)> = costs
            .into_iter()
            .map(|(board, cost)| (cost, board))
            .filter(|(_, board)| recipe.reaches(*board))
            .filter(|(_, board)| match self.depth(*board) {
                0 => more,
                depth => depth < recipe.depth_for(*board),
            })
            .collect();
        wanted.sort_by_key(|(cost, board)| (*cost, board.own().0, board.opponent().0));
        let boards = wanted.into_iter().map(|(_, board)| board);
        boards.take(count).collect()
    }
}
