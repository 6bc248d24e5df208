//! Positions of games, judged anew: by a deeper search, or solved.
//!
//! ```text
//! file    "RVLABEL1"  blocks of labels, see blocks.rs
//! label   own: u64  opponent: u64  score: i16     in 1/128 disc, for the side to move
//! ```

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use engine::{Evaluator, Score};
use rules::{Bitboard, Board};

use crate::blocks::{self, Run};
use crate::judge::{Judge, Reach};
use crate::records;
use crate::samples::Sample;

/// What a file of labels begins with.
pub const MAGIC: &[u8; 8] = b"RVLABEL1";
/// Labels in a block: what a thread does before it writes.
const BLOCK: usize = 512;
/// Bytes of a label.
const SIZE: usize = 18;

/// Which positions to judge, and how.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of training games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where the labels go; an unfinished file is continued
    #[arg(long)]
    out: PathBuf,
    /// Weights to judge with; without this, those of the program
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Positions with at least this many empty squares
    #[arg(long, default_value_t = 0)]
    from: u32,
    /// Positions with at most this many empty squares
    #[arg(long, default_value_t = 60)]
    to: u32,
    /// Positions for each number of empty squares, at most
    #[arg(long, default_value_t = 100_000)]
    count: usize,
    /// How far to look
    #[command(flatten)]
    reach: Reach,
    /// Threads that judge
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Begin no more blocks after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
}

/// Judges positions until all are done or the time is over.
///
/// # Errors
/// When a file cannot be used.
pub fn run<E: Evaluator + Clone>(options: &Options, evaluator: &E) -> Result<()> {
    let boards = chosen(options)?;
    eprintln!("{} positions", boards.len());
    let run = Run {
        path: &options.out,
        magic: MAGIC,
        seed: 0,
        blocks: boards.len().div_ceil(BLOCK) as u32,
        threads: options.threads,
        seconds: options.seconds,
    };
    run.make(|| {
        let mut judge = Judge::new(evaluator.clone(), options.reach);
        let boards = &boards;
        move |number| {
            let start = number as usize * BLOCK;
            let end = boards.len().min(start + BLOCK);
            let mut block = Vec::with_capacity(BLOCK * SIZE);
            judge.forget();
            for &board in &boards[start..end] {
                let score = judge.best(board).1 * f64::from(Score::DISC);
                block.extend(board.own().0.to_le_bytes());
                block.extend(board.opponent().0.to_le_bytes());
                block.extend((score.round() as i16).to_le_bytes());
            }
            block
        }
    })
}

/// The positions to judge: all of the games, after moves aside too, thinned out evenly.
fn chosen(options: &Options) -> Result<Vec<Board>> {
    let mut by_empties: Vec<Vec<Board>> = vec![Vec::new(); 61];
    for path in &options.games {
        for record in records::read_all(path)? {
            let boards = record.boards();
            let known = record.thoughts.iter().zip(&boards[record.known_from..]);
            for (thought, board) in known {
                for &(square, _) in &thought.asides {
                    let child = board.play(square).context("an illegal move aside")?;
                    by_empties[child.empties() as usize].push(child);
                }
            }
            for board in boards {
                by_empties[board.empties() as usize].push(board);
            }
        }
    }
    let range = options.from as usize..(options.to as usize + 1).min(61);
    let mut chosen = Vec::new();
    for boards in by_empties.drain(range) {
        let count = options.count.min(boards.len());
        chosen.extend((0..count).map(|number| boards[number * boards.len() / count]));
    }
    Ok(chosen)
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
