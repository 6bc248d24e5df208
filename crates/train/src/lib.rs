//! How the weights are made: the program plays games against itself, and weights are fitted to
//! their results. `docs/training.md` tells the whole recipe; `reversi-train` is the program.

mod base64_text;
pub mod blocks;
pub mod check;
mod crew;
pub mod duel;
pub mod export;
pub mod fit;
pub mod handmade;
pub mod judge;
pub mod label;
pub mod least_squares;
pub mod odds;
mod player;
pub mod plot;
pub mod probcut;
mod progress;
pub mod puzzles;
pub mod records;
pub mod samples;
pub mod selfplay;
pub mod solved;

use std::path::Path;

use anyhow::Result;
use engine::{Network, Trained};

/// The judgement of a file; without one, that of the program.
///
/// # Errors
/// When the file cannot be read or holds neither weights nor a network.
pub fn read_weights(path: Option<&Path>) -> Result<Trained> {
    match path {
        None => Ok(Trained::Network(Network::embedded())),
        Some(path) => Ok(play::weights::read(path)?),
    }
}
