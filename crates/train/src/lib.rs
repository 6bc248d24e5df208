//! Training of the weights: the engine plays games against itself, and weights are fitted to their
//! results. `docs/training.md` describes the process; `reversi-train` is the program.
//!
//! Games come from [`selfplay`] and are kept in [`records`]; [`label`] scores positions of them again;
//! [`samples`] reads both for [`fit`] and for the training of a network, which [`export`] packs into a
//! file for the engine. Jobs of both kinds run here or on a farm, where a [`worker`] runs them.

pub mod accuracy;
mod base64_text;
pub mod blocks;
pub mod check;
mod evaluator;
mod executor;
pub mod export;
pub mod fit;
mod game_settings;
pub mod head_to_head;
pub mod heuristic;
pub mod label;
pub mod labels;
pub mod ladder;
pub mod least_squares;
pub mod people;
mod player;
pub mod plot;
pub mod probcut;
mod progress;
pub mod puzzles;
pub mod records;
mod sample;
pub mod samples;
pub mod scorer;
pub mod selfplay;
pub mod solved;
mod weights;
pub mod worker;

pub use evaluator::AnyEvaluator;
pub use game_settings::GameSettings;
pub use weights::read_weights;
