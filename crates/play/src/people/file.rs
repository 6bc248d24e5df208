//! Files of human-move models: the network's weights as 16-bit numbers with a scale for each tensor, then the
//! opening memory.

use std::fmt;

use engine::envelope::{Envelope, EnvelopeError, unpack};

use super::memory::OpeningMemory;
use super::network::{MoveNetwork, TENSORS};

/// How a file begins.
const MAGIC: &[u8; 8] = b"REVERSIP";

/// The largest content of a file; more is refused before it is unpacked.
const MOST_BYTES: usize = 8 << 20;

/// The first byte after the version: a model for other features has another one.
const FEATURES: u8 = 1;

/// Why bytes are not a human-move model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// Another kind of file.
    OtherKind,
    /// It was made for another version of the program.
    OtherVersion,
    /// It is cut short or damaged.
    Damaged,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ModelError::OtherKind => {
                "this is no model of human moves; `reversi-train people export` writes one"
            }
            ModelError::OtherVersion => {
                "this model of human moves was made for another version of the program"
            }
            ModelError::Damaged => "this model of human moves is damaged or cut short",
        })
    }
}

impl std::error::Error for ModelError {}

impl From<EnvelopeError> for ModelError {
    fn from(error: EnvelopeError) -> ModelError {
        match error {
            EnvelopeError::OtherKind => ModelError::OtherKind,
            EnvelopeError::Version(_) => ModelError::OtherVersion,
            EnvelopeError::Truncated | EnvelopeError::Damaged => ModelError::Damaged,
        }
    }
}

/// The bytes of a model. `tensors` are in the order of [`TENSORS`]; `about` tells people how it was made.
#[must_use]
pub fn write(tensors: &[Vec<f32>], memory: &OpeningMemory, about: &str) -> Vec<u8> {
    let mut payload = Vec::new();
    for tensor in tensors {
        let most = tensor.iter().fold(0.0_f32, |most, one| most.max(one.abs()));
        let scale = most.max(f32::MIN_POSITIVE) / f32::from(i16::MAX);
        payload.extend(scale.to_le_bytes());
        for weight in tensor {
            payload.extend(((weight / scale).round() as i16).to_le_bytes());
        }
    }
    let (keys, codes) = memory.parts();
    payload.extend((keys.len() as u32).to_le_bytes());
    for key in keys {
        payload.extend(key.to_le_bytes());
    }
    payload.extend(codes.iter().flatten());
    let envelope = Envelope {
        first: FEATURES,
        more: &[],
        about,
    };
    envelope.seal(MAGIC, &payload)
}

/// Reads a model.
///
/// # Errors
/// Says what is wrong; no bytes make this panic.
pub fn read(bytes: &[u8]) -> Result<(MoveNetwork, OpeningMemory), ModelError> {
    let fits = |first: u8, _: &[u8]| match first {
        FEATURES => Ok(()),
        _ => Err(ModelError::OtherVersion),
    };
    let (_, packed) = Envelope::open(MAGIC, 0, bytes, fits)?;
    let payload = unpack(packed, MOST_BYTES)?;
    let mut rest = &payload[..];
    let mut tensors = Vec::new();
    for (_, size) in TENSORS {
        let scale = f32::from_le_bytes(*take(&mut rest)?);
        if !scale.is_finite() {
            return Err(ModelError::Damaged);
        }
        let (numbers, left) = rest.split_at_checked(2 * size).ok_or(ModelError::Damaged)?;
        rest = left;
        let (numbers, _) = numbers.as_chunks();
        let weight = |number: &[u8; 2]| f32::from(i16::from_le_bytes(*number)) * scale;
        tensors.push(numbers.iter().map(weight).collect());
    }
    let count = u32::from_le_bytes(*take(&mut rest)?) as usize;
    if rest.len() != count.saturating_mul(6) {
        return Err(ModelError::Damaged);
    }
    let (keys, codes) = rest.split_at(4 * count);
    let keys = keys
        .as_chunks()
        .0
        .iter()
        .map(|key| u32::from_le_bytes(*key));
    let codes = codes.as_chunks().0.to_vec();
    let memory = OpeningMemory::from_parts(keys.collect(), codes).ok_or(ModelError::Damaged)?;
    let network = MoveNetwork::new(&tensors).ok_or(ModelError::Damaged)?;
    Ok((network, memory))
}

fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Result<&'a [u8; N], ModelError> {
    let (taken, left) = rest.split_first_chunk().ok_or(ModelError::Damaged)?;
    *rest = left;
    Ok(taken)
}
