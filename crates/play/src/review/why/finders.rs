//! How hard the best move was to find: the share of players who play it.

use std::sync::OnceLock;

use rules::{Diagram, Inset};

use super::super::Judged;
use crate::people::{HumanModel, Rating};

/// The players of a rating who find the best move of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finders {
    /// The best move.
    pub best: rules::Point,
    /// Their share, from 0 to 1, by the human-move model.
    pub share: f64,
    /// Their rating.
    pub rating: Rating,
}

impl Finders {
    /// The players of a rating who find the best move, or of the nearest rating that the human-move model knows;
    /// `None` without a choice, and on boards that the
    /// human-move model does not know. `before` is the position before the move.
    #[must_use]
    pub fn of(before: &Diagram, judged: &Judged, rating: Rating) -> Option<Finders> {
        static MODEL: OnceLock<HumanModel> = OnceLock::new();
        let board = before.to_board().filter(|_| !judged.forced)?;
        let rating = rating.known();
        let best = judged.best();
        let square = Inset::of(before.size())?.square(best)?;
        // Moves to mirror images of one position are the same move.
        let same = board.mirror_images(square);
        let chances = MODEL
            .get_or_init(HumanModel::embedded)
            .chances(board, rating);
        let finding = chances.iter().filter(|chance| same.contains(chance.square));
        let share: f64 = finding.map(|chance| f64::from(chance.probability)).sum();
        Some(Finders {
            best,
            share: share.clamp(0.0, 1.0),
            rating,
        })
    }
}
