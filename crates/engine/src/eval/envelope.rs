//! What all files of trained weights have in common: how they begin, how they end, and what can
//! be wrong with them. See `docs/weights.md`.

use std::fmt;
use std::ops::RangeInclusive;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::network::{DIMENSIONS, HIDDEN};
use super::pattern::{shapes_checksum, weight_count};

const VERSION: u8 = 1;
/// How many numbers of empty squares may share a phase.
const WIDTHS: RangeInclusive<u8> = 1..=61;
/// Numbers of empty squares on a board with its four first discs.
pub(super) const EMPTIES: usize = 61;

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
    /// A network has so many dimensions and hidden neurons, and not those of this program.
    Sizes(usize, usize),
    /// A part of a network has not as many numbers as it needs.
    Length {
        /// What the part is called.
        part: &'static str,
        /// How many numbers it has.
        count: usize,
        /// How many it needs.
        needed: usize,
    },
    /// A part of a network has a number that cannot be reckoned with.
    Value(&'static str),
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
            WeightsError::Sizes(dimensions, hidden) => write!(
                f,
                "a network of {dimensions} dimensions and {hidden} hidden neurons; this program's \
                 has {DIMENSIONS} and {HIDDEN}"
            ),
            WeightsError::Length {
                part,
                count,
                needed,
            } => write!(
                f,
                "`{part}` of a network has {count} numbers and needs {needed}"
            ),
            WeightsError::Value(part) => {
                write!(
                    f,
                    "`{part}` of a network has a number that is too large or none"
                )
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// How many phases there are when each has `width` numbers of empty squares.
///
/// # Errors
/// When no game has such phases.
pub(super) fn phase_count(width: u8) -> Result<usize, WeightsError> {
    if WIDTHS.contains(&width) {
        Ok(EMPTIES.div_ceil(width.into()))
    } else {
        Err(WeightsError::Width(width))
    }
}

/// As much of a text as a file has room for.
pub(super) fn fitting(about: &str) -> String {
    about.chars().take(usize::from(u16::MAX) / 4).collect()
}

/// What a file says around its weights; `N` bytes are those that only this kind of file has.
pub(super) struct Envelope<'a, const N: usize> {
    pub width: u8,
    pub sizes: [u8; N],
    pub about: &'a str,
}

impl<'a, const N: usize> Envelope<'a, N> {
    /// A file that begins with `magic` and holds `payload`, packed.
    pub fn seal(&self, magic: &[u8; 8], payload: &[u8]) -> Vec<u8> {
        let mut bytes = magic.to_vec();
        bytes.push(VERSION);
        bytes.push(self.width);
        bytes.extend((self.about.len() as u16).to_le_bytes());
        bytes.extend(shapes_checksum().to_le_bytes());
        bytes.extend(self.sizes);
        bytes.extend(self.about.as_bytes());
        bytes.extend(compress_to_vec(payload, 9));
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// What is around the weights in the bytes of a file, and the weights, still packed.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub fn open(
        magic: &[u8; 8],
        bytes: &'a [u8],
    ) -> Result<(Envelope<'a, N>, &'a [u8]), WeightsError> {
        let rest = bytes.strip_prefix(magic).ok_or(WeightsError::NotWeights)?;
        let (&[version, width], rest) = rest.split_first_chunk().ok_or(WeightsError::Truncated)?;
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let (length, rest) = rest.split_first_chunk().ok_or(WeightsError::Truncated)?;
        let (shapes, rest) = rest.split_first_chunk().ok_or(WeightsError::Truncated)?;
        if u32::from_le_bytes(*shapes) != shapes_checksum() {
            return Err(WeightsError::OtherShapes);
        }
        phase_count(width)?;
        let (&sizes, rest) = rest.split_first_chunk().ok_or(WeightsError::Truncated)?;
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
        let envelope = Envelope {
            width,
            sizes,
            about,
        };
        Ok((envelope, packed))
    }
}

/// The packed weights of a file, unpacked; they must be `size` bytes.
///
/// # Errors
/// When they are not; no more memory than for `size` bytes is taken.
pub(super) fn unpack(packed: &[u8], size: usize) -> Result<Vec<u8>, WeightsError> {
    match decompress_to_vec_with_limit(packed, size) {
        Ok(payload) if payload.len() == size => Ok(payload),
        _ => Err(WeightsError::Damaged),
    }
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
