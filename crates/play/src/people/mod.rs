//! Human-move model: the probability that a person of a rating plays each move.
//!
//! A small network sees the board, what each move does at once, our evaluation of each move, how usual it is in
//! a known opening, and the rating. It searches nothing. `docs/people.md` tells how it was made and how well it
//! predicts.

pub mod features;
pub mod file;
pub mod memory;
pub mod network;
mod rating;
mod skill;

use std::sync::{Arc, OnceLock};

use engine::Network;
use rules::{Board, Square};

use features::Features;
pub use file::ModelError;
use memory::OpeningMemory;
use network::MoveNetwork;
pub use rating::{ParseRatingError, Rating};
pub use skill::Skill;

/// The probability that a person plays a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The move.
    pub square: Square,
    /// From 0 to 1; those of all legal moves sum to 1.
    pub probability: f32,
}

/// The human-move model.
#[derive(Clone)]
pub struct HumanModel {
    parts: Arc<(MoveNetwork, OpeningMemory)>,
    evaluation: Network,
}

impl HumanModel {
    /// The model of this program. It is decompressed once.
    ///
    /// # Panics
    /// Never, as the tests show that it can be read.
    #[must_use]
    pub fn embedded() -> HumanModel {
        static EMBEDDED: OnceLock<HumanModel> = OnceLock::new();
        let read = || HumanModel::from_bytes(HumanModel::embedded_bytes());
        EMBEDDED
            .get_or_init(|| read().expect("the model of the program"))
            .clone()
    }

    /// The file of the model of this program.
    #[must_use]
    pub fn embedded_bytes() -> &'static [u8] {
        include_bytes!("../../data/people.model")
    }

    /// The model of a file. It uses the evaluation of this program, with which it was trained.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic.
    pub fn from_bytes(bytes: &[u8]) -> Result<HumanModel, ModelError> {
        Ok(HumanModel {
            parts: Arc::new(file::read(bytes)?),
            evaluation: Network::embedded(),
        })
    }

    /// The probability of every legal move, the most probable first; empty when there is none.
    ///
    /// A position and its mirror images have the same probabilities, and so have moves that are mirror images
    /// of each other.
    ///
    /// ```
    /// use play::people::{HumanModel, Rating};
    /// use rules::Board;
    /// let chances = HumanModel::embedded().chances(Board::START, Rating::new(1500));
    /// assert_eq!(chances.len(), 4);
    /// assert!(chances.iter().all(|chance| (chance.probability - 0.25).abs() < 1e-5));
    /// ```
    #[must_use]
    pub fn chances(&self, board: Board, rating: Rating) -> Vec<Chance> {
        let (canonical, symmetry) = board.canonical_with();
        let features = Features::new(canonical, &self.evaluation, &self.parts.1);
        let back = symmetry.inverse();
        let shares = self.shares(&features, rating);
        let named = shares.iter().map(|&(square, share)| {
            // Moves that are mirror images of each other share what they have together.
            let images = canonical.mirror_images(square);
            let together = shares.iter().filter(|(other, _)| images.contains(*other));
            let (count, sum) = together.fold((0.0, 0.0), |(count, sum), (_, share)| {
                (count + 1.0, sum + share)
            });
            Chance {
                square: back.square(square),
                probability: if count > 1.0 { sum / count } else { share },
            }
        });
        let mut chances: Vec<Chance> = named.collect();
        chances.sort_by(|one, other| {
            let by_probability = other.probability.total_cmp(&one.probability);
            by_probability.then_with(|| one.square.cmp(&other.square))
        });
        chances
    }

    /// The softmax of the network's outputs.
    fn shares(&self, features: &Features, rating: Rating) -> Vec<(Square, f32)> {
        let logits = self.parts.0.logits(features, rating);
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let shares: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = shares.iter().sum();
        let squares = features.moves.iter().map(|(square, _)| *square);
        squares
            .zip(shares.iter().map(|share| share / sum))
            .collect()
    }
}
