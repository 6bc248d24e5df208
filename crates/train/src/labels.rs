//! Labels on disk: positions with scores from a deeper search.
//!
//! ```text
//! file    "RVLABEL1"  blocks of labels, see blocks.rs
//! label   own: u64  opponent: u64  score: i16     in 1/128 disc, for the side to move
//! ```

use std::path::Path;

use anyhow::{Context, Result, ensure};
use engine::Score;
use rules::{Bitboard, Board};

use crate::blocks;
use crate::sample::Sample;

/// The magic bytes of a file of labels.
pub const MAGIC: &[u8; 8] = b"RVLABEL1";
/// Labels in a block: the unit that is written at once.
pub const BLOCK: usize = 512;
/// Bytes of a label.
const SIZE: usize = 18;

/// A block of positions and their scores.
///
/// # Errors
/// When the scores cannot be those of the positions.
pub fn write_block(boards: &[Board], scores: &[i16]) -> Result<Vec<u8>> {
    ensure!(
        scores.len() == boards.len(),
        "{} scores for {} positions",
        scores.len(),
        boards.len()
    );
    let mut block = Vec::with_capacity(BLOCK * SIZE);
    for (board, score) in boards.iter().zip(scores) {
        ensure!(
            i32::from(*score).abs() <= 64 * Score::DISC,
            "a score beyond 64 discs"
        );
        block.extend(board.own().0.to_le_bytes());
        block.extend(board.opponent().0.to_le_bytes());
        block.extend(score.to_le_bytes());
    }
    Ok(block)
}

/// All labels of a file.
///
/// # Errors
/// When the file cannot be read or is not one of labels.
pub fn read_all(path: &Path) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for block in blocks::read_all(path, MAGIC)? {
        for label in block.chunks_exact(SIZE) {
            samples.push(
                read_label(label)
                    .with_context(|| format!("a broken label in {}", path.display()))?,
            );
        }
    }
    Ok(samples)
}

fn read_label(bytes: &[u8]) -> Option<Sample> {
    let (own, rest) = bytes.split_first_chunk()?;
    let (opponent, rest) = rest.split_first_chunk()?;
    let discs = |bytes: &[u8; 8]| Bitboard(u64::from_le_bytes(*bytes));
    let units = i16::from_le_bytes(*rest.first_chunk()?);
    Some(Sample {
        board: Board::new(discs(own), discs(opponent))?,
        score: f32::from(units) / Score::DISC as f32,
    })
}
