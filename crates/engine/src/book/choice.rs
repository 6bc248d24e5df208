//! Book move choice: random among the good moves, with a bound on the loss.

use reversi_rules::Board;

use super::{Book, Move, Page};
use crate::random::Random;
use crate::score::Score;

/// The most that one move gives away for variety: a disc, about the error of the scores in a book.
pub const MARGIN: Score = Score::from_discs(1);

/// The most that all moves of a game give away together, in margins. Measured with a book of 1,300 positions against the
/// best moves in it: 1000 games ended in 14 positions when the factor was 1, in 53 with 2, and cost
/// 0.5 and 0.8 discs each.
const IN_ALL: i32 = 2;

/// The weight of a move at the margin: half a disc, the grain of search scores.
const STEP: i32 = Score::DISC / 2;

impl Page {
    /// The moves at most `margin` behind the best one that were searched to the full depth of their
    /// position, best first.
    pub fn good_moves(&self, margin: Score) -> impl Iterator<Item = &Move> {
        let best = self.score();
        self.moves.iter().filter(move |book_move| {
            let is_deep = book_move.depth >= self.depth || book_move.score == best;
            is_deep && best.units() - book_move.score.units() <= margin.units()
        })
    }
}

impl Book {
    /// A random good move of a position; `None` when the position is not in the book.
    ///
    /// Candidates are its [good moves](Page::good_moves). Better moves are more likely: with a margin of one disc, the weights
    /// of the best move, a move half a disc behind and a move a disc behind are 3, 2 and 1. What was
    /// given away earlier counts: while the other side makes no mistakes, the score does not fall
    /// below that of the start by more than twice the margin.
    #[must_use]
    pub fn choose(&self, board: Board, margin: Score, random: &mut Random) -> Option<Move> {
        let page = self.look_up(board)?;
        let best = page.score().units();
        let behind = (self.fair(board).units() - best).max(0);
        let margin = margin.units().min(IN_ALL * margin.units() - behind).max(0);
        let good: Vec<(Move, usize)> = page
            .good_moves(Score::from_units(margin))
            .map(|book_move| {
                let left = margin - (best - book_move.score.units());
                (*book_move, (left + STEP) as usize)
            })
            .collect();
        let mut chance = random.below(good.iter().map(|(_, weight)| weight).sum());
        let chosen = good.iter().find(|(_, weight)| {
            let is_it = chance < *weight;
            chance = chance.saturating_sub(*weight);
            is_it
        });
        let (chosen, _) = chosen?;
        // All mirror images of the move are equally likely.
        let images: Vec<_> = board.mirror_images(chosen.square).into_iter().collect();
        let square = random.pick(&images)?;
        Some(Move { square, ..*chosen })
    }

    /// The score of the start for the side to move. The number of discs tells which side that is; after
    /// a pass, which is rare in openings, it is the other one.
    fn fair(&self, board: Board) -> Score {
        let start = self.look_up(Board::START);
        let start = start.map_or(Score::DRAW, |page| page.score());
        if board.empties().is_multiple_of(2) {
            start
        } else {
            -start
        }
    }
}
