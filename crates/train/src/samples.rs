//! Training samples by number of empty squares.

use std::path::PathBuf;

use anyhow::{Context, Result};
use engine::pattern::{TERMS, terms};

pub use crate::sample::Sample;

use crate::{blocks, labels, records};

/// One game in this many is held out of training, for validation.
const HELD_OUT: usize = 20;

/// Samples by number of empty squares.
pub struct Samples {
    /// For training.
    pub training: Vec<Vec<Sample>>,
    /// For validation.
    pub validation: Vec<Vec<Sample>>,
}

impl Samples {
    /// The positions of all games in some files, and of label files.
    ///
    /// The score of a position is a blend: the score of the next position of the game with weight
    /// `trust`, and the player's expected score with the rest. With 1 only the result of the game
    /// counts; with less, late mistakes affect earlier positions less. Other moves that the player
    /// scored are used too, unless only results count. Validation always uses the result.
    ///
    /// # Errors
    /// When a file cannot be read, or is not one of games.
    pub fn read(files: &[PathBuf], trust: f32) -> Result<Samples> {
        let mut samples = Samples {
            training: vec![Vec::new(); 61],
            validation: vec![Vec::new(); 61],
        };
        for file in files {
            if blocks::is_kind(file, labels::MAGIC)? {
                samples.add_labels(labels::read_all(file)?);
                continue;
            }
            for (number, record) in records::read_all(file)?.iter().enumerate() {
                // A game and its branch stay together.
                let held_out = (number / 2).is_multiple_of(HELD_OUT);
                let part = if held_out {
                    &mut samples.validation
                } else {
                    &mut samples.training
                };
                let mut later: Option<(bool, f32)> = None;
                for position in record.positions()?.iter().rev() {
                    let score = match later {
                        Some((black, score)) if !held_out => {
                            let score = if black == position.black_to_move {
                                score
                            } else {
                                -score
                            };
                            trust * score + (1.0 - trust) * position.expected
                        }
                        _ => position.result,
                    };
                    later = Some((position.black_to_move, score));
                    let board = position.board;
                    part[board.empties() as usize].push(Sample { board, score });
                    if held_out || trust >= 1.0 {
                        continue;
                    }
                    for &(square, score) in position.asides {
                        let board = board.play(square).context("an illegal move aside")?;
                        let score = -f32::from(score);
                        part[board.empties() as usize].push(Sample { board, score });
                    }
                }
            }
        }
        Ok(samples)
    }

    fn add_labels(&mut self, labels: Vec<Sample>) {
        for (number, sample) in labels.into_iter().enumerate() {
            let part = if number.is_multiple_of(HELD_OUT) {
                &mut self.validation
            } else {
                &mut self.training
            };
            part[sample.board.empties() as usize].push(sample);
        }
    }
}

/// Samples as linear equations: the weights that each one adds up, and their sum.
pub struct Equations {
    /// The weights of each sample.
    pub terms: Vec<[u32; TERMS]>,
    /// The required sums.
    pub scores: Vec<f32>,
}

impl Equations {
    /// The equations of all samples whose number of empty squares is in a range.
    pub fn new(by_empties: &[Vec<Sample>], empties: std::ops::Range<usize>) -> Equations {
        let samples = &by_empties[empties.start..empties.end.min(by_empties.len())];
        Equations {
            terms: samples
                .iter()
                .flatten()
                .map(|sample| terms(sample.board))
                .collect(),
            scores: samples
                .iter()
                .flatten()
                .map(|sample| sample.score)
                .collect(),
        }
    }

    /// The errors of the weights: root mean square and mean, in discs.
    pub fn errors(&self, weights: &[f32]) -> (f64, f64) {
        let (mut squares, mut sizes) = (0.0, 0.0);
        for (terms, score) in self.terms.iter().zip(&self.scores) {
            let sum: f32 = terms.iter().map(|&term| weights[term as usize]).sum();
            let error = f64::from(sum.clamp(-63.0, 63.0) - score);
            squares += error * error;
            sizes += error.abs();
        }
        let count = self.scores.len().max(1) as f64;
        ((squares / count).sqrt(), sizes / count)
    }
}
