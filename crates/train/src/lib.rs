//! How the weights are made: the program plays games against itself, and weights are fitted to
//! their results. `docs/training.md` tells the whole recipe; `reversi-train` is the program.

pub mod blocks;
pub mod check;
pub mod duel;
pub mod fit;
pub mod handmade;
pub mod judge;
pub mod label;
pub mod least_squares;
pub mod probcut;
pub mod records;
pub mod samples;
pub mod selfplay;
pub mod solved;

use std::path::Path;

use anyhow::{Context, Result};
use engine::Patterns;

/// The weights of a file; without one, those of the program.
///
/// # Errors
/// When the file cannot be read or holds no weights.
pub fn read_weights(path: Option<&Path>) -> Result<Patterns> {
    let Some(path) = path else {
        return Ok(Patterns::embedded());
    };
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let patterns = Patterns::from_bytes(&bytes);
    patterns.with_context(|| format!("cannot use {}", path.display()))
}
