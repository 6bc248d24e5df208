//! Weights files: how trained weights are stored. See `docs/weights.md`.

use std::fmt;
use std::ops::RangeInclusive;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::pattern::{shapes_checksum, weight_count};

const MAGIC: &[u8; 8] = b"REVERSIW";
const VERSION: u8 = 1;
/// How many numbers of empty squares may share a phase.
const WIDTHS: RangeInclusive<u8> = 1..=61;
/// Numbers of empty squares on a board with its four first discs.
const EMPTIES: usize = 61;

/// Trained weights, by phase of the game, in units of a [`Score`](crate::Score).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    about: String,
    width: u8,
    phases: Vec<Vec<i16>>,
}

/// What is wrong with a weights file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It does not begin as a weights file does.
    NotWeights,
    /// It was written by a later version of the program.
    Version(u8),
    /// It ends too early.
    Truncated,
    /// Its bytes are not those that were written.
    Damaged,
    /// It was trained for other shapes.
    OtherShapes,
    /// It has so many empty squares in a phase.
    Width(u8),
    /// A phase has this many weights, and not as many as the shapes need.
    Count(usize),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => write!(f, "this is not a weights file"),
            WeightsError::Version(version) => write!(
                f,
                "the weights file has version {version}; this program reads version {VERSION}"
            ),
            WeightsError::Truncated => write!(f, "the weights file ends too early"),
            WeightsError::Damaged => write!(f, "the weights file is damaged; copy it again"),
            WeightsError::OtherShapes => {
                write!(
                    f,
                    "the weights file was trained for other patterns than this program's"
                )
            }
            WeightsError::Width(width) => {
                write!(f, "a phase of {width} empty squares; 1 to 61 make sense")
            }
            WeightsError::Count(count) => write!(
                f,
                "a phase with {count} weights; the patterns of this program have {}",
                weight_count()
            ),
        }
    }
}

impl std::error::Error for WeightsError {}

impl Weights {
    /// Weights for phases of `width` numbers of empty squares, the last phase of the game first.
    /// `about` tells people how they were made.
    ///
    /// # Errors
    /// When the number of phases or of weights is not what the patterns need.
    pub fn new(about: &str, width: u8, phases: Vec<Vec<i16>>) -> Result<Weights, WeightsError> {
        if !WIDTHS.contains(&width) || phases.len() != EMPTIES.div_ceil(width.into()) {
            return Err(WeightsError::Width(width));
        }
        if let Some(phase) = phases.iter().find(|phase| phase.len() != weight_count()) {
            return Err(WeightsError::Count(phase.len()));
        }
        let about = about.chars().take(usize::from(u16::MAX) / 4).collect();
        Ok(Weights {
            about,
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

    /// The phase of a position with so many empty squares.
    #[must_use]
    pub fn phase(&self, empties: u32) -> usize {
        (empties as usize / usize::from(self.width)).min(self.phases.len() - 1)
    }

    /// The weights as the bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.push(self.width);
        bytes.extend((self.about.len() as u16).to_le_bytes());
        bytes.extend(shapes_checksum().to_le_bytes());
        bytes.extend(self.about.as_bytes());
        bytes.extend(compress_to_vec(&planes(&self.phases), 9));
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// The weights in the bytes of a file.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic or take much memory.
    pub fn read(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::NotWeights)?;
        let (&[version, width], rest) = rest.split_first_chunk().ok_or(WeightsError::Truncated)?;
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let (length, rest) = rest.split_first_chunk().ok_or(WeightsError::Truncated)?;
        let (shapes, rest) = rest.split_first_chunk().ok_or(WeightsError::Truncated)?;
        if u32::from_le_bytes(*shapes) != shapes_checksum() {
            return Err(WeightsError::OtherShapes);
        }
        if !WIDTHS.contains(&width) {
            return Err(WeightsError::Width(width));
        }
        let about = rest
            .get(..u16::from_le_bytes(*length).into())
            .ok_or(WeightsError::Truncated)?;
        let (packed, checksum) = rest[about.len()..]
            .split_last_chunk()
            .ok_or(WeightsError::Truncated)?;
        if crc32(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
            return Err(WeightsError::Damaged);
        }
        let about = str::from_utf8(about).map_err(|_| WeightsError::Damaged)?;
        let count = EMPTIES.div_ceil(width.into());
        let size = 2 * count * weight_count();
        let planes =
            decompress_to_vec_with_limit(packed, size).map_err(|_| WeightsError::Damaged)?;
        if planes.len() != size {
            return Err(WeightsError::Damaged);
        }
        Weights::new(about, width, from_planes(&planes))
    }
}

/// Phase by phase, first the low bytes and then the high bytes of all weights, which packs better
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

/// The usual CRC-32 (IEEE 802.3).
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut crc = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                crc = (crc >> 1) ^ ((crc & 1) * 0xedb8_8320);
                bit += 1;
            }
            table[byte] = crc;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize]
    })
}
