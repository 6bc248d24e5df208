//! Any bytes are weights, a network or an error, with a wrong or a correct checksum.

#![no_main]

mod crc;

use crc::crc32;
use engine::{NetworkWeights, Weights, WeightsError};
use libfuzzer_sys::fuzz_target;

/// The first bytes of a file for the patterns of this program: everything before its text.
fn opening(magic: &[u8; 8]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(b"\x01\x3d\0\0");
    let patterns = engine::pattern::shapes_checksum();
    bytes.extend(patterns.to_le_bytes());
    bytes
}

fn read(bytes: &[u8]) {
    match Weights::read(bytes) {
        Ok(weights) => {
            let again = Weights::read(&weights.write());
            assert_eq!(again, Ok(weights), "what was written can be read");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn read_network(bytes: &[u8]) {
    match NetworkWeights::read(bytes) {
        Ok(weights) => {
            let again = NetworkWeights::read(&weights.write());
            assert!(again.is_ok(), "what was written can be read");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = NetworkWeights::from_raw(bytes, "") {
        assert!(!error.to_string().is_empty());
    }
}

/// A file with a valid header, these bytes, and the correct checksum.
fn sealed(mut opening: Vec<u8>, bytes: &[u8]) -> Vec<u8> {
    opening.extend(bytes);
    opening.extend(crc32(&opening).to_le_bytes());
    opening
}

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    read_network(bytes);
    // The same bytes as the compressed weights of an otherwise valid file.
    let weights = sealed(opening(b"REVERSIW"), bytes);
    assert_ne!(Weights::read(&weights), Err(WeightsError::OtherShapes));
    read(&weights);
    let mut start = opening(b"REVERSIN");
    start.extend([NetworkWeights::DIMENSIONS as u8, NetworkWeights::HIDDEN as u8]);
    read_network(&sealed(start, bytes));
});
