//! Training games on disk.
//!
//! ```text
//! file    "RVGAMES4"  blocks of games, see blocks.rs
//! game    moves: u8  known_from: u8  asides: u8  square: u8 …  thought …
//! thought score: i8  (aside: u8  its score: i8) …
//! ```
//!
//! Numbers are little-endian. A square is 0 for a1 and 63 for h8; there are `moves` of them.
//! Passes are not written: they follow from the rules. Moves before `known_from` were not all
//! meant, so the result says nothing of the positions before them. For each later move there is
//! what its player thought: the score that it was played for, in discs, and `asides` other moves
//! taken at random, each with the score expected of it; 255 stands where there was no other.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use rules::{Board, Square};

use crate::blocks;

/// What a file of games begins with.
pub const MAGIC: &[u8; 8] = b"RVGAMES4";

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

    /// Whether it can have been played: a whole game with legal moves, and moves aside that are legal
    /// too.
    ///
    /// # Errors
    /// Says what is wrong with it.
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

    /// Whether every position with at most `solve` empty squares was played perfectly: the score that
    /// its move was played for is the result of the game, and no other move has a better one.
    ///
    /// # Errors
    /// Names what cannot be.
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

    /// The positions before each move, with the side that moves; without what follows a move that
    /// the rules forbid.
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

/// All whole games of a file, in the order of their blocks.
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

/// All games of a block; `None` when it is broken. They need not be legal: see [`Record::check`].
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

/// The first game of a block, and what follows it.
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
