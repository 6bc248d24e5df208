//! Pattern weights, and the file format they are stored in. See `docs/weights.md`.

use super::pattern::weight_count;
use super::weights_file::{Label, WeightsError, phase_count, unpack_weights};
use crate::envelope::fitting;

const MAGIC: &[u8; 8] = b"REVERSIW";

/// Trained weights, by phase of the game, in units of a [`Score`](crate::Score).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    about: String,
    width: u8,
    phases: Vec<Vec<i16>>,
}

impl Weights {
    /// Weights for phases of `width` numbers of empty squares, the last phase of the game first.
    /// `about` tells people how they were made.
    ///
    /// # Errors
    /// When the number of phases or of weights is not what the patterns need.
    pub fn new(about: &str, width: u8, phases: Vec<Vec<i16>>) -> Result<Weights, WeightsError> {
        if phases.len() != phase_count(width)? {
            return Err(WeightsError::Width(width));
        }
        if let Some(phase) = phases.iter().find(|phase| phase.len() != weight_count()) {
            return Err(WeightsError::Count(phase.len()));
        }
        Ok(Weights {
            about: fitting(about),
            width,
            phases,
        })
    }

    /// How the weights were made.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The weights of each phase.
    #[must_use]
    pub fn phases(&self) -> &[Vec<i16>] {
        &self.phases
    }

    /// The phase of a position with `empties` empty squares.
    #[must_use]
    pub fn phase(&self, empties: u32) -> usize {
        (empties as usize / usize::from(self.width)).min(self.phases.len() - 1)
    }

    /// The weights as the bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let label = Label {
            width: self.width,
            sizes: [],
            about: &self.about,
        };
        label.seal(MAGIC, &planes(&self.phases))
    }

    /// The weights in the bytes of a file.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic or take much memory.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let (label, packed) = Label::<0>::read(MAGIC, bytes)?;
        let size = 2 * phase_count(label.width)? * weight_count();
        let planes = unpack_weights(packed, size)?;
        Weights::new(label.about, label.width, from_planes(&planes))
    }
}

/// Phase by phase, first the low bytes and then the high bytes of all weights. This compresses better
/// than weight by weight: high bytes are nearly all 0 or 255.
fn planes(phases: &[Vec<i16>]) -> Vec<u8> {
    let low = |phase: &Vec<i16>| phase.iter().map(|&weight| weight as u8).collect::<Vec<_>>();
    let high = |phase: &Vec<i16>| phase.iter().map(|&weight| (weight >> 8) as u8).collect();
    phases
        .iter()
        .flat_map(|phase| [low(phase), high(phase)].concat())
        .collect()
}

fn from_planes(planes: &[u8]) -> Vec<Vec<i16>> {
    let count = weight_count();
    let weight = |(&low, &high): (&u8, &u8)| i16::from_le_bytes([low, high]);
    planes
        .chunks_exact(2 * count)
        .map(|phase| {
            phase[..count]
                .iter()
                .zip(&phase[count..])
                .map(weight)
                .collect()
        })
        .collect()
}
