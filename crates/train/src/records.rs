//! Training games on disk.
//!
//! ```text
//! file    "RVGAMES4"  seed: u64  block…
//! block   number: u32  length: u32  game…     `length` bytes of games
//! game    moves: u8  known_from: u8  asides: u8  square: u8 …  thought …
//! thought score: i8  (aside: u8  its score: i8) …
//! ```
//!
//! Numbers are little-endian. A square is 0 for a1 and 63 for h8; there are `moves` of them.
//! Passes are not written: they follow from the rules. Moves before `known_from` were not all
//! meant, so the result says nothing of the positions before them. For each later move there is
//! what its player thought: the score that it was played for, in discs, and `asides` other moves
//! taken at random, each with the score expected of it; 255 stands where there was no other.
//! Blocks are written as they are finished, in any order; a block cut short by a crash is dropped
//! when the file is opened again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use rules::{Board, Square};

use crate::solver::final_score;

const MAGIC: &[u8; 8] = b"RVGAMES4";

/// A finished training game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The moves from the start, without passes.
    pub moves: Vec<Square>,
    /// From this move on every move was meant.
    pub known_from: usize,
    /// What the player thought of each move from then on.
    pub thoughts: Vec<Thought>,
}

/// What a player thought of a move, in discs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The score that the move was played for.
    pub score: i8,
    /// Other moves taken at random, with what was expected of them.
    pub asides: Vec<(Square, i8)>,
}

impl Record {
    /// Adds the game to a block.
    pub fn write(&self, block: &mut Vec<u8>) {
        let asides = self
            .thoughts
            .iter()
            .map(|thought| thought.asides.len())
            .max();
        let asides = asides.unwrap_or(0);
        block.extend([self.moves.len(), self.known_from, asides].map(|count| count as u8));
        block.extend(self.moves.iter().map(|square| square.index() as u8));
        for thought in &self.thoughts {
            block.push(thought.score as u8);
            for number in 0..asides {
                block.extend(match thought.asides.get(number) {
                    Some(&(square, score)) => [square.index() as u8, score as u8],
                    None => [255, 0],
                });
            }
        }
    }

    /// The positions whose result is known.
    ///
    /// # Errors
    /// When the moves are not a whole game.
    pub fn positions(&self) -> Result<Vec<Position<'_>>> {
        let mut positions = Vec::with_capacity(64);
        let mut board = Board::START;
        let mut black_to_move = true;
        let mut thoughts = self.thoughts.iter();
        for (number, &square) in self.moves.iter().enumerate() {
            let passes = board.legal_moves().is_empty();
            if number >= self.known_from {
                let thought = thoughts.next().context("a record with too few scores")?;
                let expected = f32::from(thought.score);
                let position = Position {
                    board,
                    black_to_move,
                    expected,
                    asides: &thought.asides,
                    result: 0.0,
                };
                if passes {
                    positions.push(Position {
                        expected: -expected,
                        asides: &[],
                        ..position
                    });
                    positions.push(Position {
                        board: board.pass(),
                        black_to_move: !black_to_move,
                        ..position
                    });
                } else {
                    positions.push(position);
                }
            }
            if passes {
                board = board.pass();
                black_to_move = !black_to_move;
            }
            board = board.play(square).context("an illegal move in a record")?;
            black_to_move = !black_to_move;
        }
        ensure!(board.is_over(), "a record of an unfinished game");
        let score = final_score(board) as f32;
        for position in &mut positions {
            position.result = if position.black_to_move == black_to_move {
                score
            } else {
                -score
            };
        }
        Ok(positions)
    }
}

/// A position of a game, with what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The position.
    pub board: Board,
    /// Whether Black was to move.
    pub black_to_move: bool,
    /// What the player expected, in discs, for the side to move.
    pub expected: f32,
    /// Other moves, with what the player expected of them.
    pub asides: &'a [(Square, i8)],
    /// The final score for the side to move.
    pub result: f32,
}

/// A file of training games that blocks are added to.
pub struct Writer {
    file: File,
    /// The blocks already there.
    pub done: HashSet<u32>,
}

impl Writer {
    /// Opens or begins the file for a seed.
    ///
    /// # Errors
    /// When the file cannot be used, or holds games of another seed.
    pub fn open(path: &Path, seed: u64) -> Result<Writer> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            file.write_all(MAGIC)?;
            file.write_all(&seed.to_le_bytes())?;
            return Ok(Writer {
                file,
                done: HashSet::new(),
            });
        }
        ensure!(
            bytes.starts_with(MAGIC),
            "{} holds no training games",
            path.display()
        );
        ensure!(
            bytes.get(8..16) == Some(&seed.to_le_bytes()),
            "{} holds games of another seed",
            path.display()
        );
        let mut done = HashSet::new();
        let mut end = 16;
        while let Some((number, games)) = block(&bytes[end..]) {
            done.insert(number);
            end += 8 + games.len();
        }
        file.set_len(end as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Writer { file, done })
    }

    /// Adds a finished block.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, number: u32, games: &[u8]) -> Result<()> {
        let mut bytes = Vec::with_capacity(8 + games.len());
        bytes.extend(number.to_le_bytes());
        bytes.extend((games.len() as u32).to_le_bytes());
        bytes.extend(games);
        self.file.write_all(&bytes)?;
        self.done.insert(number);
        Ok(())
    }
}

/// All whole games of a file, in the order of their blocks.
///
/// # Errors
/// When the file cannot be read or is not one of games.
pub fn read_all(path: &Path) -> Result<Vec<Record>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        bytes.starts_with(MAGIC),
        "{} holds no training games",
        path.display()
    );
    let mut blocks = Vec::new();
    let mut rest = bytes.get(16..).unwrap_or_default();
    while let Some((number, games)) = block(rest) {
        blocks.push((number, games));
        rest = &rest[8 + games.len()..];
    }
    blocks.sort_by_key(|&(number, _)| number);
    let mut records = Vec::new();
    for (_, mut games) in blocks {
        while !games.is_empty() {
            let (record, rest) = read_game(games)
                .with_context(|| format!("a broken block in {}", path.display()))?;
            records.push(record);
            games = rest;
        }
    }
    Ok(records)
}

/// The first block of `bytes`, when it is whole.
fn block(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let games = rest.get(..u32::from_le_bytes(*length) as usize)?;
    Some((u32::from_le_bytes(*number), games))
}

/// The first game of a block, and what follows it.
fn read_game(bytes: &[u8]) -> Option<(Record, &[u8])> {
    let (&[count, known_from, asides], rest) = bytes.split_first_chunk()?;
    let (moves, rest) = rest.split_at_checked(count.into())?;
    let known = usize::from(count.saturating_sub(known_from));
    let size = 1 + 2 * usize::from(asides);
    let (thoughts, rest) = rest.split_at_checked(known * size)?;
    let square = |&index: &u8| Square::new(index.into());
    let thought = |bytes: &[u8]| Thought {
        score: bytes[0] as i8,
        asides: bytes[1..]
            .chunks_exact(2)
            .filter_map(|aside| Some((square(&aside[0])?, aside[1] as i8)))
            .collect(),
    };
    let record = Record {
        moves: moves.iter().map(square).collect::<Option<_>>()?,
        known_from: known_from.into(),
        thoughts: thoughts.chunks_exact(size).map(thought).collect(),
    };
    Some((record, rest))
}
