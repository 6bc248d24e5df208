//! Positions with known results, sorted by how much of the game is left.

use std::path::PathBuf;

use anyhow::{Context, Result};
use engine::pattern::{TERMS, terms};

pub use crate::sample::Sample;

use crate::{blocks, labels, records};

/// One game in this many is held out of training, for validation.
const HELD_OUT: usize = 20;

/// Samples by number of empty squares.
pub struct Samples {
    /// To learn from.
    pub training: Vec<Vec<Sample>>,
    /// To check with.
    pub validation: Vec<Vec<Sample>>,
}

impl Samples {
    /// The positions of all games in some files, and those of files of labels as they are.
    ///
    /// What is learnt of a position is a blend of what the player expected there, and of what is
    /// learnt of the next position of the game, which counts for `trust`: with 1 only the result
    /// of the game counts, with less, mistakes late in a game weigh less on the positions long
    /// before them. Other moves that the player thought about are learnt from too, unless only
    /// results count. Validation always goes by the result.
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

/// Samples in the form that fitting needs: which weights each one adds up, and to what.
pub struct Equations {
    /// The weights that each sample adds up.
    pub terms: Vec<[u32; TERMS]>,
    /// What they should add up to.
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

    /// How far the weights are off: root mean square and mean, in discs.
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
