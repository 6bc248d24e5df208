//! Book move choice: random among the good moves, with a bound on what is given away.

use reversi_rules::Board;

use super::{Book, Move};
use crate::random::Random;
use crate::score::Score;

/// What the engine gives away for variety in one move, at most: a disc. That is about as far as the
/// scores of a book are off.
pub const MARGIN: Score = Score::from_discs(1);

/// How many times that it gives away in all. Measured with a book of 1,300 positions against the
/// best moves in it: 1000 games ended in 14 positions when the factor was 1, in 53 with 2, and cost
/// 0.5 and 0.8 discs each.
const IN_ALL: i32 = 2;

/// A move this much behind the margin has no weight: half a disc, which is what searches round to.
const STEP: i32 = Score::DISC / 2;

impl Book {
    /// One of the good moves of a position, by chance; `None` when it is not in the book.
    ///
    /// Moves up to `margin` behind the best are chosen from, the closer the more often: with a
    /// margin of one disc, the best move has three chances where a move half a disc behind has two
    /// and a move a disc behind has one. They were all searched as deep as their position. What was
    /// given away before counts: as long as the other side makes no mistakes, the score does not
    /// fall below that of the start by more than twice the margin.
    #[must_use]
    pub fn choose(&self, board: Board, margin: Score, random: &mut Random) -> Option<Move> {
        let page = self.look_up(board)?;
        let best = page.score().units();
        let behind = (self.fair(board).units() - best).max(0);
        let margin = margin.units().min(IN_ALL * margin.units() - behind).max(0);
        let good: Vec<(Move, usize)> = page
            .moves
            .iter()
            .filter(|book_move| book_move.depth >= page.depth || book_move.score.units() == best)
            .filter_map(|book_move| {
                let left = margin - (best - book_move.score.units());
                (left >= 0).then_some((*book_move, (left + STEP) as usize))
            })
            .collect();
        let mut chance = random.below(good.iter().map(|(_, weight)| weight).sum());
        let chosen = good.iter().find(|(_, weight)| {
            let is_it = chance < *weight;
            chance = chance.saturating_sub(*weight);
            is_it
        });
        let (chosen, _) = chosen?;
        // As likely as its mirror images.
        let images: Vec<_> = board.mirror_images(chosen.square).into_iter().collect();
        let square = random.pick(&images)?;
        Some(Move { square, ..*chosen })
    }

    /// What the start is worth to the side to move. Whose turn it is shows in the number of discs;
    /// after a pass, which is rare in openings, it is the other side's.
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
