//! Weights files: the header shared by both kinds, and what can be wrong with a file. See
//! `docs/weights.md`.

use std::fmt;
use std::ops::RangeInclusive;

use super::pattern::{shapes_checksum, weight_count};
use crate::envelope::{Envelope, EnvelopeError, VERSION, unpack};

/// The inputs of the hidden layer of a network: the numbers that each pattern instance adds to. 32
/// or 64.
pub(super) const DIMENSIONS: usize = 32;
/// The neurons of the hidden layer.
pub(super) const HIDDEN: usize = 16;

/// The possible widths of a phase: numbers of empty squares that share it.
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
    /// The width of its phases is impossible.
    Width(u8),
    /// A phase has this number of weights, which does not fit the shapes.
    Count(usize),
    /// The numbers of dimensions and hidden neurons are not those of this program.
    Sizes(usize, usize),
    /// A part of a network has a wrong number of values.
    Length {
        /// The name of the part.
        part: &'static str,
        /// The number of its values.
        count: usize,
        /// The number it needs.
        needed: usize,
    },
    /// A part of a network has a value that is too large or not finite.
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

impl From<EnvelopeError> for WeightsError {
    fn from(error: EnvelopeError) -> WeightsError {
        match error {
            EnvelopeError::OtherKind => WeightsError::NotWeights,
            EnvelopeError::Version(version) => WeightsError::Version(version),
            EnvelopeError::Truncated => WeightsError::Truncated,
            EnvelopeError::Damaged => WeightsError::Damaged,
        }
    }
}

/// The number of phases of a width.
///
/// # Errors
/// When the width is impossible.
pub(super) fn phase_count(width: u8) -> Result<usize, WeightsError> {
    if WIDTHS.contains(&width) {
        Ok(EMPTIES.div_ceil(width.into()))
    } else {
        Err(WeightsError::Width(width))
    }
}

/// The header of a weights file, with `N` bytes of its kind.
pub(super) struct Label<'a, const N: usize> {
    pub width: u8,
    pub sizes: [u8; N],
    pub about: &'a str,
}

impl<'a, const N: usize> Label<'a, N> {
    /// A file that begins with `magic` and holds `payload`, compressed.
    pub fn seal(&self, magic: &[u8; 8], payload: &[u8]) -> Vec<u8> {
        let shapes = shapes_checksum().to_le_bytes();
        let envelope = Envelope {
            first: self.width,
            more: &[&shapes[..], &self.sizes].concat(),
            about: self.about,
        };
        envelope.seal(magic, payload)
    }

    /// The header of a file, and the weights, still compressed.
    ///
    /// # Errors
    /// Says what is wrong with the file.
    pub fn read(
        magic: &[u8; 8],
        bytes: &'a [u8],
    ) -> Result<(Label<'a, N>, &'a [u8]), WeightsError> {
        let fits = |width: u8, more: &[u8]| {
            if more[..4] != shapes_checksum().to_le_bytes() {
                return Err(WeightsError::OtherShapes);
            }
            phase_count(width).map(|_| ())
        };
        let (envelope, packed) = Envelope::open(magic, 4 + N, bytes, fits)?;
        let label = Label {
            width: envelope.first,
            sizes: *envelope
                .more
                .last_chunk()
                .expect("as many as were asked for"),
            about: envelope.about,
        };
        Ok((label, packed))
    }
}

/// Decompresses the weights of a file; they must be `size` bytes.
///
/// # Errors
/// When they are not; no more memory than `size` bytes is used.
pub(super) fn unpack_weights(packed: &[u8], size: usize) -> Result<Vec<u8>, WeightsError> {
    let payload = unpack(packed, size)?;
    let fits = payload.len() == size;
    fits.then_some(payload).ok_or(WeightsError::Damaged)
}
