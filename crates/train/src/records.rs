//! Training games on disk.
//!
//! ```text
//! file    "RVGAMES4"  blocks of games, see blocks.rs
//! game    moves: u8  known_from: u8  asides: u8  square: u8 …  thought …
//! thought score: i8  (aside: u8  its score: i8) …
//! ```
//!
//! Numbers are little-endian. A square is 0 for a1 and 63 for h8; there are `moves` of them. Passes
//! are not written: they follow from the rules. Moves before `known_from` include random ones, so
//! the result says nothing about the positions before them. For each later move there is a
//! `thought`: the expected score of the move, in discs, and `asides` other random moves, each with
//! its expected score; 255 marks a missing one.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use rules::{Board, Square};

use crate::blocks;

/// The magic bytes of a file of games.
pub const MAGIC: &[u8; 8] = b"RVGAMES4";

/// A finished training game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The moves from the start, without passes.
    pub moves: Vec<Square>,
    /// From this move on, no move is random.
    pub known_from: usize,
    /// The scores of each move from then on.
    pub thoughts: Vec<Thought>,
}

/// The scores of a move, in discs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The expected score of the played move.
    pub score: i8,
    /// Other random moves with their expected scores.
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

    /// Whether the record is valid: a complete game with legal moves, and legal other moves.
    ///
    /// # Errors
    /// The reason why it is invalid.
    pub fn check(&self) -> Result<()> {
        for position in self.positions()? {
            let moves = position.board.legal_moves();
            let mut scores = vec![position.expected];
            for &(square, score) in position.asides {
                ensure!(moves.contains(square), "an illegal move aside in a record");
                scores.push(score.into());
            }
            ensure!(
                scores.iter().all(|score| score.abs() <= 64.0),
                "a record with a score beyond 64 discs"
            );
        }
        Ok(())
    }

    /// Whether every position with at most `solve` empty squares was played perfectly: the expected
    /// score is the result of the game, and no other move has a better one.
    ///
    /// # Errors
    /// Names the contradiction.
    pub fn check_solved(&self, solve: u32) -> Result<()> {
        for position in self.positions()? {
            if position.board.empties() > solve {
                continue;
            }
            ensure!(
                position.expected == position.result,
                "a solved position whose score is not the result of its game"
            );
            let best = position.asides.iter().map(|&(_, score)| f32::from(score));
            ensure!(
                best.fold(f32::MIN, f32::max) <= position.result,
                "a solved position with a better move than the one that was played"
            );
        }
        Ok(())
    }

    /// The positions before each move, with the side to move, up to the first illegal move.
    #[must_use]
    pub fn boards(&self) -> Vec<Board> {
        let mut board = Board::START;
        let mut boards = Vec::with_capacity(self.moves.len());
        for &square in &self.moves {
            if board.legal_moves().is_empty() {
                board = board.pass();
            }
            boards.push(board);
            match board.play(square) {
                Some(next) => board = next,
                None => break,
            }
        }
        boards
    }

    /// The positions whose result is known.
    ///
    /// # Errors
    /// When the moves are not a complete game.
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
        let score = board.final_score() as f32;
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

/// A position of a game, with its scores.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The position.
    pub board: Board,
    /// Whether Black was to move.
    pub black_to_move: bool,
    /// The expected score, in discs, for the side to move.
    pub expected: f32,
    /// Other moves with their expected scores.
    pub asides: &'a [(Square, i8)],
    /// The final score for the side to move.
    pub result: f32,
}

/// All complete games of a file, in the order of their blocks.
///
/// # Errors
/// When the file cannot be read or is not one of games.
pub fn read_all(path: &Path) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for games in blocks::read_all(path, MAGIC)? {
        let games =
            read_block(&games).with_context(|| format!("a broken block in {}", path.display()))?;
        records.extend(games);
    }
    Ok(records)
}

/// All games of a block; `None` when it is damaged. They may be illegal: see [`Record::check`].
#[must_use]
pub fn read_block(mut games: &[u8]) -> Option<Vec<Record>> {
    let mut records = Vec::new();
    while !games.is_empty() {
        let (record, rest) = read_game(games)?;
        records.push(record);
        games = rest;
    }
    Some(records)
}

/// The first game of a block, and the rest of the block.
fn read_game(bytes: &[u8]) -> Option<(Record, &[u8])> {
    let (&[count, known_from, asides], rest) = bytes.split_first_chunk()?;
    let (moves, rest) = rest.split_at_checked(count.into())?;
    let known = usize::from(count.checked_sub(known_from)?);
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
